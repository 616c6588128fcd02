import type { AnswerFacts } from './answer-facts.js'
import { RpcError, TransportError } from './rpc-error.js'

/** A request; `id` is a number, unique for its client. */
export interface Request {
  readonly id: number
  readonly method: string
  /** The request on the wire. */
  readonly text: string
}

/** Throws a TypeError for params that no JSON can hold. */
export const writeRequest = (id: number, method: string, params: readonly unknown[]): Request => ({
  id,
  method,
  text: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
})

export const batchText = (requests: readonly Request[]): string => `[${requests.map(({ text }) => text).join()}]`

/** The reply to one request: its result, with the text of the message, or its error. */
export type Reply =
  | { readonly result: unknown; readonly text: string; readonly facts: AnswerFacts }
  | { readonly error: RpcError | TransportError }

/** Ends a call before its answer. */
export interface CallLimit {
  readonly timeoutMs: number
  /** The time after which no answer can come, whatever the caller's own limit is. */
  readonly dueMs: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Carries requests, each within its limit; rejects with RpcError, TransportError or the signal's
 * reason.
 */
export interface Transport {
  send(request: Request, limit: CallLimit): Promise<Reply>
  sendBatch(requests: readonly Request[], limit: CallLimit): Promise<Reply[]>
  close(): void
}

/** A client waits this much longer than the gateway, so that the gateway's error arrives. */
export const GRACE_MS = 5_000
/** A longer timer would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Calls and watches that the abort of a signal ends; the one listener of that signal. */
class Endings extends Set<() => void> {
  handleEvent(): void {
    for (const end of this) end()
  }
}

const endings = new WeakMap<AbortSignal, Endings>()

/**
 * Calls `end` when the signal is aborted, unless the returned function was called before. Many of
 * them share a listener: Node warns of a leak if a signal has more than ten.
 */
export const onAbort = (signal: AbortSignal | undefined, end: () => void): (() => void) => {
  if (!signal) return () => {}
  const ends = endings.get(signal) ?? new Endings()
  if (ends.size === 0) {
    endings.set(signal, ends)
    signal.addEventListener('abort', ends)
  }
  ends.add(end)
  return () => {
    if (ends.delete(end) && ends.size === 0) signal.removeEventListener('abort', ends)
  }
}

/**
 * Calls `timedOut` when the time is up, or `aborted` with the reason of the signal: one of them,
 * once, unless the returned function was called before.
 */
export const startTimer = (
  delayMs: number,
  signal: AbortSignal | undefined,
  timedOut: () => void,
  aborted: (reason: unknown) => void,
): (() => void) => {
  let ignore = () => {}
  const stop = () => {
    clearTimeout(timer)
    ignore()
  }
  const abort = () => {
    stop()
    aborted(signal?.reason)
  }
  const timer = setTimeout(
    () => {
      stop()
      timedOut()
    },
    Math.min(delayMs, LONGEST_TIMER_MS),
  )
  // Deferred, so that the caller has the function that stops it.
  if (signal?.aborted) queueMicrotask(abort)
  else ignore = onAbort(signal, abort)
  return stop
}

/** Calls `end` once, with the error of a call whose time is up or with the reason of its signal. */
export const startLimit = ({ timeoutMs, signal }: CallLimit, end: (error: unknown) => void): (() => void) =>
  startTimer(timeoutMs, signal, () => end(new TransportError(`no answer within ${timeoutMs} ms`, 'timeout')), end)

/** Parses a message of the gateway. Errors TransportError `bad-answer` */
export const parseMessage = (text: string, httpStatus?: number): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new TransportError('the answer is not JSON', 'bad-answer', httpStatus)
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/**
 * Reads one reply; `text` is that of the message. Anything that is neither a result nor an error
 * has the error TransportError `bad-answer`.
 */
export const readReply = (message: unknown, text: string, facts: AnswerFacts, method?: string): Reply => {
  if (isObject(message) && isObject(message.error) && typeof message.error.code === 'number') {
    const { code, message: words, data } = message.error
    return { error: new RpcError({ code: code as number, message: String(words), data }, facts, method) }
  }
  if (isObject(message) && 'result' in message) return { result: message.result, text, facts }
  const words = 'the answer has neither a result nor an error'
  return { error: new TransportError(words, 'bad-answer', facts.httpStatus, method) }
}

/** A message of the gateway that answers no request. */
export interface Notification {
  readonly method: string
  readonly params: unknown
}

export const isNotification = (message: unknown): message is Notification =>
  isObject(message) && typeof message.method === 'string' && message.id === undefined

/** The id of a reply, or undefined if it cannot be the id of a request of this client. */
export const idOf = (message: unknown): number | undefined =>
  isObject(message) && typeof message.id === 'number' ? message.id : undefined
