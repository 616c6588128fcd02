import { isDeepStrictEqual } from 'node:util'

/**
 * The result of an operation that found everything as it was asked to be, and wrote nothing. So
 * changes that change nothing wear out neither the store, nor the keys that other processes
 * remember, nor the audit log.
 */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

/** The result of an operation that may have changed nothing. */
export type OrUnchanged<Result> = Result | Unchanged<Result>

/** True when a record has the values of `changes` already; null stands for an absent member. */
export const hasAll = (record: object, changes: object): boolean =>
  Object.entries(changes).every(([name, value]) =>
    isDeepStrictEqual((record as Readonly<Record<string, unknown>>)[name], value ?? undefined),
  )
