/**
 * The inside of a long answer, checked and counted 16 bytes at a time: AssemblyScript, compiled to
 * WebAssembly with SIMD.
 *
 * The state machine of src/wire/json/answer-scanner.ts, for all that stands inside one member of
 * the envelope; it stops where the member ends. It loads its state from memory (`Field`) and stores
 * it there, so that it can stop and continue between any two bytes. Strings of more than a few
 * bytes are most of an answer; their inside is skipped with SIMD, and the usual sequences (`":"`,
 * `","`) are taken in one step.
 *
 * Source  RFC 8259 (grammar)
 */
import { Ending, Field, NOWHERE, PIECE_AT, STACK_AT, State } from '../../src/wire/json/scan-state'

function read(field: Field): i32 {
  return load<i32>((<usize>field) << 2)
}

function write(field: Field, value: i32): void {
  store<i32>((<usize>field) << 2, value)
}

/** Two bytes as they stand in memory, read as one number. */
const COLON_QUOTE: u32 = 0x223a
const COMMA_QUOTE: u32 = 0x222c
const NOTHING: u32 = 0xffff_ffff

/** The letters of true, false and null after the first one. */
const RUE: i32 = 0x657572
const ALSE: i32 = 0x65736c61
const ULL: i32 = 0x6c6c75

let depth: i32 = 0
let maxDepth: i32 = 0
let isResultArray: bool = false
let elementCount: i32 = 0
let elementStart: i32 = NOWHERE
let unicodeLeft: i32 = 0
let literal: i32 = 0
let hasHighBytes: bool = false
let ending: i32 = Ending.Through

/**
 * Of 64 bytes, those that end a string, begin an escape, or are no plain text: one bit each, the
 * first byte's lowest.
 */
function marksOf(at: usize, end: usize): u64 {
  const marks =
    <u64>marksOf16(v128.load(at)) |
    ((<u64>marksOf16(v128.load(at, 16))) << 16) |
    ((<u64>marksOf16(v128.load(at, 32))) << 32) |
    ((<u64>marksOf16(v128.load(at, 48))) << 48)
  // Behind the end stands what was there before.
  return end - at < 64 ? marks & ~(~(<u64>0) << (end - at)) : marks
}

function marksOf16(bytes: v128): i32 {
  // Signed: below a space are control characters and everything outside ASCII.
  const isStrange = i8x16.lt_s(bytes, i8x16.splat(0x20))
  const isQuote = i8x16.eq(bytes, i8x16.splat(0x22))
  const isBackslash = i8x16.eq(bytes, i8x16.splat(0x5c))
  return i8x16.bitmask(v128.or(v128.or(isQuote, isBackslash), isStrange))
}

function isObjectAt(level: i32): bool {
  return load<u8>(<usize>STACK_AT + <usize>level) !== 0
}

/** Begins a value with its first byte; the next state, or -1. */
function beginValue(at: usize, byte: u32): i32 {
  if (depth === 2 && isResultArray) {
    elementCount++
    elementStart = <i32>(at - PIECE_AT)
  }
  if (byte === 0x22) return State.Text
  if (byte === 0x7b || byte === 0x5b) {
    if (++depth > maxDepth) return -1
    const isObject = byte === 0x7b
    store<u8>(<usize>STACK_AT + <usize>depth, isObject ? 1 : 0)
    return isObject ? State.KeyOrEnd : State.ElementOrEnd
  }
  if (byte === 0x2d) return State.Minus
  if (byte === 0x30) return State.Zero
  if (byte >= 0x31 && byte <= 0x39) return State.Digits
  if (byte === 0x74) literal = RUE
  else if (byte === 0x66) literal = ALSE
  else if (byte === 0x6e) literal = ULL
  else return -1
  return State.Literal
}

/** A value ended before `at`: whether the reading goes on. */
function goesOn(at: usize): bool {
  if (depth > 2) return true
  if (depth === 1) {
    ending = Ending.MemberEnded
    return false
  }
  if (!isResultArray) return true
  if (elementCount === 1) {
    write(Field.FirstStart, elementStart)
    write(Field.FirstEnd, <i32>(at - PIECE_AT))
  }
  if (elementCount <= read(Field.MaxElements)) return true
  ending = Ending.Overflow
  return false
}

/**
 * RFC 8259, section 6: the state behind one more byte of a number; `After` when the number ended
 * before it, -1 if there was no key.
 */
function nextInNumber(state: i32, byte: u32): i32 {
  const isExponent = (byte | 0x20) === 0x65
  if (state === State.Digits || state === State.Zero) {
    if (isDigit(byte)) return state === State.Digits ? State.Digits : -1
    return byte === 0x2e ? State.Point : isExponent ? State.Exponent : State.After
  }
  if (state === State.Fraction) return isDigit(byte) ? State.Fraction : isExponent ? State.Exponent : State.After
  if (state === State.ExponentDigits) return isDigit(byte) ? State.ExponentDigits : State.After
  if (state === State.Minus) return byte === 0x30 ? State.Zero : isDigit(byte) ? State.Digits : -1
  if (state === State.Point) return isDigit(byte) ? State.Fraction : -1
  if (isDigit(byte)) return State.ExponentDigits
  return state === State.Exponent && (byte === 0x2b || byte === 0x2d) ? State.ExponentSign : -1
}

function isDigit(byte: u32): bool {
  return byte - 0x30 <= 9
}

function isHex(byte: u32): bool {
  return byte - 0x30 <= 9 || (byte | 0x20) - 0x61 <= 5
}

function isEscaped(byte: u32): bool {
  return (
    byte === 0x22 ||
    byte === 0x5c ||
    byte === 0x2f ||
    byte === 0x62 ||
    byte === 0x66 ||
    byte === 0x6e ||
    byte === 0x72 ||
    byte === 0x74
  )
}

/** Ends the innermost container, if `byte` is what ends it. */
function close(byte: u32): bool {
  if (byte !== (isObjectAt(depth) ? 0x7d : 0x5d)) return false
  depth--
  return true
}

/** Takes up what the other half knows. */
function begin(): void {
  depth = read(Field.Depth)
  maxDepth = read(Field.MaxDepth)
  isResultArray = read(Field.IsResultArray) !== 0
  elementCount = read(Field.ElementCount)
  unicodeLeft = read(Field.UnicodeLeft)
  literal = read(Field.Literal)
  elementStart = NOWHERE
  write(Field.FirstStart, NOWHERE)
  write(Field.FirstEnd, NOWHERE)
  hasHighBytes = false
  ending = Ending.Through
}

/** Tells the other half what is known now. */
function finish(at: usize, state: i32, isKey: bool, why: i32): i32 {
  write(Field.State, state)
  write(Field.Depth, depth)
  write(Field.IsKey, isKey ? 1 : 0)
  write(Field.ElementCount, elementCount)
  write(Field.ElementStart, elementStart)
  write(Field.UnicodeLeft, unicodeLeft)
  write(Field.Literal, literal)
  write(Field.HasHighBytes, hasHighBytes ? 1 : 0)
  write(Field.Ending, why)
  return <i32>(at - PIECE_AT)
}

/** Reads `length` bytes, beginning where `Field.State` says; how many of them were read. */
export function scan(length: i32): i32 {
  const end = <usize>PIECE_AT + <usize>length
  let at = <usize>PIECE_AT
  let state = read(Field.State)
  let isKey = read(Field.IsKey) !== 0
  let marksAt = <usize>PIECE_AT
  let marks = marksOf(marksAt, end)
  // Two bytes outside the piece must not pass for the usual ones.
  store<u16>(end, 0)
  begin()
  while (at < end) {
    if (state === State.Text) {
      if (at - marksAt >= 64) {
        do marksAt += 64
        while (at - marksAt >= 64)
        marks = marksOf(marksAt, end)
      }
      let left = marks & (~(<u64>0) << (at - marksAt))
      // The bytes after a string in a list of strings. Nothing matches in the result itself, whose
      // elements are counted.
      const behindValue = depth > 2 ? COMMA_QUOTE : NOTHING
      const flip = isObjectAt(depth) ? COLON_QUOTE ^ behindValue : 0
      let behind = isKey ? COLON_QUOTE : behindValue
      // One turn for each string. The next one is found from the marks alone, so that the processor
      // need not wait for what the bytes between them turn out to be.
      for (;;) {
        while (left === 0) {
          marksAt += 64
          if (marksAt >= end) return finish(end, State.Text, behind === COLON_QUOTE, Ending.Through)
          marks = marksOf(marksAt, end)
          left = marks
        }
        at = marksAt + <usize>ctz(left)
        left &= left - 1
        const stop: u32 = load<u8>(at)
        if (stop === 0x22) {
          if (load<u16>(at, 1) !== behind) break
          behind ^= flip
          if (left === 0) {
            marksAt += 64
            marks = marksOf(marksAt, end)
            left = marks
          }
          // The quote that begins the next string.
          left &= left - 1
        } else if (stop >= 0x80) hasHighBytes = true
        else break
      }
      isKey = behind === COLON_QUOTE
      const stop: u32 = load<u8>(at)
      if (stop < 0x20) return finish(at, state, isKey, Ending.Broken)
      at++
      if (stop === 0x5c) state = State.Escape
      else {
        state = isKey ? State.Colon : State.After
        if (!isKey && !goesOn(at)) return finish(at, state, isKey, ending)
      }
      continue
    }
    const byte: u32 = load<u8>(at)
    if (state < State.Text) {
      if (byte <= 0x20) {
        if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
          return finish(at, state, isKey, Ending.Broken)
        at++
        while (at < end && load<u8>(at) === 0x20) at++
      } else if (state === State.After) {
        if (byte === 0x2c) {
          state = isObjectAt(depth) ? State.Key : State.Value
          at++
        } else {
          if (!close(byte)) return finish(at, state, isKey, Ending.Broken)
          at++
          if (!goesOn(at)) break
        }
      } else if (state === State.Key || state === State.KeyOrEnd) {
        if (byte === 0x22) {
          isKey = true
          state = State.Text
          at++
        } else {
          if (state === State.Key || !close(byte)) return finish(at, state, isKey, Ending.Broken)
          state = State.After
          at++
          if (!goesOn(at)) break
        }
      } else if (state === State.Colon) {
        if (byte !== 0x3a) return finish(at, state, isKey, Ending.Broken)
        state = State.Value
        at++
      } else if (state === State.ElementOrEnd && byte === 0x5d) {
        if (!close(byte)) return finish(at, state, isKey, Ending.Broken)
        state = State.After
        at++
        if (!goesOn(at)) break
      } else {
        state = beginValue(at, byte)
        if (state < 0) return finish(at, state, isKey, Ending.Broken)
        isKey = false
        at++
      }
    } else if (state === State.Escape) {
      if (byte === 0x75) {
        state = State.Unicode
        unicodeLeft = 4
      } else if (isEscaped(byte)) state = State.Text
      else return finish(at, state, isKey, Ending.Broken)
      at++
    } else if (state === State.Unicode) {
      if (!isHex(byte)) return finish(at, state, isKey, Ending.Broken)
      if (--unicodeLeft === 0) state = State.Text
      at++
    } else if (state === State.Literal) {
      const whole: u32 = 0xffff_ffff >> (clz(literal) & 0x18)
      if (at + 4 <= end && (load<u32>(at) & whole) === <u32>literal) {
        at += <usize>(4 - (clz(literal) >> 3))
        literal = 0
      } else {
        if (byte !== <u32>(literal & 0xff)) return finish(at, state, isKey, Ending.Broken)
        literal = literal >>> 8
        at++
      }
      if (literal === 0) {
        state = State.After
        if (!goesOn(at)) break
      }
    } else {
      state = nextInNumber(state, byte)
      if (state < 0) return finish(at, state, isKey, Ending.Broken)
      // The byte behind a number belongs to what follows it.
      if (state === State.Digits) {
        do at++
        while (at < end && isDigit(load<u8>(at)))
      } else if (state !== State.After) at++
      else if (!goesOn(at)) break
    }
  }
  return finish(at, state, isKey, ending)
}
