// @generated from openrpc.json by scripts/generate — do not edit

import type { MethodName, Params } from './methods.js'

/** A call of one method: `Call`, whose params are of the method's types. */
export type CallOf<Call, M extends MethodName> = Call & { readonly params: Readonly<Params[M]> }

/** Answers calls of one method, or hands them on. */
type Handler<Call, Reply, M extends MethodName> = (
  next: (call: CallOf<Call, M>) => Reply,
) => (call: CallOf<Call, M>) => Reply

/** The methods that answer with the number of the newest block (`x-answers`). */
export type NewestBlockMethod = "eth_blockNumber"

/** The methods whose answers are proven by EIP-1186 (`x-proof`). */
export type ProvenMethod = "eth_getStorageAt"

/** The methods with a handler: a missing or superfluous handler does not compile. */
export interface Handlers<Call, Reply> {
  /** The logs that match a filter. */
  readonly eth_getLogs: Handler<Call, Reply, 'eth_getLogs'>
}
