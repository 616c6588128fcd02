import { isUtf8 } from 'node:buffer'

enum State {
  Value,
  ElementOrEnd,
  KeyOrEnd,
  Key,
  Colon,
  After,
  Text,
  Escape,
  Unicode,
  Literal,
  Minus,
  Zero,
  Digits,
  Point,
  Fraction,
  Exponent,
  ExponentSign,
  ExponentDigits,
  Done,
}

const LITERALS: Readonly<Record<number, string>> = { 116: 'rue', 102: 'alse', 110: 'ull' }
/** Longest key or id worth remembering: ours are `jsonrpc`, `id`, `result`, `error` and the id we sent. */
const MAX_CAPTURE = 64

/** Bytes `start` (inclusive) to `end` (exclusive), counted from the first byte of the answer. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Reads an upstream's answer as it arrives, byte by byte and strictly (RFC 8259), and remembers where its `result`, `error`
 * and `id` stand, so that their bytes can be passed on without being parsed.
 *
 * Also counts the elements of a `result` that is an array, and stops at the first one over `maxElements`.
 * Source  RFC 8259 (grammar), RFC 3629 (UTF-8); facts/performance.md, section 3
 */
export class AnswerScanner {
  /** Where the result begins, as soon as its first byte was seen; -1 before. */
  resultStart = -1
  result: Span | undefined
  error: Span | undefined
  /** The id's bytes as text; undefined when there was none. */
  idText: string | undefined
  /** Elements begun in a `result` that is an array. */
  elementCount = 0
  firstElement: Span | undefined
  /** The element that was one too many. */
  overflow: Span | undefined

  private state: State = State.Value
  private depth = 0
  /** Of every open container, whether it is an object; the innermost last. */
  private readonly open: boolean[] = []
  private isKey = false
  private isResultArray = false
  private offset = 0
  private literal = ''
  private unicodeLeft = 0
  private member = ''
  private valueStart = 0
  private elementStart = 0
  private captureFrom = -1
  private captured = ''
  private utf8Tail: Buffer | undefined

  constructor(
    private readonly maxDepth: number,
    private readonly maxElements = Number.POSITIVE_INFINITY,
  ) {}

  /** Reads the next bytes; false when they cannot be part of a JSON object. After an overflow nothing more is read. */
  push(chunk: Buffer): boolean {
    if (this.overflow !== undefined) return true
    if (!this.isText(chunk)) return false
    this.captureFrom = this.captureFrom === -1 ? -1 : 0
    for (let at = 0; at < chunk.length; at++) {
      at = this.step(chunk, at)
      if (at < 0) return false
      if (this.overflow !== undefined) return true
    }
    if (this.captureFrom >= 0) this.keep(chunk, chunk.length)
    this.offset += chunk.length
    return true
  }

  /** True when the bytes read so far are one whole JSON object and nothing else. */
  isComplete(): boolean {
    return this.state === State.Done && this.utf8Tail === undefined
  }

  /** Consumes the byte at `at`, and those after it that need no decision; returns the last index consumed, or -1. */
  private step(chunk: Buffer, at: number): number {
    const byte = chunk[at]!
    switch (this.state) {
      case State.Text:
        return this.text(chunk, at)
      case State.Escape:
        return this.escape(byte) ? at : -1
      case State.Unicode:
        if (!isHex(byte)) return -1
        if (--this.unicodeLeft === 0) this.state = State.Text
        return at
      case State.Literal:
        if (byte !== this.literal.charCodeAt(0)) return -1
        this.literal = this.literal.slice(1)
        if (this.literal === '') this.endValue(chunk, at + 1)
        return at
      case State.Minus:
      case State.Zero:
      case State.Digits:
      case State.Point:
      case State.Fraction:
      case State.Exponent:
      case State.ExponentSign:
      case State.ExponentDigits:
        return this.number(chunk, at, byte)
      default:
        if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at
        return this.structure(chunk, at, byte) ? at : -1
    }
  }

  private structure(chunk: Buffer, at: number, byte: number): boolean {
    switch (this.state) {
      case State.Value:
        return this.beginValue(at, byte)
      case State.ElementOrEnd:
        return byte === 0x5d ? this.close(chunk, at, false) : this.beginValue(at, byte)
      case State.KeyOrEnd:
        if (byte === 0x7d) return this.close(chunk, at, true)
        return this.beginKey(at, byte)
      case State.Key:
        return this.beginKey(at, byte)
      case State.Colon:
        this.state = State.Value
        return byte === 0x3a
      case State.After:
        if (byte === 0x2c) {
          this.state = this.open[this.depth - 1] ? State.Key : State.Value
          return true
        }
        return byte === 0x5d ? this.close(chunk, at, false) : byte === 0x7d && this.close(chunk, at, true)
      default:
        return false
    }
  }

  private beginKey(at: number, byte: number): boolean {
    if (byte !== 0x22) return false
    this.isKey = true
    this.state = State.Text
    if (this.depth === 1) this.capture(at)
    return true
  }

  private beginValue(at: number, byte: number): boolean {
    if (this.depth === 1) this.beginMember(at, byte)
    else if (this.depth === 2 && this.isResultArray) {
      this.elementCount++
      this.elementStart = this.offset + at
    } else if (this.depth === 0 && byte !== 0x7b) return false
    if (byte === 0x22) {
      this.isKey = false
      this.state = State.Text
    } else if (byte === 0x7b || byte === 0x5b) return this.enter(byte === 0x7b)
    else if (byte === 0x2d) this.state = State.Minus
    else if (byte === 0x30) this.state = State.Zero
    else if (byte >= 0x31 && byte <= 0x39) this.state = State.Digits
    else {
      const rest = LITERALS[byte]
      if (rest === undefined) return false
      this.literal = rest
      this.state = State.Literal
    }
    return true
  }

  private beginMember(at: number, byte: number): void {
    this.valueStart = this.offset + at
    if (this.member === 'result') {
      this.resultStart = this.valueStart
      this.isResultArray = byte === 0x5b
      this.elementCount = 0
    } else {
      this.isResultArray = false
      if (this.member === 'id') this.capture(at)
    }
  }

  private enter(isObject: boolean): boolean {
    if (++this.depth > this.maxDepth) return false
    this.open.push(isObject)
    this.state = isObject ? State.KeyOrEnd : State.ElementOrEnd
    return true
  }

  private close(chunk: Buffer, at: number, isObject: boolean): boolean {
    if (this.depth === 0 || this.open[--this.depth] !== isObject) return false
    this.open.pop()
    this.endValue(chunk, at + 1)
    return true
  }

  /** A value ended before index `end`. */
  private endValue(chunk: Buffer, end: number): void {
    this.state = this.depth === 0 ? State.Done : State.After
    if (this.depth === 1) this.endMember(chunk, end)
    else if (this.depth === 2 && this.isResultArray) {
      if (this.elementCount === 1) this.firstElement = { start: this.elementStart, end: this.offset + end }
      if (this.elementCount > this.maxElements) this.overflow = { start: this.elementStart, end: this.offset + end }
    }
  }

  private endMember(chunk: Buffer, end: number): void {
    const span = { start: this.valueStart, end: this.offset + end }
    if (this.member === 'result') this.result = span
    else if (this.member === 'error') this.error = span
    else if (this.member === 'id') this.idText = this.taken(chunk, end)
  }

  /** Inside a string: runs to its end, to an escape or to the end of the chunk. */
  private text(chunk: Buffer, from: number): number {
    let at = from
    const length = chunk.length
    for (; at < length; at++) {
      const byte = chunk[at]!
      if (byte === 0x22) {
        if (this.isKey) this.endKey(chunk, at + 1)
        else this.endValue(chunk, at + 1)
        return at
      }
      if (byte === 0x5c) {
        this.state = State.Escape
        return at
      }
      if (byte < 0x20) return -1
    }
    return at
  }

  private endKey(chunk: Buffer, end: number): void {
    this.state = State.Colon
    if (this.depth !== 1) return
    const raw = this.taken(chunk, end)
    // A key may be written with escapes: `"\u0069d"` is `id`. Too long to be captured: none of ours.
    this.member = raw === undefined ? '' : raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
  }

  private escape(byte: number): boolean {
    if (byte === 0x75) {
      this.state = State.Unicode
      this.unicodeLeft = 4
      return true
    }
    this.state = State.Text
    return '"\\/bfnrt'.includes(String.fromCharCode(byte))
  }

  private number(chunk: Buffer, at: number, byte: number): number {
    const next = nextInNumber(this.state, byte)
    if (next === undefined) return -1
    if (next !== State.After) {
      this.state = next
      return at
    }
    // The byte behind a number belongs to what follows it.
    this.endValue(chunk, at)
    return this.overflow === undefined ? this.step(chunk, at) : at
  }

  private capture(at: number): void {
    this.captureFrom = at
    this.captured = ''
  }

  private keep(chunk: Buffer, end: number): void {
    this.captured += chunk.toString('latin1', this.captureFrom, Math.min(end, this.captureFrom + MAX_CAPTURE))
  }

  private taken(chunk: Buffer, end: number): string | undefined {
    this.keep(chunk, end)
    this.captureFrom = -1
    return this.captured.length > MAX_CAPTURE ? undefined : this.captured
  }

  /** UTF-8 across chunk borders: an unfinished last character waits for the next chunk. */
  private isText(chunk: Buffer): boolean {
    if (this.utf8Tail === undefined && isUtf8(chunk)) return true
    const bytes = this.utf8Tail === undefined ? chunk : Buffer.concat([this.utf8Tail, chunk])
    const tail = unfinished(bytes)
    this.utf8Tail = tail === 0 ? undefined : Buffer.from(bytes.subarray(bytes.length - tail))
    return isUtf8(bytes.subarray(0, bytes.length - tail))
  }
}

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

/** How many bytes at the end begin a character that is not whole yet. */
const unfinished = (bytes: Buffer): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0
  }
  return 0
}

/** RFC 8259, section 6. `After` means that the number ended before this byte; undefined that it is none. */
const nextInNumber = (state: State, byte: number): State | undefined => {
  const isDigit = byte >= 0x30 && byte <= 0x39
  switch (state) {
    case State.Minus:
      return byte === 0x30 ? State.Zero : isDigit ? State.Digits : undefined
    case State.Zero:
      return isDigit ? undefined : afterInteger(byte)
    case State.Digits:
      return isDigit ? State.Digits : afterInteger(byte)
    case State.Point:
      return isDigit ? State.Fraction : undefined
    case State.Fraction:
      return isDigit ? State.Fraction : byte === 0x65 || byte === 0x45 ? State.Exponent : State.After
    case State.Exponent:
      return isDigit ? State.ExponentDigits : byte === 0x2b || byte === 0x2d ? State.ExponentSign : undefined
    case State.ExponentSign:
      return isDigit ? State.ExponentDigits : undefined
    default:
      return isDigit ? State.ExponentDigits : State.After
  }
}

const afterInteger = (byte: number): State =>
  byte === 0x2e ? State.Point : byte === 0x65 || byte === 0x45 ? State.Exponent : State.After
