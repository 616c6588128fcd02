import { CALL_START } from '../../../wire/json/node-messages.js'

/** Bounds of a batch's answers: bounds[2k] to bounds[2k + 1] answers the id `firstId` + k. */
export type BatchBounds = Int32Array

const QUOTE = 0x22
/** Not node-messages' own bytes: an imported constant is read again for each byte. */
const USUAL_START = Buffer.from(CALL_START)
const ID_KEY = Buffer.from('"id"')

/**
 * Finds the answers of a batch, `bytes` from `from` to `to`. Its `count` calls had ids from
 * `firstId` on; answers may be in any order. Undefined unless each call has exactly one answer.
 *
 * Finds only where the answers begin and end. The reader checks each answer's JSON and id.
 * Source  JSON-RPC 2.0, section 6; RFC 8259
 */
export const splitBatch = (
  bytes: Buffer,
  from: number,
  to: number,
  firstId: number,
  count: number,
): BatchBounds | undefined => {
  const bounds = new Int32Array(count * 2)
  let at = skipSpace(bytes, from, to)
  if (at === to || bytes[at++] !== 0x5b) return undefined
  for (let found = 0; found < count; found++) {
    at = skipSpace(bytes, at, to)
    if (found > 0) {
      if (at === to || bytes[at] !== 0x2c) return undefined
      at = skipSpace(bytes, at + 1, to)
    }
    if (at === to || bytes[at] !== 0x7b) return undefined
    const end = skipObject(bytes, at, to)
    if (end < 0) return undefined
    const index = readId(bytes, at, end) - firstId
    if (!(index >= 0 && index < count) || bounds[index * 2 + 1] !== 0) return undefined
    bounds[index * 2] = at
    bounds[index * 2 + 1] = end
    at = end
  }
  at = skipSpace(bytes, at, to)
  return at < to && bytes[at] === 0x5d && skipSpace(bytes, at + 1, to) === to ? bounds : undefined
}

/**
 * The id of the answer object at `at`; NaN if missing or not a whole number. Of two ids the first
 * counts.
 */
export const readId = (bytes: Buffer, at: number, end: number): number => {
  let start = at + USUAL_START.length
  for (let index = 0; index < USUAL_START.length; index++) {
    if (bytes[at + index] === USUAL_START[index]) continue
    start = findId(bytes, at, end)
    break
  }
  return start < 0 ? Number.NaN : readNumber(bytes, skipSpace(bytes, start, end), end)
}

const readNumber = (bytes: Buffer, at: number, end: number): number => {
  let value = 0
  let next = at
  for (; next < end && bytes[next]! >= 0x30 && bytes[next]! <= 0x39; next++) value = value * 10 + bytes[next]! - 0x30
  if (next === at || next - at > 15 || (bytes[at] === 0x30 && next > at + 1)) return Number.NaN
  const byte = bytes[skipSpace(bytes, next, end)]
  return byte === 0x2c || byte === 0x7d ? value : Number.NaN
}

/**
 * The index behind the colon of the member `id` of the object at `at`, or -1. Keys written with
 * escapes are not recognised.
 */
const findId = (bytes: Buffer, at: number, end: number): number => {
  let depth = 0
  for (let next = at; next < end; next++) {
    const byte = bytes[next]!
    if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === QUOTE) {
      const textEnd = skipText(bytes, next, end)
      const colon = skipSpace(bytes, textEnd, end)
      const isId = depth === 1 && bytes[colon] === 0x3a && ID_KEY.compare(bytes, next, textEnd) === 0
      if (isId) return colon + 1
      next = textEnd - 1
    }
  }
  return -1
}

/** The index behind the object that begins at `at`, or -1 if it does not end. */
const skipObject = (bytes: Buffer, at: number, end: number): number => {
  let depth = 0
  for (let next = at; next < end; next++) {
    const byte = bytes[next]!
    if (byte === QUOTE) next = skipText(bytes, next, end) - 1
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return next + 1
  }
  return -1
}

/** The index behind the string that begins at `at`, at most `end`. */
const skipText = (bytes: Buffer, at: number, end: number): number => {
  let next = at + 1
  for (; next < end && bytes[next] !== QUOTE; next++) if (bytes[next] === 0x5c) next++
  return Math.min(next + 1, end)
}

/** The index behind the white space at `at`, at most `end`. */
const skipSpace = (bytes: Buffer, at: number, end: number): number => {
  let next = at
  for (; next < end; next++) {
    const byte = bytes[next]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break
  }
  return next
}
