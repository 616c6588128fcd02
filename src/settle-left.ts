import type { LeaseStore } from './credits/lease-store.js'
import { leftJournals } from './storage/journal-file.js'

const LOOK_MS = 100
/** A worker whose primary is gone ends within two seconds. */
const PATIENCE_MS = 10_000

/** Settles what processes that are gone have left in their journals; how many processes still write to theirs. */
export const settleLeft = async (leases: Pick<LeaseStore, 'end'>, folder: string): Promise<number> => {
  const { left, inUse } = leftJournals(folder)
  for (const [index, journal] of left.entries()) {
    try {
      await leases.end(journal.processId, journal.lines)
    } catch (error) {
      for (const one of left.slice(index)) one.close(false)
      throw error
    }
    journal.close(true)
  }
  return inUse
}

/**
 * The same for a store that one process owns: whoever leased from an earlier owner must be gone, for its leases are void.
 *
 * Errors  rejects when one of them is still there after ten seconds
 */
export const settleAllLeft = async (leases: Pick<LeaseStore, 'end'>, folder: string): Promise<void> => {
  for (let waitedMs = 0; (await settleLeft(leases, folder)) > 0; waitedMs += LOOK_MS) {
    if (waitedMs >= PATIENCE_MS)
      throw new Error(`workers of an earlier gateway still write to ${folder}; end them first`)
    await new Promise((next) => setTimeout(next, LOOK_MS))
  }
}
