import type { Span } from './answer-scanner.js'
import { isAt } from './node-messages.js'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const ID = Buffer.from('"id"')
const PARAMS = Buffer.from('"params"')

/**
 * Finds values in text that JSON.parse already accepted, so it follows the structure and checks
 * nothing. `at` is an index into the bytes; white space before a token is skipped.
 */
export const skipSpace = (bytes: Buffer, at: number): number => {
  let next = at
  while (bytes[next] === 0x20 || bytes[next] === 0x0a || bytes[next] === 0x0d || bytes[next] === 0x09) next++
  return next
}

/** Above this length a native search is cheaper than a loop. */
const WALKED_BYTES = 64

/**
 * Finds the closing quote of a string; `at` is the index after its opening quote. Without one,
 * returns an index past the bytes. Long strings are searched natively, at a tenth of the cost.
 */
export const endOfText = (bytes: Buffer, at: number): number => {
  let next = at
  for (;;) {
    const walkEnd = Math.min(bytes.length, next + WALKED_BYTES)
    for (; next < walkEnd && bytes[next] !== QUOTE; next++) if (bytes[next] === BACKSLASH) next++
    if (next >= bytes.length || bytes[next] === QUOTE) return next
    const quote = bytes.indexOf(QUOTE, next)
    if (quote === -1) return bytes.length
    if (!isEscaped(bytes, quote, next)) return quote
    next = quote + 1
  }
}

/** True if an odd number of backslashes stands before `at`, down to `from`. */
const isEscaped = (bytes: Buffer, at: number, from: number): boolean => {
  let first = at
  while (first > from && bytes[first - 1] === BACKSLASH) first--
  return (at - first) % 2 === 1
}

/** The index after the string that begins at `at`. */
const skipText = (bytes: Buffer, at: number): number => endOfText(bytes, at + 1) + 1

/** The index after the array or object that begins at `at`. */
const skipNested = (bytes: Buffer, at: number): number => {
  let depth = 0
  for (let next = at; ; next++) {
    const byte = bytes[next]
    if (byte === QUOTE) next = skipText(bytes, next) - 1
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return next + 1
  }
}

/** The index after the number or literal that begins at `at`. */
const skipScalar = (bytes: Buffer, at: number): number => {
  let next = at
  for (; next < bytes.length; next++) {
    const byte = bytes[next]!
    if (byte === COMMA || byte === 0x5d || byte === 0x7d || byte <= 0x20) break
  }
  return next
}

/** The positions of a call's id and params, where present. */
export interface CallSpans {
  id: Span | undefined
  params: Span | undefined
}

/** The positions of a member's key, with its quotes, and of its value. */
export interface MemberSpans {
  readonly key: Span
  readonly value: Span
}

/** Walks once, in order, through text that JSON.parse already accepted. */
export class TextWalk {
  /** The index after the last token read. */
  at = 0

  constructor(private readonly bytes: Buffer) {}

  /** Enters the array or object that comes next. */
  enter(): void {
    this.at = skipSpace(this.bytes, this.at) + 1
  }

  /** Moves to the next element or key of the container; at its end, leaves it and returns false. */
  next(): boolean {
    const { bytes } = this
    let at = skipSpace(bytes, this.at)
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1)
    this.at = at
    if (bytes[at] !== 0x5d && bytes[at] !== 0x7d) return true
    this.at++
    return false
  }

  skip(): void {
    const { bytes } = this
    const start = skipSpace(bytes, this.at)
    const first = bytes[start]
    if (first === QUOTE) this.at = skipText(bytes, start)
    else if (first === 0x7b || first === 0x5b) this.at = skipNested(bytes, start)
    else this.at = skipScalar(bytes, start)
  }

  /** Skips the member whose key comes next; returns the positions of key and value. */
  member(): MemberSpans {
    const { bytes } = this
    const key = { start: this.at, end: skipText(bytes, this.at) }
    const start = skipSpace(bytes, skipSpace(bytes, key.end) + 1)
    this.at = start
    this.skip()
    return { key, value: { start, end: this.at } }
  }

  /** Walks through a call. The last of duplicate keys counts, as in JSON.parse. */
  call(): CallSpans {
    const spans: CallSpans = { id: undefined, params: undefined }
    this.enter()
    while (this.next()) {
      const { key, value } = this.member()
      const name = keyAt(this.bytes, key.start, key.end)
      if (name !== undefined) spans[name] = value
    }
    return spans
  }
}

/** The positions of the elements of an array, in order. */
export const elementSpans = (bytes: Buffer): Span[] => {
  const spans: Span[] = []
  const walk = new TextWalk(bytes)
  walk.enter()
  while (walk.next()) {
    const start = walk.at
    walk.skip()
    spans.push({ start, end: walk.at })
  }
  return spans
}

/** The key among the two that the string from `start` to `end` is; it may contain escapes. */
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
