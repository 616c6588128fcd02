/** Actor of the operator's changes. Account ids begin with `acc_`. */
export const OPERATOR = 'operator'

/** Number of entries to keep, per holder and of the operator, and their age in days. */
export interface AuditBounds {
  readonly ofHolder: number
  readonly ofOperator: number
  readonly days: number
}

/** A holder's changes displace only that holder's older ones, never the operator's. */
export const auditBounds: AuditBounds = { ofHolder: 1_000, ofOperator: 100_000, days: 730 }

/**
 * One change. `at` is ISO 8601.
 *
 * `actor`    `operator`, or the id of the account whose holder made it
 * `via`      `command line`, `api` or `dashboard`
 * `subject`  the changed account or key (its id), or `network/upstream`; `accountId`: the account
 *            concerned, or null
 * `params`   the operation's parameters as JSON, which never have a secret
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

/** Stores changes, within `auditBounds`; implemented in storage/. */
export interface AuditStore {
  record(entry: AuditEntry): Promise<void>
  /** Newest first; `before` selects smaller ids. */
  list(filter: { accountId?: string; before?: number; limit: number }): Promise<AuditRow[]>
}
