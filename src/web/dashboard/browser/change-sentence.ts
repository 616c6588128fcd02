import type { AuditEntry } from '../../../../generated/admin.js'
import { count, span } from './format.js'

type RecordedParams = Readonly<Record<string, unknown>>

/** Names of the accounts and keys that the page knows, by id. */
export type KnownNames = ReadonlyMap<string, string>

const list = (value: unknown): string => (value as readonly unknown[]).join(', ')

const limit = (what: string) => (value: unknown) =>
  value === null ? `took the limit of ${what} away` : `set ${what} to ${count(Number(value))}`

const allowlist = (what: string) => (value: unknown) => {
  const { length } = value as readonly unknown[]
  return length === 0 ? `allowed all ${what}` : `allowed ${length} ${what} only`
}

const onOff = (on: string, off: string) => (value: unknown) => (value === true ? on : off)

/** Describes a changed setting, by its parameter. */
const SETTINGS: Readonly<Record<string, (value: unknown) => string>> = {
  plan: (value) => `set the plan to ${value}`,
  failover: onOff('switched failover on', 'switched failover off'),
  suspended: onOff('suspended the account', 'let the account call again'),
  email: (value) => (value === null ? 'removed the e-mail address' : `set the e-mail address to ${value}`),
  dailyCredits: limit('credits a day'),
  dailyLimit: limit('credits a day'),
  creditsPerSecond: limit('credits a second'),
  label: (value) => (value === '' ? 'removed the label' : `set the label to “${value}”`),
  networks: (value) => `enabled ${list(value)}`,
  allowedMethods: allowlist('methods'),
  allowedContracts: allowlist('contract addresses'),
  allowedOrigins: allowlist('web origins'),
  allowedSources: allowlist('source networks'),
  token: onOff('made it want a token', 'made it want no token'),
}

const settings = (params: RecordedParams): string => {
  const said = Object.entries(params).flatMap(([name, value]) => {
    const say = SETTINGS[name]
    return say === undefined ? [] : [say(value)]
  })
  const last = said.pop() ?? 'changed settings'
  return said.length === 0 ? last : `${said.join(', ')} and ${last}`
}

/** Settings of a new key without those that restrict nothing. */
const restrictions = (params: RecordedParams): RecordedParams =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) =>
        name !== 'label' && value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  )

/**
 * The entry has the params that were given: a key rotated without `graceSeconds` works a day more.
 */
const grace = (seconds: unknown): string =>
  seconds === 0
    ? '; the old one ended at once'
    : `; the old one works ${seconds === undefined ? 'a day' : span(Number(seconds) * 1_000)} more`

/** Ways to sign in, by the entry's `by`. */
const WAYS: Readonly<Record<string, (params: RecordedParams) => string>> = {
  token: () => 'with the admin token',
  link: () => 'by a one-time link',
  passkey: ({ passkey }) => `with the passkey “${passkey}”`,
  openid: ({ subject }) => `at the identity provider, as ${subject}`,
}

const wayOf = (params: RecordedParams): string => WAYS[String(params.by)]?.(params) ?? `by ${params.by}`

/** Why a sign-in was refused, by the entry's `refusal`. */
const REFUSALS: Readonly<Record<string, string>> = {
  expired: 'the link had expired',
  off: 'admin.token is not set',
  'no-account': 'no account has this e-mail address any more',
  'wrong-passkey': 'the passkey was just removed',
}

/** Describes a change or sign-in, by operation; `it` names the record. */
const DONE: Readonly<Record<string, (params: RecordedParams, it: string) => string>> = {
  'account.create': ({ plan }, it) => `created the account ${it} on plan ${plan}`,
  'account.set': (params) => settings(params),
  'account.delete': (_, it) => `deleted the account ${it} with its keys`,
  'account.invite': () => 'made a one-time link for the account’s holder',
  'operator.invite': () => 'made a one-time link for an operator',
  'account.remove-passkeys': ({ passkey }) =>
    passkey === undefined
      ? 'removed all passkeys of the account’s holder'
      : 'removed a passkey of the account’s holder',
  'sign-in': (params) => `signed in ${wayOf(params)}`,
  'sign-in.refused': (params) =>
    `could not sign in ${wayOf(params)}: ${REFUSALS[String(params.refusal)] ?? params.refusal}`,
  'passkey.add': ({ name }) => `added the passkey “${name}”`,
  'passkey.remove': ({ name }) => `removed the passkey “${name}”`,
  'key.create': (params, it) => `created the key ${it}: ${settings(restrictions(params))}`,
  'key.set': (params, it) => `changed the key ${it}: ${settings(params)}`,
  'key.rotate': ({ graceSeconds, newKey = 'a new one' }, it) =>
    `replaced the key ${it} by ${newKey}${grace(graceSeconds)}`,
  'key.revoke': (_, it) => `revoked the key ${it}`,
  'key.delete': (_, it) => `deleted the key ${it}`,
  'upstreams.cordon': ({ for: duration }, it) =>
    `cordoned the upstream ${it}${duration === undefined ? ' until it is uncordoned' : ` for ${duration}`}`,
  'upstreams.uncordon': (_, it) => `gave calls to the upstream ${it} again`,
}

const subjectName = ({ subject, operation }: AuditEntry, params: RecordedParams, names: KnownNames): string => {
  const given = operation === 'account.create' ? params.name : operation === 'key.create' ? params.label : undefined
  const name = names.get(subject ?? '') ?? given
  return typeof name === 'string' && name !== '' ? `“${name}”` : (subject ?? '')
}

const actorOf = ({ actor, via }: AuditEntry, reader: string | undefined, names: KnownNames): string => {
  if (actor === reader) return 'You'
  if (actor === 'operator')
    return via === 'dashboard' ? 'The operator' : `The operator, by the ${via === 'api' ? 'API' : via},`
  return `The holder of ${names.get(actor) ?? actor}`
}

/**
 * An entry of the change log in a sentence: "You switched failover on."
 *
 * `reader`  the account whose holder reads; undefined: an operator, who may be one of several
 */
export const changeSentence = (entry: AuditEntry, reader: string | undefined, names: KnownNames): string => {
  const params = JSON.parse(entry.params) as RecordedParams
  const done = DONE[entry.operation]?.(params, subjectName(entry, params, names)) ?? `ran ${entry.operation}`
  return `${actorOf(entry, reader, names)} ${done}.`
}
