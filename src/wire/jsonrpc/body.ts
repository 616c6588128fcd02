import { methods } from '../../../generated/methods.js'
import type { Failure } from './reply.js'
import type { Piece } from './write-reply.js'

/** A well-formed call; its method and params are not checked yet. */
export interface Envelope {
  /** The id's bytes as latin1 text, written back unchanged. */
  readonly idText: string
  readonly method: string
  /** As parsed, for validation: large numbers are rounded. `undefined` for params by name. */
  readonly params: readonly unknown[] | undefined
  /**
   * The params' bytes, for forwarding; `[]` if absent. Text is a slice of the whole body: copy it
   * to keep it for long.
   */
  readonly paramsJson: Piece
}

/** One member of a body: a call, a notification (never answered), or something that is neither. */
export type Member =
  | { readonly kind: 'call'; readonly envelope: Envelope }
  | { readonly kind: 'notification' }
  | { readonly kind: 'refused'; readonly idText: string; readonly failure: Failure }

/** A parsed request body: its calls in order. */
export interface Body {
  readonly isBatch: boolean
  readonly members: readonly Member[]
}

/** Limits on the size and depth of a body. */
export interface BodyLimits {
  readonly maxBatch: number
  readonly maxDepth: number
  /** Methods whose calls are read fast; by default the built-in ones. */
  readonly methodNames?: MethodNames
}

/**
 * The contracts' method names, each mapped to itself: a name cut from a call's text would keep the
 * whole body in memory.
 */
export type MethodNames = ReadonlyMap<string, string>

/** Creates the map from names that may repeat. */
export const asMethodNames = (names: Iterable<string>): MethodNames => new Map([...names].map((name) => [name, name]))

/** The methods of the built-in contract. */
export const builtInNames = asMethodNames(Object.keys(methods))
