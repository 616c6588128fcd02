/** Why no more events are paid for: the reason with which the connection is closed. */
export type UnpaidReason =
  | 'daily_credits_exhausted'
  | 'key_daily_credits_exhausted'
  | 'throttled'
  | 'ledger_unavailable'

export interface PaidEvent {
  readonly priceCredits: number
  /** Returns it, unsent, to the prepayment from which it was taken. */
  giveBack(): void
}

/**
 * Pays for the events of one kind to one key, in prepayments that are durably charged ahead.
 * Connections of the key share it within a process.
 */
export interface EventCredits {
  /** Takes one paid event; undefined if none is left at the moment. */
  take(): PaidEvent | undefined
  /**
   * Resolves when there is a paid event, or to the reason why no event is paid for. Others may take
   * the event first: try `take` again, and then `more`. Never rejects.
   */
  more(): Promise<'paid' | UnpaidReason>
  /** Ends one use; the last one gives the unused part of the prepayment back. */
  close(): void
}
