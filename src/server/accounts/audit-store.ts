/** Actor of the operator's changes. Account ids begin with `acc_`. */
export const OPERATOR = 'operator'

/** Operation of an entry about a sign-in. Entries of other operations are changes. */
export const SIGN_IN = 'sign-in'
/** Operation of an entry about a refused sign-in. */
export const REFUSED_SIGN_IN = 'sign-in.refused'

/** Number of entries to keep. */
interface KeptEntries {
  readonly changes: number
  readonly signIns: number
}

/** Number of entries to keep, per holder and of the operator, and their age in days. */
export interface AuditBounds {
  readonly ofHolder: KeptEntries
  readonly ofOperator: KeptEntries
  readonly days: number
}

/**
 * A holder's entries displace only that holder's older ones, never the operator's. Sign-ins
 * displace only sign-ins, so nobody hides a change by signing in again and again.
 */
export const auditBounds: AuditBounds = {
  ofHolder: { changes: 1_000, signIns: 200 },
  ofOperator: { changes: 100_000, signIns: 10_000 },
  days: 730,
}

/**
 * One change, or one sign-in to the dashboard. `at` is ISO 8601.
 *
 * `actor`    `operator`, or the id of the account whose holder made it
 * `via`      `command line`, `api` or `dashboard`
 * `subject`  the changed account or key (its id), or `network/upstream`; `accountId`: the account
 *            concerned, or null
 * `params`   the operation's parameters as JSON, which never have a secret, and the id of the
 *            `newKey` if one was rotated; of a sign-in, how the person proved who they are
 */
export interface AuditEntry {
  readonly at: string
  readonly actor: string
  readonly via: string
  readonly operation: string
  readonly accountId: string | null
  readonly subject: string | null
  readonly params: string
}

/** An entry of the log; ids grow. */
export interface AuditRow extends AuditEntry {
  readonly id: number
}

/** Stores changes and sign-ins, within `auditBounds`; implemented in storage/. */
export interface AuditStore {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` selects smaller ids. */
  list(filter: { accountId?: string; before?: number; limit: number }): Promise<AuditRow[]>
}
