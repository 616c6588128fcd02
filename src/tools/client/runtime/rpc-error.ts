import { type ErrorData, type ErrorName, retries } from '../../../../generated/client/src/errors.js'
import type { AnswerFacts } from './answer-facts.js'

/** What an error object of the wire has. */
export interface WireError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** One error that the gateway answered with: its name in the contract decides what its data are. */
export interface GatewayError<Name extends ErrorName> extends Error {
  /** The name of the error in the contract. */
  readonly name: Name
  readonly code: number
  readonly data: ErrorData[Name]
  /** What the HTTP answer said besides; over WebSocket empty. */
  readonly facts: AnswerFacts
  /** The method that was called; undefined when a batch was refused as a whole. */
  readonly method: string | undefined
}

/**
 * An error that a node answered with, passed on as it was: code and data are the node's. A newer
 * gateway's error that this client does not know is one, too.
 */
export interface NodeError extends Error {
  readonly name: 'node-error'
  readonly code: number
  readonly data: unknown
  readonly facts: AnswerFacts
  readonly method: string | undefined
}

/**
 * An error that the gateway or a node answered with: `name` tells which, and so what `data` has.
 */
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
 * The class of all errors that were answered. `error instanceof RpcError`, then `error.name`,
 * narrows `error.data`.
 */
export const RpcError = AnsweredError as unknown as RpcErrorConstructor

/**
 * No usable answer: nothing listens, the connection broke, time is up, or the answer is not
 * JSON-RPC.
 */
export class TransportError extends Error {
  override readonly name = 'transport-error'
  /**
   * `timeout`, `closed` (by the program itself), `bad-answer`, `refused` (a WebSocket),
   * `connection`, or a code of the operating system such as ECONNREFUSED.
   */
  readonly reason: string
  /** The status of the HTTP answer, or of a refused WebSocket handshake, where there was one. */
  readonly httpStatus: number | undefined
  /** The method that was called; of a batch, one that writes, if there is one. */
  method: string | undefined

  constructor(message: string, reason: string, httpStatus?: number) {
    super(message)
    this.reason = reason
    this.httpStatus = httpStatus
  }
}
