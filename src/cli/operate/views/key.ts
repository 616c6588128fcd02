import type { ParamsOf, ResultOf } from '../../../server/admin/method-types.js'
import type { ListedKeyUse, ShownKey } from '../../../server/admin/operations/records.js'
import { type Columns, shortTime, tableOf } from '../../text-table.js'
import type { View } from './view.js'

const stateOf = ({ isRevoked, revokesAt }: ListedKeyUse | ShownKey): string =>
  isRevoked ? 'revoked' : revokesAt === undefined ? 'active' : `until ${shortTime(revokesAt)}`

/** The entries of a key's allowlists. A listed key has only the names of the lists. */
const allowlistsOf = (key: ListedKeyUse | ShownKey): readonly string[] =>
  'allowlists' in key
    ? key.allowlists
    : [...key.allowedMethods, ...key.allowedContracts, ...key.allowedOrigins, ...key.allowedSources]

const allowances = (key: ListedKeyUse | ShownKey): string =>
  [
    ...allowlistsOf(key),
    ...(key.requiresToken ? ['with a token'] : []),
    ...(key.hasSecret ? ['with its secret'] : []),
    ...(key.dailyLimit === undefined ? [] : [`${key.dailyLimit} credits/day`]),
    ...(key.creditsPerSecond === undefined ? [] : [`${key.creditsPerSecond} credits/s`]),
  ].join(' ')

const columns: Columns<ListedKeyUse | ShownKey> = {
  ...{ LABEL: 'label', STATE: stateOf },
  'LAST USED': ({ lastUsedAt }) => shortTime(lastUsedAt) ?? 'never',
  NETWORKS: ({ networks }) => networks.join(' '),
  ONLY: allowances,
}

/** A table of keys; those of one account go without its id. */
export const keyTable = (keys: readonly (ListedKeyUse | ShownKey)[], width: number): string => {
  const isOfMany = new Set(keys.map(({ accountId }) => accountId)).size > 1
  return tableOf({ ID: 'id', ...(isOfMany && { ACCOUNT: 'accountId' as const }), ...columns }, keys, width)
}

const rotate: View<ResultOf<'key.rotate'>, ParamsOf<'key.rotate'>> = (
  { networks: _, ...rotated },
  { params: { graceSeconds } },
) => {
  const { replaces, revokesAt } = rotated
  const end = graceSeconds === 0 ? `${replaces} is revoked.` : `${replaces} works until ${revokesAt}.`
  return { json: rotated, text: `${announceKey(rotated)}\n\n${end}` }
}

const list: View<readonly ListedKeyUse[]> = (keys) =>
  keys.length === 0 ? 'There are no keys.' : (width) => keyTable(keys, width)

const show: View<ShownKey> = (key) => (width) => tableOf({ ID: 'id', ACCOUNT: 'accountId', ...columns }, [key], width)

export const keyViews: Readonly<Record<string, View>> = {
  'key.create': (created: ResultOf<'key.create'>) => announceKey(created),
  'key.delete': ({ id }: ShownKey) => `${id} is deleted`,
  'key.list': list,
  'key.revoke': ({ id }: ShownKey) => `${id} is revoked`,
  'key.rotate': rotate,
  'key.set': show,
  'key.show': show,
}

/** A new key as text for people: shown this once, with its addresses. */
const announceKey = ({ id, key, secret, urls }: ResultOf<'key.create'>): string =>
  [
    `Key ${id}; its text is shown only now:`,
    key,
    ...(secret === undefined
      ? []
      : ['and its secret, also shown only now, which callers send as Basic password:', secret]),
    ...urls.flatMap(({ network, http, webSocket, byHost }) => [
      '',
      network,
      `  ${http}`,
      `  ${webSocket}`,
      ...(byHost === undefined ? [] : [`  or, where the name is resolved: ${byHost.http}`, `    ${byHost.webSocket}`]),
    ]),
  ].join('\n')
