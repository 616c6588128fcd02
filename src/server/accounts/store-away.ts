/**
 * The store cannot be reached, or does not answer in time. A change that was asked for may be made
 * all the same.
 */
export class StoreAway extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreAway'
  }
}

/**
 * Codes of SQLite's errors while another program holds the lock of the file, or while its disk is
 * full, read-only or fails.
 */
const AWAY = /^SQLITE_(BUSY|FULL|READONLY|IOERR|CANTOPEN)/

/** True if an error says that the store is away, and not that the gateway made a mistake. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreAway || AWAY.test(String((error as { code?: unknown }).code))

/**
 * Guards jobs that wait in a queue for the store, because a store that hangs takes seconds each.
 */
export class AwayGuard {
  /** Jobs that found the store away. */
  private times = 0

  /**
   * Makes a job of one that begins to wait now: it rejects at once if others find the store away.
   */
  guard<Out>(job: () => Promise<Out>): () => Promise<Out> {
    const timesBefore = this.times
    return async () => {
      if (this.times !== timesBefore) throw new StoreAway('the store did not answer others')
      try {
        return await job()
      } catch (error) {
        if (isStoreAway(error)) this.times++
        throw error
      }
    }
  }
}
