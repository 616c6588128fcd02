import type { Span } from './answer-scanner.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const ID = Buffer.from('"id"')
const PARAMS = Buffer.from('"params"')

/**
 * Finds where values stand in text that JSON.parse already accepted; so it looks for structure only and checks nothing.
 * `at` is an index into the bytes; white space is skipped before every token.
 */
const skipSpace = (bytes: Buffer, at: number): number => {
  let next = at
  while (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09) next++
  return next
}

/** The index behind the string that begins at `at`. */
const skipText = (bytes: Buffer, at: number): number => {
  let next = at + 1
  for (; bytes[next] !== QUOTE; next++) if (bytes[next] === BACKSLASH) next++
  return next + 1
}

/** The index behind the value that begins at `at`. */
const skipValue = (bytes: Buffer, at: number): number => {
  const first = bytes[at]!
  if (first === QUOTE) return skipText(bytes, at)
  let next = at
  if (first !== 0x7b && first !== 0x5b) {
    for (; next < bytes.length; next++) {
      const byte = bytes[next]!
      if (byte === 0x2c || byte === 0x5d || byte === 0x7d || byte <= 0x20) break
    }
    return next
  }
  for (let depth = 0; ; next++) {
    const byte = bytes[next]
    if (byte === QUOTE) next = skipText(bytes, next) - 1
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return next + 1
  }
}

/** Where the elements of the array at `at` stand, in order. */
export const elementSpans = (bytes: Buffer, at: number): Span[] => {
  const spans: Span[] = []
  let next = skipSpace(bytes, skipSpace(bytes, at) + 1)
  while (bytes[next] !== 0x5d) {
    const end = skipValue(bytes, next)
    spans.push({ start: next, end })
    next = skipSpace(bytes, end)
    if (bytes[next] === 0x2c) next = skipSpace(bytes, next + 1)
  }
  return spans
}

/** Where a call's id and params stand; undefined for what it has not. */
export interface CallSpans {
  id: Span | undefined
  params: Span | undefined
}

/** Finds id and params of the call at `at`. Of a key given twice the last counts, as in JSON.parse. */
export const callSpans = (bytes: Buffer, at: number): CallSpans => {
  const spans: CallSpans = { id: undefined, params: undefined }
  let next = skipSpace(bytes, skipSpace(bytes, at) + 1)
  while (bytes[next] !== 0x7d) {
    const keyEnd = skipText(bytes, next)
    const key = keyAt(bytes, next, keyEnd)
    const start = skipSpace(bytes, skipSpace(bytes, keyEnd) + 1)
    const end = skipValue(bytes, start)
    if (key !== undefined) spans[key] = { start, end }
    next = skipSpace(bytes, end)
    if (bytes[next] === 0x2c) next = skipSpace(bytes, next + 1)
  }
  return spans
}

/** Which of the two keys the string from `start` to `end` is; it may be written with escapes. */
const keyAt = (bytes: Buffer, start: number, end: number): keyof CallSpans | undefined => {
  if (end - start === ID.length && isAt(bytes, start, ID)) return 'id'
  if (end - start === PARAMS.length && isAt(bytes, start, PARAMS)) return 'params'
  if (!hasBackslash(bytes, start, end)) return undefined
  const key: unknown = JSON.parse(bytes.toString('utf8', start, end))
  return key === 'id' || key === 'params' ? key : undefined
}

const hasBackslash = (bytes: Buffer, start: number, end: number): boolean => {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true
  return false
}

const isAt = (bytes: Buffer, start: number, text: Buffer): boolean => {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false
  return true
}

/** The deepest nesting of arrays and objects in the text. */
export const depthOf = (bytes: Buffer): number => {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) at = skipText(bytes, at) - 1
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return deepest
}
