/**
 * One change that was made. `at` is ISO 8601.
 *
 * `actor`    `operator`, or the id of the account whose holder made it
 * `via`      how: `command line`, `api` or `dashboard`
 * `subject`  what was changed: an account's or key's id, or `network/upstream`; `accountId`: the account concerned, null for none
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

/** Where changes are kept; implemented in storage/. Bounds: 100,000 changes, the oldest are dropped first. */
export interface AuditStore {
  record(entry: AuditEntry): Promise<void>
  /** The newest first; `before`: only those with a smaller id. */
  list(filter: { accountId?: string; before?: number; limit: number }): Promise<AuditRow[]>
}
