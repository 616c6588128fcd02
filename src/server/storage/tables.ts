import type { Generated } from 'kysely'
import { DURATION_BOUNDS_SECONDS } from '../credits/usage/call-durations.js'

/**
 * The tables that MIGRATIONS make, as Kysely types. Booleans are 0 and 1, lists JSON text, moments
 * ISO 8601.
 */
export interface Tables {
  accounts: AccountRow
  keys: KeyRow
  key_uses: KeyUseRow
  usage: UsageTableRow
  usage_days: UsageDayRow
  forwarded: ForwardedTableRow
  call_errors: CallErrorTableRow
  call_durations: CallDurationTableRow
  sessions: SessionTableRow
  sign_in_links: Omit<SessionTableRow, 'binding' | 'seen_at' | 'passkey_id'>
  passkeys: PasskeyRow
  used_challenges: Pick<SessionTableRow, 'hash' | 'expires_at'>
  dashboard_secrets: { name: string; secret: string }
  audit: AuditTableRow
}

export interface AccountRow {
  id: string
  name: string
  lower_name: string
  plan: string
  is_failover_on: number
  is_suspended: number
  email: string | null
  daily_credits: number | null
  credits_per_second: number | null
  created_at: string
}

export interface KeyRow {
  id: string
  account_id: string
  /** Lower-case hex SHA-256 of the key text. */
  hash: string
  label: string
  networks: string
  allowed_methods: string
  allowed_contracts: string
  allowed_origins: string
  allowed_sources: string
  daily_limit: number | null
  credits_per_second: number | null
  /** Lower-case hex SHA-256 of its secret. */
  secret_hash: string | null
  requires_token: number
  is_revoked: number
  revokes_at: string | null
  created_at: string
}

interface KeyUseRow {
  key_id: string
  last_used_at: string
}

type UsageDayRow = Omit<UsageTableRow, 'hour'>

interface UsageTableRow {
  account_id: string
  key_id: string
  day: string
  hour: number
  network: string
  method: string
  calls: number
  credits: number
  errors: number
  forwarded: number
  cached: number
}

interface ForwardedTableRow {
  /** Assigned by the store; orders calls of the same moment. */
  id: Generated<number>
  at: string
  account_id: string
  key_id: string
  network: string
  method: string
  partner: string
  reason: string
  duration_ms: number
}

interface CallErrorTableRow {
  account_id: string
  day: string
  key_id: string
  network: string
  method: string
  error: string
  calls: number
  last_at: string
}

type DurationColumn = `us_${string}`

/** The columns of call_durations that count, in the order of the buckets. */
export const DURATION_COLUMNS: readonly DurationColumn[] = [
  ...DURATION_BOUNDS_SECONDS.map((seconds): DurationColumn => `us_${Math.round(seconds * 1e6)}`),
  'us_more',
]

interface CallDurationTableRow extends Record<DurationColumn, number> {
  account_id: string
  day: string
  network: string
  method: string
}

interface SessionTableRow {
  /** Lower-case hex SHA-256 of the secret. */
  hash: string
  /** Null: the operator. */
  account_id: string | null
  binding: string
  created_at: string
  seen_at: string
  expires_at: string
  /** The passkey that began it, if one did. */
  passkey_id: string | null
}

export interface PasskeyRow {
  id: string
  account_id: string
  name: string
  public_key: string
  counter: number
  transports: string
  created_at: string
  last_used_at: string | null
}

interface AuditTableRow {
  id: Generated<number>
  at: string
  actor: string
  via: string
  operation: string
  account_id: string | null
  subject: string | null
  is_sign_in: number
  /** JSON. */
  params: string
}
