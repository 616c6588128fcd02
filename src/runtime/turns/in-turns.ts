import { setImmediate } from 'node:timers/promises'
import { stopwatchMs } from '../system-ports.js'

/** Longest turn; a call's measured times vary by no more. */
const TURN_MS = 2

/** A long computation in steps: yields after each, and returns the result. */
export type Steps<Made> = Generator<undefined, Made>

/** Runs all steps at once, where nothing else waits for the process. */
export const atOnce = <Made>(steps: Steps<Made>): Made => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/**
 * Runs the steps in short turns, with sockets and timers served between them.
 *
 * `nextTurn`  waits for the next turn
 * Errors      those of the steps
 */
export const inTurns = async <Made>(
  steps: Steps<Made>,
  nextTurn: () => Promise<unknown> = () => setImmediate(),
): Promise<Made> => {
  for (;;) {
    const endsMs = stopwatchMs() + TURN_MS
    while (stopwatchMs() < endsMs) {
      const { done, value } = steps.next()
      if (done) return value
    }
    await nextTurn()
  }
}

/** Visits between two readings of the clock. */
const VISITED_AT_ONCE = 20

/**
 * Visits all members of a set in short turns, with members that are added between turns. `visit`
 * must not throw.
 */
export const visitInTurns = <Visited>(all: ReadonlySet<Visited>, visit: (one: Visited) => void): void => {
  void inTurns(visiting(all, visit))
}

function* visiting<Visited>(all: ReadonlySet<Visited>, visit: (one: Visited) => void): Steps<void> {
  let count = 0
  for (const one of all) {
    visit(one)
    if (++count % VISITED_AT_ONCE === 0) yield
  }
}

/** Values sorted or merged in one step. */
const SORTED_AT_ONCE = 1_000

/** Sorts like Array.sort, in steps: sorting a hundred thousand values takes 0.1 s. */
export function* sorting<Value>(values: readonly Value[], order: (one: Value, other: Value) => number): Steps<Value[]> {
  let runs: Value[][] = []
  for (let at = 0; at < values.length; at += SORTED_AT_ONCE) {
    runs.push(values.slice(at, at + SORTED_AT_ONCE).sort(order))
    yield
  }
  while (runs.length > 1) {
    const merged: Value[][] = []
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* merging(runs[at]!, runs[at + 1] ?? [], order))
    runs = merged
  }
  return runs[0] ?? []
}

function* merging<Value>(
  ones: readonly Value[],
  others: readonly Value[],
  order: (one: Value, other: Value) => number,
): Steps<Value[]> {
  const merged: Value[] = []
  let at = 0
  for (const one of ones) {
    while (at < others.length && order(others[at]!, one) < 0) {
      merged.push(others[at++]!)
      if (merged.length % SORTED_AT_ONCE === 0) yield
    }
    merged.push(one)
    if (merged.length % SORTED_AT_ONCE === 0) yield
  }
  for (; at < others.length; at++) {
    merged.push(others[at]!)
    if (merged.length % SORTED_AT_ONCE === 0) yield
  }
  return merged
}
