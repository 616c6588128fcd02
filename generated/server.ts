// @generated from openrpc.json by scripts/generate — do not edit

import type { MethodName, Params } from './methods.js'

/** Exactly the methods that have a rule of their own: a missing or superfluous handler does not compile. */
export interface Handlers<Handler> {
  /** The logs that match a filter. */
  readonly eth_getLogs: Handler
}

/** A call of one method, with params of its types. */
export type CallOf<M extends MethodName> = { method: M; params: Params[M] }

/** A call of any method; comparing `method` narrows `params`. */
export type AnyCall = { [M in MethodName]: CallOf<M> }[MethodName]
