import type { BodyLimits } from './body.js'

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]
/** Members of all objects together that a body may have in any case; a large batch may have so many for each of its calls. */
const MAX_MEMBERS = 10_000
const MAX_MEMBERS_OF_A_CALL = 100

/** What keeps a body from being parsed. */
export type ShapeTrouble = 'nested_too_deep' | 'batch_too_large' | 'too_many_members'

/**
 * Finds in one walk, before a body is parsed, whether it is larger than its bytes say: nested deeper than allowed, a batch of too many calls, or
 * made of many thousand members. JSON.parse takes fifty times as long for such bytes as for others (objects of ever new names, arrays in
 * arrays), and holds up every other caller for it.
 *
 * Of bytes that are no JSON it says nothing that could be relied on: they may be refused for either.
 */
export const shapeTrouble = (bytes: Buffer, { maxDepth, maxBatch }: BodyLimits): ShapeTrouble | undefined => {
  const maxMembers = Math.max(MAX_MEMBERS, maxBatch * MAX_MEMBERS_OF_A_CALL)
  const isBatch = isArray(bytes)
  if (isBatch && maxBatch === 0) return 'batch_too_large'
  let depth = 0
  let calls = 1
  let members = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        if (++depth > maxDepth) return 'nested_too_deep'
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth--
        break
      case COLON:
        if (++members > maxMembers) return 'too_many_members'
        break
      case COMMA:
        if (isBatch && depth === 1 && ++calls > maxBatch) return 'batch_too_large'
        break
    }
  }
  return undefined
}

const isArray = (bytes: Buffer): boolean => {
  let at = 0
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++
  return bytes[at] === OPEN_ARRAY
}

/** The index of the quote that ends the text beginning at `at`, or one behind the bytes. */
const endOfText = (bytes: Buffer, at: number): number => {
  let next = at + 1
  for (; next < bytes.length && bytes[next] !== QUOTE; next++) if (bytes[next] === BACKSLASH) next++
  return next
}
