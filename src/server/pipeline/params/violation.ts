import type { ValueKind } from '../../../../generated/methods.js'
import type { ValidationError } from '../../../../generated/validators.js'

/** A violation of the contract, independent of a family's wording. */
export interface Violation {
  /** JSON pointer into the params. */
  readonly path: string
  /** Index of the parameter; undefined if the params as a whole are wrong. */
  readonly index: number | undefined
  readonly keyword: string
  /** The innermost named schema of the contract that was violated. */
  readonly component: string | undefined
  /** The kind of that schema's values. */
  readonly kind: ValueKind | undefined
  readonly value: unknown
  /** A member that conflicts with the value of another; `value` is the other's. */
  readonly dependency?: { readonly member: string; readonly on: string }
  readonly error: ValidationError
}

/** Quotes a caller's text, cut at 80 characters. */
export const quoted = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}…` : value)
