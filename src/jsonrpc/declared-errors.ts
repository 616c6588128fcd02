import type { ErrorName } from '../../generated/errors.js'
import { ErrorCache } from './error-cache.js'
import { type Fail, fail } from './reply.js'

/** The errors that one stage answers with, and the only ways to make them there. */
export interface DeclaredErrors<Names extends ErrorName> {
  readonly names: readonly Names[]
  /** Makes one of them; another name does not compile. */
  readonly fail: Fail<Names>
  /** Makes one of them again and again, see ErrorCache. */
  cache<E extends Names>(name: E): ErrorCache<E>
}

/** Declares which errors a stage answers with: the list that the errors of methods in the contract are held against. */
export const declareErrors = <const Names extends ErrorName>(...names: readonly Names[]): DeclaredErrors<Names> => ({
  names,
  fail,
  cache: (name) => new ErrorCache(name),
})
