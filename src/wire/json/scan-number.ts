import { State } from './scan-state.js'

/**
 * The state after one more byte of a number. `After` means that the number ended before this byte;
 * undefined that the number is malformed.
 *
 * Source  RFC 8259, section 6
 */
export const nextInNumber = (state: State, byte: number): State | undefined => {
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
