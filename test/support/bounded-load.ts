import { setTimeout as sleep } from 'node:timers/promises'

const PACE_MS = 4

/** What a load came to. */
export interface LoadEnd {
  readonly sent: number
  /** Calls that were due, and were not sent because as many as allowed were still under way. */
  readonly skipped: number
}

/** A load at a fixed rate with a bound on what is under way. */
export interface LoadSetting {
  readonly callsPerSecond: number
  /**
   * Calls without an answer at any time. What is due beyond them is skipped: on a machine that does
   * not keep up, the load gives way.
   */
  readonly maxUnderWay: number
  readonly isOver: () => boolean
  /**
   * Sends one call and settles when it is answered; one that rejects ends the load with its error.
   */
  readonly send: () => Promise<void>
}

/** Sends what is due until `isOver`, and waits for the answers. */
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
