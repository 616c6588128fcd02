import { methods } from '../../../generated/methods.js'
import type { Failure } from './reply.js'
import type { Piece } from './write-reply.js'

/** A well-formed call; its method and params are not checked yet. */
export interface Envelope {
  /** The id's own bytes as latin1 text; written back unchanged. */
  readonly idText: string
  readonly method: string
  /**
   * As parsed, for validation: big numbers are rounded here. `undefined` when given by name (an
   * object).
   */
  readonly params: readonly unknown[] | undefined
  /**
   * The params' own bytes, for forwarding; `[]` when absent. Text is a slice of the whole body:
   * copy it to keep it for long.
   */
  readonly paramsBytes: Piece
}

/** One member of a body: a call, a notification (never answered), or something that is neither. */
export type Member =
  | { readonly kind: 'call'; readonly envelope: Envelope }
  | { readonly kind: 'notification' }
  | { readonly kind: 'refused'; readonly idText: string; readonly failure: Failure }

/** A request body, read: its calls in their order. */
export interface Body {
  readonly isBatch: boolean
  readonly members: readonly Member[]
}

/** How much a body may hold. */
export interface BodyLimits {
  readonly maxBatch: number
  readonly maxDepth: number
  /** The methods whose calls are read fast; left out: the built-in ones. */
  readonly methodNames?: MethodNames
}

/**
 * The names of the methods that contracts have, each as itself: a call's own text of a name would
 * hold all of its body in memory where it is kept.
 */
export type MethodNames = ReadonlyMap<string, string>

/** Makes them of names that may come several times. */
export const asMethodNames = (names: Iterable<string>): MethodNames => new Map([...names].map((name) => [name, name]))

/** Those of the built-in contract. */
export const builtInNames = asMethodNames(Object.keys(methods))
