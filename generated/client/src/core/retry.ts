// @generated from openrpc.json by scripts/generate — do not edit

import { type ErrorName, retries } from '../errors.js'
import { methods } from '../methods.js'
import { RpcError, TransportError } from './rpc-error.js'
import { isFinalRefusal } from './socket-failure.js'
import { startTimer } from './wire.js'

/** Options of `retry`. */
export interface RetryOptions {
  /** Maximum number of calls, including the first; by default 4. */
  readonly attempts?: number | undefined
  /** Throws an error that names a longer wait; no wait is longer. By default 30,000 ms. */
  readonly maxDelayMs?: number | undefined
  /** Ends the waiting; the call has its own signal. */
  readonly signal?: AbortSignal | undefined
  /** Called for every error that is followed by another attempt. */
  readonly onRetry?: ((error: unknown, delayMs: number) => void) | undefined
}

const FIRST_DELAY_MS = 250
/** The plan pays in this time for the events that a gateway sends ahead of it. */
export const THROTTLED_MS = 10_000

/** A random wait that doubles with each attempt. */
export const backoffMs = (attempt: number): number => FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random())

/** The wait that an error names in its data; 0 if it names none. */
export const namedMs = (error: unknown): number => {
  const data = error instanceof RpcError ? error.data : undefined
  const { retryAfterMs, resetsAt } = (data ?? {}) as { retryAfterMs?: number; resetsAt?: string }
  if (retryAfterMs !== undefined) return retryAfterMs
  return resetsAt === undefined ? 0 : Math.max(0, Date.parse(resetsAt) - Date.now())
}

const isWrite = (method: string | undefined): boolean =>
  method !== undefined && (methods as Record<string, { isWrite?: true } | undefined>)[method]?.isWrite === true

/**
 * The time to wait before repeating a call, in ms. Undefined if the contract says that it would
 * fail again (`x-retry`), or if it may repeat a write.
 *
 * @param attempt number of calls made, from 1
 */
export const retryDelayMs = (error: unknown, attempt = 1): number | undefined => {
  if (error instanceof TransportError) {
    // After a refused handshake nothing was sent, so not even a write.
    if (error.reason === 'refused') return isFinalRefusal(error) ? undefined : backoffMs(attempt)
    const isFinal = error.reason === 'closed' || error.httpStatus !== undefined || isWrite(error.method)
    return isFinal ? undefined : backoffMs(attempt)
  }
  if (!(error instanceof RpcError) || error.name === 'node-error') return undefined
  const rule = retries[error.name as ErrorName]
  // A refused write was not sent; for any other error the contract's row decides.
  if (rule === 'soon') return isWrite(error.method) ? undefined : backoffMs(attempt)
  // Not at the named moment itself: all who were refused would come back together.
  return rule === 'after' ? namedMs(error) + backoffMs(attempt) : undefined
}

/** Waits; rejects with the reason of the signal. */
export const sleep = (delayMs: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    startTimer(delayMs, signal, resolve, reject)
  })

/**
 * Repeats a call while the contract says that this can help, some time after the wait that the
 * error names. Each attempt may cost credits. Do not pass a write if a lost connection would send
 * it twice.
 */
export const retry = async <Result>(call: () => Promise<Result>, options: RetryOptions = {}): Promise<Result> => {
  const { attempts = 4, maxDelayMs = 30_000, signal, onRetry } = options
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      const wishedMs = attempt < attempts ? retryDelayMs(error, attempt) : undefined
      if (wishedMs === undefined || namedMs(error) > maxDelayMs) throw error
      const delayMs = Math.min(wishedMs, maxDelayMs)
      onRetry?.(error, delayMs)
      await sleep(delayMs, signal)
    }
  }
}
