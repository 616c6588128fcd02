import { isDeepStrictEqual } from 'node:util'

/**
 * The result of an operation that found everything as it was asked to be. Nothing was written, so that nobody wears out the store, the
 * memory of other processes or the audit log with changes that change nothing.
 */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

/** Whether a record has the values of `changes` already; null stands for a member that is not there. */
export const hasAll = (record: object, changes: object): boolean =>
  Object.entries(changes).every(([name, value]) =>
    isDeepStrictEqual((record as Readonly<Record<string, unknown>>)[name], value ?? undefined),
  )
