import { WorkTurns } from '../../src/runtime/turns/work-turns.js'

const throwOn = (bug: unknown) => {
  throw bug
}

/** Delivery in turns. What a step throws ends the test, unless it keeps the bugs. */
export const deliveryTurns = (
  afterTurn: (action: () => void) => void = (action) => void setImmediate(action),
  onBug: (bug: unknown) => void = throwOn,
) => new WorkTurns(afterTurn, onBug)
