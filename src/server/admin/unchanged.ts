import { isDeepStrictEqual } from 'node:util'

/**
 * The result of an operation that had nothing to change and wrote nothing. Such operations cost no
 * write, no cached keys in other processes and no audit entry.
 */
export class Unchanged<Result> {
  constructor(readonly result: Result) {}
}

export type OrUnchanged<Result> = Result | Unchanged<Result>

/** True if a record already has the values of `changes`; null stands for an absent member. */
export const hasAll = (record: object, changes: object): boolean =>
  Object.entries(changes).every(([name, value]) =>
    isDeepStrictEqual((record as Readonly<Record<string, unknown>>)[name], value ?? undefined),
  )
