import type { CreatedKey, RotatedKey, RotateKey } from '../../../server/admin/operations/keys.js'
import type { ListedKeyUse, ShownKey } from '../../../server/admin/operations/records.js'
import { textTable } from '../../text-table.js'
import type { View } from './view.js'

const stateOf = ({ isRevoked, revokesAt }: ListedKeyUse | ShownKey): string =>
  isRevoked ? 'revoked' : revokesAt === undefined ? 'active' : `until ${revokesAt}`

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

/** Keys as text for people. */
export const keyTable = (keys: readonly (ListedKeyUse | ShownKey)[]): string =>
  textTable(
    ['ID', 'ACCOUNT', 'LABEL', 'STATE', 'LAST USED', 'NETWORKS', 'ONLY'],
    keys.map((key) => [
      ...[key.id, key.accountId, key.label, stateOf(key), key.lastUsedAt ?? 'never'],
      ...[key.networks.join(' '), allowances(key)],
    ]),
  )

const create: View<CreatedKey> = (created) => ({ json: created, text: announceKey(created) })

const rotate: View<RotatedKey, RotateKey> = ({ networks: _, ...rotated }, { params: { graceSeconds } }) => {
  const { replaces, revokesAt } = rotated
  const end = graceSeconds === 0 ? `${replaces} is revoked.` : `${replaces} works until ${revokesAt}.`
  return { json: rotated, text: `${announceKey(rotated)}\n\n${end}` }
}

const list: View<readonly ListedKeyUse[]> = (keys) => ({
  json: keys,
  text: keys.length === 0 ? 'There are no keys.' : keyTable(keys),
})

const show: View<ShownKey> = (key) => ({ json: key, text: keyTable([key]) })

const revoke: View<ShownKey> = (key) => ({ json: key, text: `${key.id} is revoked` })

const deleted: View<ShownKey> = (key) => ({ json: key, text: `${key.id} is deleted` })

/** Views of the key commands' results. */
export const keyViews: Readonly<Record<string, View>> = {
  'key.create': create,
  'key.delete': deleted,
  'key.list': list,
  'key.revoke': revoke,
  'key.rotate': rotate,
  'key.set': show,
  'key.show': show,
}

/** A new key as text for people: shown this once, with its addresses. */
const announceKey = ({ id, key, secret, urls }: CreatedKey): string =>
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
