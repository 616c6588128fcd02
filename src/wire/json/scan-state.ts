/**
 * A JSON reader's state between two bytes. Shared by the two halves of the scanner:
 * answer-scanner.ts, and scripts/assembly/long-scan.ts, which resumes where the other one stopped.
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
 * State that the two halves share: 32-bit integers in this order, from the start of the module's
 * memory.
 */
export enum Field {
  State,
  /** Open containers, including the envelope's object. */
  Depth,
  MaxDepth,
  IsKey,
  /** The rest of a literal: its bytes, the next one lowest. */
  Literal,
  UnicodeLeft,
  /** 1 if the elements at depth 2 are counted. */
  IsResultArray,
  ElementCount,
  MaxElements,
  /**
   * The start of the last element, and the bounds of the first one; `NOWHERE` if not in these
   * bytes.
   */
  ElementStart,
  FirstStart,
  FirstEnd,
  /** Set if there was a byte outside ASCII, so that UTF-8 has to be checked. */
  HasHighBytes,
  Ending,
}

/** Why the reading of a piece stopped. */
export enum Ending {
  /** The whole piece was read. */
  Through,
  /** The next byte cannot be part of JSON. */
  Broken,
  /** The member's value ended before the next byte. */
  MemberEnded,
  /** The element that ended before the next byte was one too many. */
  Overflow,
}

/** A position outside the current piece. */
export const NOWHERE = -1
/** Address of the stack: for each open container, one byte that is 1 for an object. */
export const STACK_AT = 1024
/** Address at which the module expects the bytes. */
export const PIECE_AT = 4096
/** The scanner's callers refuse deeper nesting. */
export const MAX_STACK = PIECE_AT - STACK_AT - 1
/** Bytes per run. */
export const PIECE_BYTES = 65_536
