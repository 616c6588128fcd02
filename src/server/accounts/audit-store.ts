/** The actor of the operator's changes. The id of an account begins with `acc_`. */
export const OPERATOR = 'operator'

/** How many changes are kept: of each holder, of the operator, and for how many days. */
export interface AuditBounds {
  readonly ofHolder: number
  readonly ofOperator: number
  readonly days: number
}

/** A holder's changes take the place of that holder's older ones, never of the operator's. */
export const auditBounds: AuditBounds = { ofHolder: 1_000, ofOperator: 100_000, days: 730 }

/**
 * One change that was made. `at` is ISO 8601.
 *
 * `actor`    `operator`, or the id of the account whose holder made it
 * `via`      how: `command line`, `api` or `dashboard`
 * `subject`  what was changed: an account's or key's id, or `network/upstream`; `accountId`: the
 *            account concerned, null for none
 * `params`   the operation's, as JSON; no secret is ever a param
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

/** A change as it stands in the log; `id` grows. */
export interface AuditRow extends AuditEntry {
  readonly id: number
}

/** Where changes are kept, within `auditBounds`; implemented in storage/. */
export interface AuditStore {
  record(entry: AuditEntry): Promise<void>
  /** The newest first; `before`: only those with a smaller id. */
  list(filter: { accountId?: string; before?: number; limit: number }): Promise<AuditRow[]>
}
