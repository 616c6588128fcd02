import { setImmediate as nextTurn } from 'node:timers/promises'
import { stopwatchMs } from './system-ports.js'

/** So long a turn may be: what is measured of a call in the meantime moves by no more. */
const TURN_MS = 2

/** Something long that is made piece by piece: it yields after each, and returns what it made. */
export type Steps<Made> = Generator<undefined, Made>

/** Takes all steps at once, where nothing else waits for the process. */
export const atOnce = <Made>(steps: Steps<Made>): Made => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Takes the steps in short turns, between which sockets and timers have theirs. Errors: those of the steps. */
export const inTurns = async <Made>(steps: Steps<Made>): Promise<Made> => {
  for (;;) {
    const endsMs = stopwatchMs() + TURN_MS
    while (stopwatchMs() < endsMs) {
      const { done, value } = steps.next()
      if (done) return value
    }
    await nextTurn()
  }
}
