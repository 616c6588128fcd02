import type { Key } from '../../accounts/account.js'
import type { KeySettings } from '../../admin/operations/key-settings.js'
import type { ShownKey } from '../../admin/operations/records.js'
import type { Input, Option } from '../command.js'
import { readLimit } from '../option-values.js'
import { textTable } from '../text-table.js'

/** The options that say what a key may do. */
export const keyOptions = {
  network: { type: 'string', multiple: true, value: 'N[,N…]', description: 'networks the key is enabled for' },
  label: { type: 'string', value: 'L', description: 'what the key is for' },
  'daily-limit': { type: 'string', value: 'C', description: 'credits a day that this key alone may use' },
  'credits-per-second': { type: 'string', value: 'C', description: 'credits a second that this key alone may use' },
  'allow-method': { type: 'string', multiple: true, value: 'M,…', description: 'only these methods' },
  'allow-contract': { type: 'string', multiple: true, value: 'A,…', description: 'only these contract addresses' },
  'allow-origin': { type: 'string', multiple: true, value: 'O,…', description: 'only these web origins' },
  'allow-source': { type: 'string', multiple: true, value: 'CIDR,…', description: 'only from these networks' },
} as const satisfies Record<string, Option>

/** `keyOptions` as the usage line shows them, without the networks. */
export const KEY_USAGE =
  '[--label L] [--daily-limit C] [--credits-per-second C] [--allow-method M,…] [--allow-contract A,…] [--allow-origin O,…] [--allow-source CIDR,…]'

/** What the command line says about a key: only the members whose options were given. Empty lists and an empty limit take away. */
export const readSettings = (input: Input): KeySettings => ({
  networks: input.list('network'),
  label: input.text('label'),
  dailyLimit: readLimit('daily-limit', input.text('daily-limit')),
  creditsPerSecond: readLimit('credits-per-second', input.text('credits-per-second')),
  allowedMethods: input.list('allow-method'),
  allowedContracts: input.list('allow-contract'),
  allowedOrigins: input.list('allow-origin'),
  allowedSources: input.list('allow-source'),
})

const stateOf = ({ isRevoked, revokesAt }: Key): string =>
  isRevoked ? 'revoked' : revokesAt === undefined ? 'active' : `until ${revokesAt}`

const allowances = (key: Key): string =>
  [
    ...key.allowedMethods,
    ...key.allowedContracts,
    ...key.allowedOrigins,
    ...key.allowedSources,
    ...(key.dailyLimit === undefined ? [] : [`${key.dailyLimit} credits/day`]),
    ...(key.creditsPerSecond === undefined ? [] : [`${key.creditsPerSecond} credits/s`]),
  ].join(' ')

/** Keys as text for people. */
export const keyTable = (keys: readonly ShownKey[]): string =>
  textTable(
    ['ID', 'ACCOUNT', 'LABEL', 'STATE', 'LAST USED', 'NETWORKS', 'ONLY'],
    keys.map((key) => [
      ...[key.id, key.accountId, key.label, stateOf(key), key.lastUsedAt ?? 'never'],
      ...[key.networks.join(' '), allowances(key)],
    ]),
  )
