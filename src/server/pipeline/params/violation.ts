import type { ValueKind } from '../../../../generated/methods.js'
import type { ValidationError } from '../../../../generated/validators.js'

/** One violation of the contract, put so that a family's wording can be chosen from it. */
export interface Violation {
  /** JSON pointer into the params. */
  readonly path: string
  /** Position of the parameter it is in; undefined when it is about the params as a whole. */
  readonly index: number | undefined
  readonly keyword: string
  /** Name of the contract's schema that was violated, the innermost that has one. */
  readonly component: string | undefined
  /** What the values of that schema are. */
  readonly kind: ValueKind | undefined
  readonly value: unknown
  /**
   * The member that does not go with what another member is, and that other; `value` is the
   * other's.
   */
  readonly dependency?: { readonly member: string; readonly on: string }
  readonly error: ValidationError
}

/** A caller's text, for quoting: cut at 80 characters. */
export const quoted = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' && value.length > 80 ? `${value.slice(0, 80)}…` : value)
