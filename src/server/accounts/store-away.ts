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

/** The code of SQLite's errors while another program holds the lock of the file. */
const LOCKED = 'SQLITE_BUSY'

/** True if an error says that the store is away, and not that the gateway made a mistake. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof StoreAway || (error as { code?: unknown }).code === LOCKED
