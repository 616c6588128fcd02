// @generated from src/server/admin/openrpc.admin.json by scripts/generate — do not edit

export type Name = string
/**
 * An e-mail address, in ASCII; its case does not count.
 */
export type Email = string
/**
 * Whole credits.
 */
export type Credits = number
/**
 * An account's id.
 */
export type AccountId = string
/**
 * An e-mail address, in ASCII; null takes it away.
 */
export type EmailOrNull = string | null
/**
 * Whole credits; null takes the limit away.
 */
export type CreditsOrNull = number | null
/**
 * A passkey's id: that of its WebAuthn credential, in base64url.
 */
export type PasskeyId = string
export type Names = string[]
/**
 * A key's id; not its text.
 */
export type KeyId = string
export type Grouping = 'network' | 'method' | 'key' | 'day' | 'hour'
export type CallGrouping = 'network' | 'method' | 'key'
export type RankedBy = 'credits' | 'share' | 'errors' | 'lastUsed'
/**
 * ISO 8601, UTC.
 */
export type Moment = string
/**
 * Where the key reaches each of its networks; as secret as its text, which they hold. `byHost` is there for a network with a host of its own.
 */
export type KeyUrls = {
  network: string
  http: string
  webSocket: string
  byHost?: {
    http: string
    webSocket: string
  }
}[]

export interface AdminMethods {
  params: AdminParams
  results: AdminResults
}
/**
 * What each method of the admin API takes, by name, once it passed its schemas.
 */
export interface AdminParams {
  'account.create': {
    name: Name
    plan: Name
    email?: Email
    failover?: boolean
    dailyCredits?: Credits
    creditsPerSecond?: Credits
  }
  'account.list': {
    search?: string
    after?: AccountId
    limit?: number
  }
  'account.show': {
    id: AccountId
  }
  'account.set': {
    id: AccountId
    plan?: Name
    email?: EmailOrNull
    failover?: boolean
    suspended?: boolean
    dailyCredits?: CreditsOrNull
    creditsPerSecond?: CreditsOrNull
  }
  'account.delete': {
    id: AccountId
    yes?: boolean
  }
  'account.invite': {
    id: AccountId
  }
  'account.passkeys': {
    id: AccountId
  }
  'account.remove-passkeys': {
    id: AccountId
    passkey?: PasskeyId
  }
  'operator.invite': {}
  'key.create': {
    account: AccountId
    networks: Names
    secret?: boolean
    token?: boolean
    label?: string
    dailyLimit?: CreditsOrNull
    creditsPerSecond?: CreditsOrNull
    allowedMethods?: Names
    allowedContracts?: Names
    allowedOrigins?: Names
    allowedSources?: Names
  }
  'key.list': {
    account?: AccountId
    after?: KeyId
    limit?: number
  }
  'key.show': {
    id: KeyId
  }
  'key.revoke': {
    id: KeyId
  }
  'key.delete': {
    id: KeyId
    yes?: boolean
  }
  'key.rotate': {
    id: KeyId
    graceSeconds?: number
    secret?: boolean
  }
  'key.set': {
    id: KeyId
    networks?: Names
    token?: boolean
    label?: string
    dailyLimit?: CreditsOrNull
    creditsPerSecond?: CreditsOrNull
    allowedMethods?: Names
    allowedContracts?: Names
    allowedOrigins?: Names
    allowedSources?: Names
  }
  usage: {
    account?: AccountId
    all?: boolean
    day?: string
    month?: string
    from?: string
    to?: string
    by?: Grouping
    after?: AccountId
  }
  'usage.time': {
    account: AccountId
    day?: string
    from?: string
    to?: string
    by?: CallGrouping
  }
  'usage.ranking': {
    search?: string
    by?: RankedBy
    limit?: number
  }
  errors: {
    account: AccountId
    from?: string
    to?: string
    limit?: number
  }
  latency: {
    account: AccountId
    from?: string
    to?: string
    limit?: number
  }
  forwarded: {
    account?: AccountId
    since?: string
    until?: string
    limit?: number
  }
  audit: {
    account?: AccountId
    before?: number
    limit?: number
  }
  status: {}
  history: {
    network?: Name
    method?: Name
  }
  upstreams: {
    network?: Name
  }
  'upstreams.cordon': {
    name: Name
    network?: Name
    for?: string
  }
  'upstreams.uncordon': {
    name: Name
    network?: Name
  }
  'contract.print': {
    network?: Name
  }
}
/**
 * What each method of the admin API answers.
 */
export interface AdminResults {
  'account.create': Account
  'account.list': Account[]
  'account.show': ShownAccount
  'account.set': Account
  'account.delete': DeletedAccount
  'account.invite': Invitation
  'account.passkeys': Passkey[]
  'account.remove-passkeys': Passkey[]
  'operator.invite': Invitation
  'key.create': CreatedKey
  'key.list': ListedKey[]
  'key.show': Key
  'key.revoke': Key
  'key.delete': Key
  'key.rotate': RotatedKey
  'key.set': Key
  usage: Usage
  'usage.time': UsageOverTime
  'usage.ranking': Ranking
  errors: CallErrors
  latency: Latency
  forwarded: Forwarded[]
  audit: AuditEntry[]
  status: Status
  history: History
  upstreams: Upstream[]
  'upstreams.cordon': Cordon
  'upstreams.uncordon': Cordon
  'contract.print': {
    [k: string]: unknown
  }
}
/**
 * Who pays. Limits are there when they are the account's own, over its plan's.
 */
export interface Account {
  id: AccountId
  name: string
  plan: string
  isFailoverOn: boolean
  isSuspended: boolean
  email?: Email
  dailyCredits?: Credits
  creditsPerSecond?: Credits
  createdAt: Moment
}
/**
 * An account, the limits in force, the credits used today, its first 100 keys, and how many keys there are; key.list has the others.
 */
export interface ShownAccount {
  id: AccountId
  name: string
  plan: string
  isFailoverOn: boolean
  isSuspended: boolean
  email?: Email
  dailyCredits?: Credits
  creditsPerSecond?: Credits
  createdAt: Moment
  limits: {
    dailyCredits: Credits
    creditsPerSecond: Credits
  }
  usedToday: Credits
  keys: ListedKey[]
  keyCount: number
}
/**
 * A key as it is listed: without its allowlists, which may be long.
 */
export interface ListedKey {
  id: KeyId
  accountId: AccountId
  label: string
  networks: Names
  /**
   * Which of the four allowlists are not empty; key.show has them.
   */
  allowlists: ('methods' | 'contracts' | 'origins' | 'sources')[]
  dailyLimit?: Credits
  isRevoked: boolean
  revokesAt?: Moment
  createdAt: Moment
  creditsPerSecond?: Credits
  /**
   * Whether callers must send a token.
   */
  requiresToken: boolean
  /**
   * Whether callers must send its secret.
   */
  hasSecret: boolean
  /**
   * ISO 8601, written once a minute; null if the key was never used.
   */
  lastUsedAt: string | null
}
/**
 * An account that is deleted, and how many keys were with it.
 */
export interface DeletedAccount {
  id: AccountId
  name: string
  keys: Credits
}
/**
 * A link that signs in once. It is a secret, and nobody can ask for it again.
 */
export interface Invitation {
  url: string
  expiresAt: Moment
}
/**
 * A passkey of an account's holder, without its public key. `name` is the holder's own.
 */
export interface Passkey {
  id: PasskeyId
  name: string
  createdAt: Moment
  /**
   * ISO 8601; null if the passkey was never used.
   */
  lastUsedAt: string | null
}
/**
 * A new key. `key` is its text, a secret that nobody can ask for again.
 */
export interface CreatedKey {
  id: KeyId
  key: string
  /**
   * What callers must send beside the key, if anything; as little to be asked for again.
   */
  secret?: string
  urls: KeyUrls
}
/**
 * What a key may do; its text is not kept. An empty allowlist allows everything; the four together take at most 65536 bytes as JSON.
 */
export interface Key {
  id: KeyId
  accountId: AccountId
  label: string
  networks: Names
  allowedMethods: Names
  allowedContracts: Names
  allowedOrigins: Names
  allowedSources: Names
  dailyLimit?: Credits
  isRevoked: boolean
  revokesAt?: Moment
  createdAt: Moment
  creditsPerSecond?: Credits
  /**
   * Whether callers must send a token.
   */
  requiresToken: boolean
  /**
   * Whether callers must send its secret.
   */
  hasSecret: boolean
  /**
   * ISO 8601, written once a minute; null if the key was never used.
   */
  lastUsedAt: string | null
}
/**
 * A new key with its networks, the key it replaces, and when that one ends.
 */
export interface RotatedKey {
  id: KeyId
  key: string
  /**
   * What callers must send beside the key, if anything; as little to be asked for again.
   */
  secret?: string
  urls: KeyUrls
  replaces: KeyId
  revokesAt: Moment
  networks: Names
}
/**
 * What an account used, or all accounts; the totals are the sums of the rows. With `all` each row names its account, an answer has up to 500 accounts, fewer where they have many rows, and `next` is there when there are more.
 */
export interface Usage {
  account?: AccountId
  day?: string
  credits: Credits
  calls: Credits
  rows: {
    account?: AccountId
    network?: string
    method?: string
    key?: string
    calls: Credits
    credits: Credits
    errors: Credits
    day?: string
    hour?: string
  }[]
  from?: string
  to?: string
  next?: AccountId
}
/**
 * What an account used by time and group. Rows are by the hour (2026-11-21T08) for `day`, by the day for `from`. `names` are the seven groups with most credits; a row without `name` is the sum of the others.
 */
export interface UsageOverTime {
  account: AccountId
  from: string
  to: string
  names: string[]
  rows: {
    time: string
    name?: string
    calls: Credits
    credits: Credits
    errors: Credits
    /**
     * Calls that came to an error, free refusals included. They are counted by the day and for 30 days at most, so that hours and older days have none.
     */
    failed?: number
  }[]
}
/**
 * Accounts and methods by what was used today, and the sums over all accounts found. `errors` count free refusals, too. `dailyCredits` is the limit in force.
 */
export interface Ranking {
  day: string
  accounts: Credits
  calls: Credits
  credits: Credits
  errors: Credits
  rows: {
    account: Account
    dailyCredits: Credits
    calls: Credits
    credits: Credits
    errors: Credits
    lastUsedAt: string | null
  }[]
  methods: {
    method: string
    calls: Credits
    credits: Credits
  }[]
}
/**
 * What calls came to instead of an answer. `error` is a name of the error table of openrpc.json, `node_error` or `cancelled`. The `method` of a method-not-found is the name that was asked for: 32 a day of each key, `other` stands for the rest.
 */
export interface CallErrors {
  account: AccountId
  from: string
  to: string
  /**
   * How the operator adds methods that were asked for in vain.
   */
  hint?: string
  rows: {
    keyId: KeyId
    network: string
    method: string
    error: string
    calls: number
    lastAt: Moment
  }[]
}
/**
 * Percentiles of the times from reading a call to its answer, in the gateway, in milliseconds: interpolated in the buckets of /metrics, whose ends are 2 to 3 times apart. Refusals and failed calls are not in them; calls over WebSocket are.
 */
export interface Latency {
  account: AccountId
  from: string
  to: string
  rows: {
    network: string
    method: string
    calls: number
    p50Ms: number
    p95Ms: number
    p99Ms: number
  }[]
}
/**
 * One call that went to a partner, and why.
 */
export interface Forwarded {
  at: Moment
  accountId: AccountId
  keyId: KeyId
  network: string
  method: string
  partner: string
  reason: string
  durationMs: number
}
/**
 * One change, or one sign-in to the dashboard. `actor` is `operator` or the id of the account whose holder did it; `subject` is the account, key or upstream that was changed; `params` are the operation's, as JSON, and the id of the `newKey` if one was rotated.
 */
export interface AuditEntry {
  id: number
  at: Moment
  actor: string
  via: string
  operation: string
  accountId: string | null
  subject: string | null
  params: string
}
/**
 * How the running gateway does, all its processes together; counts since they started.
 */
export interface Status {
  version: string
  troubles: string[]
  networksDown: string[]
  workers: number
  reload: {
    isTaken: boolean
    takenAt: Moment
  }
  calls: number
  errors: number
  credits: number
  forwarded: number
  inFlight: number
  connections: number
  webSockets: number
  heldBytes: number
  cache: {
    bytes: number
    hits: number
    misses: number
    coalesced: number
  }
}
/**
 * Counts of all processes of the running gateway in slots of `slotSeconds`, the first of which begins at `from`. Kept in memory since `since`, for at most a day. Latencies are interpolated in the buckets of a histogram, and null without calls; `states` has the worst state seen in each slot, or null.
 */
export interface History {
  since: Moment
  from: Moment
  slotSeconds: number
  networks: string[]
  methods: string[]
  slots: {
    calls: number
    errors: number
    p50Ms: number | null
    p95Ms: number | null
  }[]
  upstreams: {
    network: string
    upstream: string
    states: ('up' | 'slow' | 'behind' | 'down' | 'cordoned' | null)[]
  }[]
}
/**
 * One upstream or partner. Latencies and error rate (0 to 1) are those of the last minute; `calls` counts since the gateway started, or since the network's configuration changed.
 */
export interface Upstream {
  network: string
  upstream: string
  isPartner: boolean
  state: 'up' | 'slow' | 'behind' | 'down' | 'cordoned'
  /**
   * Why it is in this state.
   */
  reason:
    | 'answers'
    | 'failures'
    | 'poll_failed'
    | 'hanging'
    | 'overtaken'
    | 'latency'
    | 'errors'
    | 'lag'
    | 'unhealthy'
    | 'wrong_chain'
    | 'operator'
  /**
   * What calls and polls show of it, also while it is cordoned.
   */
  measuredState: 'up' | 'slow' | 'behind' | 'down'
  /**
   * When its cordon ends by itself, ISO 8601; null when it does not, or there is none.
   */
  cordonedUntil: string | null
  /**
   * What its last failure was, such as `econnrefused`; null if it never failed.
   */
  lastFailure: string | null
  /**
   * Its newest block, or slot, in decimal; null while it is not known.
   */
  head: string | null
  /**
   * How far its head is below the network's, in decimal; negative if it is above.
   */
  lag: string | null
  inFlight: number
  calls: number
  p50Ms: number | null
  p95Ms: number | null
  errorRate: number
  /**
   * Methods that it is not asked for just now, each with the reason.
   */
  takenOut: {
    [k: string]: string
  }
  circuit: 'closed' | 'open' | 'half-open'
  /**
   * Which of several processes sees it so; left out where there is one.
   */
  worker?: number
}
/**
 * Whether an upstream is cordoned, and until when. `usableLeft` counts the network's own upstreams that calls can still go to.
 */
export interface Cordon {
  network: string
  upstream: string
  isCordoned: boolean
  /**
   * When the cordon ends by itself, ISO 8601; null when it does not, or there is none.
   */
  cordonedUntil: string | null
  usableLeft: number
}

/** Code and HTTP status of each error of the admin API. */
export const adminErrors = {
  invalidParams: { code: -32602, httpStatus: 400 },
  internalError: { code: -32603, httpStatus: 500 },
  unauthorized: { code: -34401, httpStatus: 401 },
  off: { code: -34403, httpStatus: 403 },
  notFound: { code: -34404, httpStatus: 404 },
  refused: { code: -34409, httpStatus: 409 },
  throttled: { code: -34429, httpStatus: 429 },
  storeAway: { code: -34503, httpStatus: 503 },
} as const

/** An error of the admin API. */
export type AdminErrorName = keyof typeof adminErrors
