import { sliceOf } from '../../../runtime/byte-pieces.js'
import type { Span } from '../../../wire/json/answer-scanner.js'

/** Bytes that show an error's code and what its message is about. */
const HEAD_BYTES = 4_096
/** Code and message as nodes write them: first, in this order. The message may be cut. */
const USUAL_HEAD = /^\{\s*"code"\s*:\s*(-?\d+)\s*,\s*"message"\s*:\s*"((?:[^"\\]|\\u[\da-f]{4}|\\[^u])*)/i

/** Code and message of an error object, unchecked. */
export interface ErrorHead {
  readonly code?: unknown
  readonly message?: unknown
}

/**
 * Reads code and message of an error object that is valid JSON, the message up to 4,096 letters.
 *
 * Message and data may have megabytes. So only the beginning of a large object is parsed, unless
 * its members stand in another order.
 */
export const readErrorHead = (pieces: readonly Buffer[], { start, end }: Span): ErrorHead => {
  if (end - start > HEAD_BYTES) {
    const [, code, message] = USUAL_HEAD.exec(sliceOf(pieces, start, start + HEAD_BYTES).toString('utf8')) ?? []
    if (message !== undefined) return { code: Number(code), message: JSON.parse(`"${message}"`) as string }
  }
  const { code, message } = JSON.parse(sliceOf(pieces, start, end).toString('utf8')) as ErrorHead
  return { code, message: typeof message === 'string' ? message.slice(0, HEAD_BYTES) : message }
}
