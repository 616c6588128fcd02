// @generated from openrpc.json by scripts/generate — do not edit

import { EvmClient as BaseEvmClient, SolanaClient as BaseSolanaClient } from './clients.js'
import type { ClientOptions } from './core/family-client.js'
import { fetchPlatform } from './core/fetch-platform.js'

export type { EvmCallError, EvmMethod, SolanaCallError, SolanaMethod } from './clients.js'
export type { AnswerFacts } from './core/answer-facts.js'
export type { BatchCall, BatchReply, CallOptions, ClientOptions } from './core/family-client.js'
export type { HttpAnswer, HttpPost } from './core/http-transport.js'
export { toBigInt, toQuantity } from './core/quantity.js'
export { ResumeLost } from './core/resume-points.js'
export type { ResumePoint, StoredHead, StoredLog } from './core/resume-points.js'
export { type RetryOptions, retry, retryDelayMs } from './core/retry.js'
export { type GatewayError, type NodeError, RpcError, TransportError } from './core/rpc-error.js'
export type { WatchOptions } from './core/watch.js'
export type { WebSocketConstructor } from './core/websocket-transport.js'
export type { ErrorData, ErrorName } from './errors.js'
export type { MethodName, Params, ResultOf, Results } from './methods.js'
export type * from './types.js'

/**
 * A client of networks of the family evm,
 * over fetch or a WebSocket.
 */
export class EvmClient extends BaseEvmClient {
  constructor(options: ClientOptions) {
    super(options, fetchPlatform)
  }
}

/**
 * A client of networks of the family solana,
 * over fetch or a WebSocket.
 */
export class SolanaClient extends BaseSolanaClient {
  constructor(options: ClientOptions) {
    super(options, fetchPlatform)
  }
}
