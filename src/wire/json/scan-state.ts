/**
 * Where a reader of JSON stands between two bytes. Shared by the two halves of the scanner:
 * answer-scanner.ts, and scripts/assembly/long-scan.ts, which goes on from where the other one
 * stopped.
 */
export enum State {
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

/**
 * State that the two halves share: 32-bit integers in this order, from the first byte of the
 * module's memory.
 */
export enum Field {
  State,
  /** Open containers, the envelope's own object included. */
  Depth,
  MaxDepth,
  IsKey,
  /** What is missing of a literal: its bytes, the next one lowest. */
  Literal,
  UnicodeLeft,
  /** Whether the elements of depth 2 are to be counted. */
  IsResultArray,
  ElementCount,
  MaxElements,
  /**
   * Where the last element began, and where the first one began and ended; `NOWHERE` if not in
   * these bytes.
   */
  ElementStart,
  FirstStart,
  FirstEnd,
  /** Whether a byte outside ASCII was seen; it must be UTF-8 yet. */
  HasHighBytes,
  Ending,
}

/** Why the reading of a piece stopped. */
export enum Ending {
  /** All of it was read. */
  Through,
  /** The next byte cannot be part of JSON. */
  Broken,
  /** The member's value ended before the next byte. */
  MemberEnded,
  /** The element that ended before the next byte was one too many. */
  Overflow,
}

/** A place that is not in the piece at hand. */
export const NOWHERE = -1
/** Where the module keeps, one byte for each open container, whether it is an object. */
export const STACK_AT = 1024
/** The callers of a scanner refuse deeper nesting. */
export const MAX_STACK = 1024
/** Where the module expects the bytes. */
export const PIECE_AT = 4096
/** How many bytes it takes at once. */
export const PIECE_BYTES = 65_536
