import { setTimeout as sleep } from 'node:timers/promises'

const PACE_MS = 4

/** Numbers of calls that a load sent and skipped. */
export interface LoadEnd {
  readonly sent: number
  /** Calls that were due but not sent, because `maxUnderWay` calls had no answer yet. */
  readonly skipped: number
}

/** A load at a fixed rate with a bound on the calls under way. */
export interface LoadSetting {
  readonly callsPerSecond: number
  /**
   * The most calls without an answer at any time. Calls that are due beyond that are skipped, so
   * that a machine that does not keep up gets a smaller load.
   */
  readonly maxUnderWay: number
  readonly isOver: () => boolean
  /** Sends one call; settles when it is answered. A rejection ends the load with its error. */
  readonly send: () => Promise<void>
}

/** Sends the calls that are due until `isOver`, and waits for the answers. */
export const runBoundedLoad = async (setting: LoadSetting): Promise<LoadEnd> => {
  const { callsPerSecond, maxUnderWay, isOver, send } = setting
  const startedMs = performance.now()
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  const counts = { sent: 0, skipped: 0 }
  while (!isOver() && failures.length === 0) {
    const due = ((performance.now() - startedMs) / 1000) * callsPerSecond
    while (counts.sent + counts.skipped < due) {
      if (underWay.size >= maxUnderWay) {
        counts.skipped++
        continue
      }
      counts.sent++
      const asked = send()
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(asked))
      underWay.add(asked)
    }
    await sleep(PACE_MS)
  }
  await Promise.all(underWay)
  if (failures.length > 0) throw failures[0]
  return counts
}
