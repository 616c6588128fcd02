import type { ErrorName, GivenData } from '../../../generated/errors.js'
import { SharedError } from './error-object.js'
import { errorOf, type Fail, type Failure, fail, failWith } from './reply.js'

/**
 * The parts in which errors of one name differ; its data are flat, so that two are quickly
 * compared.
 */
export interface RefusalDetail<E extends ErrorName> {
  /** Replaces the table's message. */
  readonly message?: string
  readonly data: GivenData<E>
}

type AnyDetail = { readonly message?: string; readonly data: object }

/** Callers' values are quoted cut short; a longer text is not cached. */
const MAX_KEPT_LENGTH = 512

/**
 * Creates one error's failures. Rejected clients repeat themselves, so the last error is cached
 * with its text.
 *
 * Bounds  one error, of texts no longer than `MAX_KEPT_LENGTH`
 */
export class ErrorCache<E extends ErrorName> {
  private last: { readonly detail: RefusalDetail<E>; readonly error: SharedError } | undefined

  constructor(private readonly name: E) {}

  fail(detail: RefusalDetail<E>): Failure {
    const { name, last } = this
    if (last !== undefined && isAlike(last.detail, detail)) return failWith(name, last.error)
    if (!isShort(detail)) return failWith(name, errorOf(name, detail.data, undefined, detail.message))
    const error = new SharedError(errorOf(name, detail.data, undefined, detail.message))
    this.last = { detail, error }
    return failWith(name, error)
  }
}

/** True if two details of one error are equal; details of one error have the same members. */
const isAlike = (a: AnyDetail, b: AnyDetail): boolean => {
  if (a.message !== b.message) return false
  for (const key in a.data) if (a.data[key as never] !== b.data[key as never]) return false
  return true
}

const isShort = ({ message = '', data }: AnyDetail): boolean =>
  [message, ...Object.values(data)].every((value) => typeof value !== 'string' || value.length <= MAX_KEPT_LENGTH)

/** The errors of one stage, and the only ways to create them there. */
export interface DeclaredErrors<Names extends ErrorName> {
  readonly names: readonly Names[]
  /** Creates one of them; another name does not compile. */
  readonly fail: Fail<Names>
  /** A cached factory for one of them, see ErrorCache. */
  cache<E extends Names>(name: E): ErrorCache<E>
}

/**
 * Declares the errors of a stage; the errors that the contract lists for methods are checked
 * against them.
 */
export const declareErrors = <const Names extends ErrorName>(...names: readonly Names[]): DeclaredErrors<Names> => ({
  names,
  fail,
  cache: (name) => new ErrorCache(name),
})
