import { BROKEN, skipField, skipLineEnd, UNFINISHED } from '../fields.js'

const VERSION = Buffer.from('HTTP/1.')

/** RFC 9112, section 4, HTTP/1.0 and 1.1 only: the index behind the status line that begins at `at`, UNFINISHED or BROKEN. */
export const skipStatusLine = (bytes: Buffer, at: number, end: number): number => {
  for (let index = 0; index < VERSION.length; index++) {
    if (at + index >= end) return UNFINISHED
    if (bytes[at + index] !== VERSION[index]) return BROKEN
  }
  if (at + 12 > end) return UNFINISHED
  if ((bytes[at + 7] !== 0x30 && bytes[at + 7] !== 0x31) || bytes[at + 8] !== 0x20) return BROKEN
  for (let index = at + 9; index < at + 12; index++) if (bytes[index]! < 0x30 || bytes[index]! > 0x39) return BROKEN
  if (bytes[at + 9] === 0x30) return BROKEN
  // The space behind the status belongs to the line even without a reason; servers that leave it out are understood.
  const isBare = at + 12 < end && bytes[at + 12] !== 0x20
  return skipLineEnd(bytes, isBare ? at + 12 : skipField(bytes, at + 12, end), end)
}

/** The status in the status line that begins at `at`. */
export const readStatus = (bytes: Buffer, at: number): number =>
  bytes[at + 9]! * 100 + bytes[at + 10]! * 10 + bytes[at + 11]! - 0x30 * 111
