// @generated from openrpc.json by scripts/generate — do not edit

import { type AnswerFacts, RpcError, TransportError } from './rpc-error.js'

/** A request as it goes over the wire; `id` is a number, unique for its client. */
export interface Request {
  readonly jsonrpc: '2.0'
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** The reply to one request: its result, with the text of the whole message where there is one, or its error. */
export type Reply = { readonly result: unknown; readonly text?: string } | { readonly error: RpcError | TransportError }

/** Carries requests and settles every one of them within its time limit; rejects with RpcError or TransportError. */
export interface Transport {
  send(request: Request): Promise<Reply>
  sendBatch(requests: readonly Request[]): Promise<Reply[]>
  close(): void
}

/** Parses a message of the gateway. Errors  TransportError `bad-answer` */
export const parseMessage = (text: string, httpStatus?: number): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new TransportError('the answer is not JSON', 'bad-answer', httpStatus)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Reads one reply. Errors  TransportError `bad-answer` for anything that is neither a result nor an error */
export const readReply = (message: unknown, facts: AnswerFacts = {}, text?: string): Reply => {
  if (isObject(message) && isObject(message.error) && typeof message.error.code === 'number') {
    const { code, message: words, data } = message.error
    return { error: new RpcError({ code: code as number, message: String(words), data }, facts) }
  }
  if (!isObject(message) || !('result' in message))
    throw new TransportError('the answer has neither a result nor an error', 'bad-answer', facts.httpStatus)
  return text === undefined ? { result: message.result } : { result: message.result, text }
}

/** The id of a reply, or undefined when it has none that one of our requests could have. */
export const idOf = (message: unknown): number | undefined =>
  isObject(message) && typeof message.id === 'number' ? message.id : undefined
