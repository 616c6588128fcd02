import { isAt } from './is-at.js'

/** How nearly every node begins its answer, up to the id. */
export const USUAL_START = Buffer.from('{"jsonrpc":"2.0","id":')
/** How it goes on behind the id. */
export const USUAL_REST = Buffer.from(',"result":')
const NULL = Buffer.from('null')
const [QUOTE, BACKSLASH, CLOSE, ZERO] = [0x22, 0x5c, 0x7d, 0x30]

/**
 * Where the result begins in an answer, `bytes` from `from` to `to`, that is as most are: this id, and a result that is plain text of
 * ASCII or null, without white space. It ends before the last byte. -1: an answer of any other kind, or none, for AnswerScanner to read.
 *
 * Source  RFC 8259; measured: half of what AnswerScanner takes to begin is making it
 */
export const usualResultAt = (bytes: Buffer, from: number, to: number, id: number): number => {
  const restAt = behindId(bytes, from + USUAL_START.length, to, id)
  const resultAt = restAt + USUAL_REST.length
  const end = to - 1
  if (restAt < 0 || resultAt >= end || bytes[end] !== CLOSE) return -1
  if (!isAt(bytes, from, USUAL_START) || !isAt(bytes, restAt, USUAL_REST)) return -1
  if (bytes[resultAt] !== QUOTE) return end - resultAt === NULL.length && isAt(bytes, resultAt, NULL) ? resultAt : -1
  const last = end - 1
  if (last === resultAt || bytes[last] !== QUOTE) return -1
  for (let at = resultAt + 1; at < last; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE || byte === BACKSLASH || byte < 0x20 || byte > 0x7e) return -1
  }
  return resultAt
}

/** The index behind the digits at `at` if they are this id, a positive one; -1. Its digits are not made into text for that. */
const behindId = (bytes: Buffer, at: number, to: number, id: number): number => {
  // JSON knows no leading zero.
  if (bytes[at] === ZERO) return -1
  let value = 0
  let next = at
  for (; next < to && value < id; next++) {
    const digit = bytes[next]! - ZERO
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value === id ? next : -1
}
