import { type LongScan, longScan } from './long-scan.js'
import { isAt, USUAL_REST, USUAL_START } from './node-messages.js'
import { nextInNumber } from './scan-number.js'
import { Ending, Field, MAX_STACK, NOWHERE, State } from './scan-state.js'
import { Utf8Check } from './utf8-check.js'

/** The rest of true, false and null after the first letter: its bytes, the next one lowest. */
const LITERALS: Readonly<Record<number, number>> = { 116: 0x657572, 102: 0x65736c61, 110: 0x6c6c75 }
const LETTER_N = 0x6e
const MAX_ID_DIGITS = 16
/** The envelope's names as bit flags. */
const NAMES: Readonly<Record<string, number>> = Object.assign(Object.create(null) as object, {
  jsonrpc: 1,
  id: 2,
  result: 4,
  error: 8,
})
const USUAL_NAMES = NAMES.jsonrpc! | NAMES.id! | NAMES.result!
/**
 * Values from this size on are left to the fast scanner; below it, the call costs more than it
 * saves.
 */
const LONG_BYTES = 512
/**
 * The longest key or id to remember: relevant are `jsonrpc`, `id`, `result`, `error` and the id
 * sent.
 */
const MAX_CAPTURE = 64

/** Bytes `start` (inclusive) to `end` (exclusive), counted from the first byte of the answer. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Reads an upstream's answer as it arrives, byte by byte and strictly (RFC 8259), and records the
 * positions of its `result`, `error` and `id`, so that their bytes can be passed on without being
 * parsed.
 *
 * Refuses a duplicate `jsonrpc`, `id`, `result` or `error`: readers differ in which one counts, and
 * the first may have been passed on already.
 *
 * Also counts the elements of a `result` that is an array, and stops at the first one over
 * `maxElements`.
 * Source  RFC 8259 (grammar), RFC 3629 (UTF-8); docs/performance-notes.md, "Measured before the
 *         design", 5
 */
export class AnswerScanner {
  /** The index of the result, known from its first byte on; -1 before. */
  resultStart = -1
  result: Span | undefined
  error: Span | undefined
  /** True if there is an `error` other than null. */
  hasError = false
  /** The id's bytes as text; undefined without an id. */
  idText: string | undefined
  /** Elements begun in a `result` that is an array. */
  elementCount = 0
  firstElement: Span | undefined
  /** The first element over the limit. */
  overflow: Span | undefined

  private state: State = State.Value
  private depth = 0
  /** For every open container, innermost last, whether it is an object. */
  private readonly open: boolean[] = []
  private isKey = false
  private isResultArray = false
  private offset = 0
  private literal = 0
  private unicodeLeft = 0
  private member = ''
  /** The names of the envelope seen so far, as bits. */
  private given = 0
  private valueStart = 0
  private elementStart = 0
  private captureFrom = -1
  private captured = ''
  private hasHighBytes = false
  private utf8: Utf8Check | undefined

  /**
   * `maxDepth` is `MAX_STACK` at most. `longBytes` is the size from which the fast scanner reads;
   * it does not change the result.
   */
  constructor(
    private readonly maxDepth: number,
    private readonly maxElements = Number.POSITIVE_INFINITY,
    private readonly longBytes = LONG_BYTES,
  ) {
    if (maxDepth > MAX_STACK) throw new RangeError('maxDepth')
  }

  /**
   * Reads the next bytes; false if they cannot be part of a JSON object. Reads nothing more after
   * an overflow.
   */
  push(chunk: Buffer): boolean {
    if (this.overflow !== undefined) return true
    this.hasHighBytes = false
    if (this.captureFrom !== -1) this.captureFrom = 0
    if (!this.readAll(chunk)) return false
    // The grammar allows only ASCII outside strings, and the readers of strings report other bytes.
    if ((this.hasHighBytes || this.utf8?.isOpen) && !this.isText(chunk)) return false
    if (this.captureFrom >= 0) this.keep(chunk, chunk.length)
    this.offset += chunk.length
    return true
  }

  /** True if the bytes read so far are exactly one JSON object. */
  isComplete(): boolean {
    return this.state === State.Done && !this.utf8?.isOpen
  }

  /** True if `push` refused nesting deeper than the bound. */
  get isTooDeep(): boolean {
    return this.depth > this.maxDepth
  }

  private isText(chunk: Buffer): boolean {
    this.utf8 ??= new Utf8Check()
    return this.utf8.push(chunk)
  }

  private readAll(chunk: Buffer): boolean {
    let at = 0
    if (this.offset === 0 && this.state === State.Value) at = this.startAsUsual(chunk)
    for (; at < chunk.length; at++) {
      if (longScan !== undefined && chunk.length - at >= this.longBytes && this.isInside()) {
        at = this.leap(longScan, chunk, at)
        if (at < 0) return false
        if (this.overflow !== undefined || at >= chunk.length) return true
      }
      at = this.step(chunk, at)
      if (at < 0) return false
      if (this.overflow !== undefined) return true
    }
    return true
  }

  /**
   * Reads the usual beginning in one step. Returns its length, or 0 if the answer begins
   * differently.
   */
  private startAsUsual(chunk: Buffer): number {
    if (!isAt(chunk, 0, USUAL_START)) return 0
    const idAt = USUAL_START.length
    let idEnd = idAt
    while (idEnd - idAt < MAX_ID_DIGITS && isDigit(chunk[idEnd])) idEnd++
    // A number has no leading zero, except zero itself.
    if (idEnd === idAt || (chunk[idAt] === 0x30 && idEnd - idAt > 1) || !isAt(chunk, idEnd, USUAL_REST)) return 0
    this.depth = 1
    this.open.push(true)
    this.idText = idEnd - idAt === 1 ? DIGITS[chunk[idAt]! - 0x30] : chunk.toString('latin1', idAt, idEnd)
    this.member = 'result'
    this.given = USUAL_NAMES
    return idEnd + USUAL_REST.length
  }

  /** True inside a member's value, where only elements matter. */
  private isInside(): boolean {
    return this.depth > 1 || (this.depth === 1 && this.state === State.Text && !this.isKey)
  }

  /**
   * Lets the fast scanner read from `at` on, at most to the end of the member's value. Returns the
   * index after the last byte read, or -1.
   */
  private leap(scan: LongScan, chunk: Buffer, from: number): number {
    const { fields, stack } = scan
    fields[Field.MaxDepth] = this.maxDepth
    fields[Field.MaxElements] = Math.min(this.maxElements, 0x7fff_ffff)
    fields[Field.IsResultArray] = this.isResultArray ? 1 : 0
    fields[Field.IsKey] = this.isKey ? 1 : 0
    fields[Field.State] = this.state
    fields[Field.Depth] = this.depth
    fields[Field.Literal] = this.literal
    fields[Field.UnicodeLeft] = this.unicodeLeft
    fields[Field.ElementCount] = this.elementCount
    for (let level = 0; level < this.depth; level++) stack[level + 1] = this.open[level] ? 1 : 0
    let at = from
    do {
      const base = this.offset + at
      at += scan.run(chunk, at)
      this.elementsOf(fields, base)
    } while (fields[Field.Ending] === Ending.Through && at < chunk.length)
    this.takeState(fields, stack)
    if (fields[Field.Ending] === Ending.Broken) return -1
    if (fields[Field.Ending] === Ending.MemberEnded) this.endValue(chunk, at)
    else if (fields[Field.Ending] === Ending.Overflow)
      this.overflow = { start: this.elementStart, end: this.offset + at }
    return at
  }

  /** Records the bounds of elements in the piece that began at offset `base`. */
  private elementsOf(fields: Int32Array, base: number): void {
    const [start, firstStart, firstEnd] = [
      fields[Field.ElementStart]!,
      fields[Field.FirstStart]!,
      fields[Field.FirstEnd]!,
    ]
    if (firstEnd !== NOWHERE)
      this.firstElement = {
        start: firstStart === NOWHERE ? this.elementStart : base + firstStart,
        end: base + firstEnd,
      }
    if (start !== NOWHERE) this.elementStart = base + start
    if (fields[Field.HasHighBytes] !== 0) this.hasHighBytes = true
  }

  private takeState(fields: Int32Array, stack: Uint8Array): void {
    this.state = fields[Field.State]!
    this.isKey = fields[Field.IsKey] !== 0
    this.depth = fields[Field.Depth]!
    this.literal = fields[Field.Literal]!
    this.unicodeLeft = fields[Field.UnicodeLeft]!
    this.elementCount = fields[Field.ElementCount]!
    this.open.length = this.depth
    for (let level = 0; level < this.depth; level++) this.open[level] = stack[level + 1] !== 0
  }

  /**
   * Consumes the byte at `at` and those after it that need no decision. Returns the last index
   * consumed, or -1.
   */
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
        if (byte !== (this.literal & 0xff)) return -1
        this.literal >>>= 8
        if (this.literal === 0) this.endValue(chunk, at + 1)
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
      else if (this.member === 'error') this.hasError = byte !== LETTER_N
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

  /** Inside a string: reads to its end, to an escape or to the end of the chunk. */
  private text(chunk: Buffer, from: number): number {
    let at = from
    const length = chunk.length
    for (; at < length; at++) {
      const byte = chunk[at]!
      if (byte === 0x22) {
        if (!this.isKey) this.endValue(chunk, at + 1)
        else if (!this.endKey(chunk, at + 1)) return -1
        return at
      }
      if (byte === 0x5c) {
        this.state = State.Escape
        return at
      }
      if (byte < 0x20) return -1
      if (byte >= 0x80) this.hasHighBytes = true
    }
    return at
  }

  /** False for a duplicate name of the envelope. */
  private endKey(chunk: Buffer, end: number): boolean {
    this.state = State.Colon
    if (this.depth !== 1) return true
    const raw = this.taken(chunk, end)
    // A key may contain escapes: `"\u0069d"` is `id`. A key too long to capture is not one of the
    // envelope's.
    this.member = raw === undefined ? '' : raw.includes('\\') ? (JSON.parse(raw) as string) : raw.slice(1, -1)
    const bit = NAMES[this.member] ?? 0
    if ((this.given & bit) !== 0) return false
    this.given |= bit
    return true
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
    // The byte after a number belongs to the next token.
    this.endValue(chunk, at)
    return this.overflow === undefined ? this.step(chunk, at) : at
  }

  private capture(at: number): void {
    this.captureFrom = at
    this.captured = ''
  }

  private keep(chunk: Buffer, end: number): void {
    // One byte over the limit shows that the text is too long.
    this.captured += chunk.toString('latin1', this.captureFrom, Math.min(end, this.captureFrom + MAX_CAPTURE + 1))
  }

  private taken(chunk: Buffer, end: number): string | undefined {
    this.keep(chunk, end)
    this.captureFrom = -1
    return this.captured.length > MAX_CAPTURE ? undefined : this.captured
  }
}

const isHex = (byte: number): boolean =>
  (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66)

const DIGITS = '0123456789'
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
