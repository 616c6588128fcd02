// @generated from openrpc.json by scripts/generate — do not edit

import { type ErrorData, type ErrorName, retries } from '../errors.js'
import type { AnswerFacts } from './answer-facts.js'

/** The reason of a TransportError: the gateway closed because events came too fast for the plan. */
export const THROTTLED = 'throttled'

/** An error object on the wire. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** An error from the gateway; its name in the contract determines the type of its data. */
export interface GatewayError<Name extends ErrorName> extends Error {
  /** The name of the error in the contract. */
  readonly name: Name
  readonly code: number
  readonly data: ErrorData[Name]
  /** Facts from the HTTP answer; empty over WebSocket. */
  readonly facts: AnswerFacts
  /** The called method; for a batch refused as a whole, one that writes, if any. */
  readonly method: string | undefined
}

/**
 * A node's error, passed on unchanged: code and data are the node's. Also an error of a newer
 * gateway that this client does not know.
 */
export interface NodeError extends Error {
  readonly name: 'node-error'
  readonly code: number
  readonly data: unknown
  readonly facts: AnswerFacts
  readonly method: string | undefined
}

/** An error from the gateway or a node, distinguished by `name`, which types `data`. */
export type RpcError = { [Name in ErrorName]: GatewayError<Name> }[ErrorName] | NodeError

interface RpcErrorConstructor {
  readonly prototype: RpcError
  new (error: WireError, facts?: AnswerFacts, method?: string): RpcError
}

const nameOf = (data: unknown): string => {
  const name = typeof data === 'object' && data !== null ? (data as { name?: unknown }).name : undefined
  return typeof name === 'string' && Object.hasOwn(retries, name) ? name : 'node-error'
}

class AnsweredError extends Error {
  override readonly name: string
  readonly code: number
  readonly data: unknown
  readonly facts: AnswerFacts
  readonly method: string | undefined

  constructor({ code, message, data }: WireError, facts: AnswerFacts = {}, method?: string) {
    super(message)
    this.name = nameOf(data)
    this.code = code
    this.data = data
    this.facts = facts
    this.method = method
  }
}

/**
 * The class of all answered errors. `error instanceof RpcError`, then `error.name`, narrows
 * `error.data`.
 */
export const RpcError = AnsweredError as unknown as RpcErrorConstructor

/**
 * No usable answer: nothing listens, the connection broke, the time is up, or the answer is not
 * JSON-RPC.
 */
export class TransportError extends Error {
  override readonly name = 'transport-error'
  /**
   * `timeout`, `closed` (by the program itself), `bad-answer`, `refused` (a WebSocket),
   * `overflow` (of a watch), `connection`, a code of the operating system such as ECONNREFUSED, or
   * the gateway's reason for closing a WebSocket.
   */
  readonly reason: string
  /** The status of the HTTP answer, or of a refused WebSocket handshake, if any. */
  readonly httpStatus: number | undefined
  /** The called method; for a batch, one that writes, if any. */
  readonly method: string | undefined

  constructor(message: string, reason: string, httpStatus?: number, method?: string) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
    this.method = method
  }
}
