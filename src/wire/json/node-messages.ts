/**
 * How the body of a call to a node begins, up to its id, and how nearly every node begins its
 * answer.
 */
export const CALL_START = '{"jsonrpc":"2.0","id":'

/**
 * All ids have so many digits as this: every answer is read the same way, and every request of a
 * method has the same length.
 */
export const FIRST_ID = 1_000_000
const LAST_ID = 9_999_999

let last = FIRST_ID - 1

/**
 * Takes `count` ids, one behind the other, for calls to nodes; returns the first.
 *
 * An HTTP exchange needs no id to match its answer. But if all calls had one id, the gateway could
 * not detect that a node, or a proxy before it, is out of step on a connection and sends each
 * caller another caller's answer.
 */
export const takeCallIds = (count = 1): number => {
  if (last + count > LAST_ID) last = FIRST_ID - 1
  const first = last + 1
  last += count
  return first
}

const THOUSAND = 1_000
/** The last three digits of an id, and the comma behind it. */
const lastDigits = Array.from({ length: THOUSAND }, (_, digits) => `${String(digits).padStart(3, '0')},`)
let lastThousand = -1
let startOfThousand = ''

/**
 * The beginning of a call's body, up to the comma behind its id. What follows it in one piece of
 * text can be put behind another id.
 *
 * Ids follow one another, so the text before the last three digits stays the same for a thousand
 * calls: no number is made into text.
 */
export const callStart = (id: number): string => {
  if (id < THOUSAND) return `${CALL_START}${id},`
  const digits = id % THOUSAND
  const thousand = (id - digits) / THOUSAND
  if (thousand !== lastThousand) {
    lastThousand = thousand
    startOfThousand = `${CALL_START}${thousand}`
  }
  return startOfThousand + lastDigits[digits]!
}

/** The usual beginning of an answer as bytes. */
export const USUAL_START = Buffer.from(CALL_START)
/** How it goes on behind the id. */
export const USUAL_REST = Buffer.from(',"result":')
const NULL = Buffer.from('null')
const [QUOTE, BACKSLASH, CLOSE, ZERO] = [0x22, 0x5c, 0x7d, 0x30]

/**
 * Where the result begins in an answer, `bytes` from `from` to `to`, that is as most are: this id,
 * and a result that is plain text of ASCII or null, without white space. It ends before the last
 * byte. -1: an answer of any other kind, or none, for AnswerScanner to read.
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

/**
 * The index behind the digits at `at` if they are this id, a positive one; -1. Its digits are not
 * made into text for that.
 */
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

/**
 * Whether `text` stands in `bytes` at `start`. Byte by byte: for a few bytes node's own comparison
 * costs more to call than to do.
 */
export const isAt = (bytes: Buffer, start: number, text: Buffer): boolean => {
  if (bytes.length - start < text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false
  return true
}
