import type { ErrorName, GivenData } from '../../../generated/errors.js'
import { SharedError } from './error-object.js'
import { errorOf, type Fail, type Failure, fail, failWith } from './reply.js'

/**
 * What may differ between refusals of one name; data of one level, so that two of them are quickly
 * compared.
 */
export interface RefusalDetail<E extends ErrorName> {
  /** Said instead of the message of the table. */
  readonly message?: string
  readonly data: GivenData<E>
}

type AnyDetail = { readonly message?: string; readonly data: object }

/** Callers' values are quoted cut short; what is longer all the same is not kept. */
const MAX_KEPT_LENGTH = 512

/**
 * Makes one error's refusals. Rejected clients repeat themselves, so the last error is cached with
 * its text.
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

/** Whether two details of one error's refusals say the same; such details have the same members. */
const isAlike = (a: AnyDetail, b: AnyDetail): boolean => {
  if (a.message !== b.message) return false
  for (const key in a.data) if (a.data[key as never] !== b.data[key as never]) return false
  return true
}

const isShort = ({ message = '', data }: AnyDetail): boolean =>
  [message, ...Object.values(data)].every((value) => typeof value !== 'string' || value.length <= MAX_KEPT_LENGTH)

/** The errors that one stage answers with, and the only ways to make them there. */
export interface DeclaredErrors<Names extends ErrorName> {
  readonly names: readonly Names[]
  /** Makes one of them; another name does not compile. */
  readonly fail: Fail<Names>
  /** Makes one of them again and again, see ErrorCache. */
  cache<E extends Names>(name: E): ErrorCache<E>
}

/**
 * Declares which errors a stage answers with: the list that the errors of methods in the contract
 * are held against.
 */
export const declareErrors = <const Names extends ErrorName>(...names: readonly Names[]): DeclaredErrors<Names> => ({
  names,
  fail,
  cache: (name) => new ErrorCache(name),
})
