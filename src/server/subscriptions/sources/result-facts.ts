import { hash } from 'node:crypto'
import { readQuantity } from '../../../runtime/quantity.js'
import type { Span } from '../../../wire/json/answer-scanner.js'
import { memberSpans } from '../../../wire/json/node-notification.js'
import type { HeadHint } from '../follow/follow-nodes.js'

const OPEN = 0x7b
const QUOTE = 0x22
/** A signature has 90 bytes, quotes included. What a node writes instead may have any length. */
const MAX_KEY_BYTES = 128

/** The facts about an event that streams read from its bytes. */
export interface ResultFacts {
  /** The slot it is about; undefined if it names none. */
  readonly slot: number | undefined
  /** The state without the facts about the node that sent it. */
  readonly value: Span
  /** True if the state is a text, as `"receivedSignature"`. */
  readonly isText: boolean
}

/**
 * Reads the event at `result`: `{context: {slot}, value}`, an object with a `slot`, or a slot's
 * number. The bytes are valid JSON.
 */
export const readFacts = (bytes: Buffer, result: Span): ResultFacts => {
  if (bytes[result.start] !== OPEN)
    return { slot: numberAt(bytes, result), value: result, isText: bytes[result.start] === QUOTE }
  const { context, slot, value = result } = memberSpans(bytes, result.start, ['context', 'slot', 'value']) ?? {}
  const ofContext = context && memberOf(bytes, context, 'slot')
  return { slot: numberAt(bytes, ofContext ?? slot), value, isText: bytes[value.start] === QUOTE }
}

/**
 * Identifies an event among those of several nodes: its slot, and the transaction's signature or
 * else the bytes of its state: a provider may notify an account several times in a slot.
 * Source  docs/wire-facts.md, section 2
 */
export const keyOfEvent = (bytes: Buffer, result: Span): string => {
  const { slot, value } = readFacts(bytes, result)
  const signature = memberOf(bytes, value, 'signature')
  const rest = signature === undefined ? hashOf(bytes, value) : shortKey(bytes, signature)
  return `${slot} ${rest}`
}

/** Identifies a transaction of `newPendingTransactions`: a hash, or an object that has one. */
export const keyOfPending = (bytes: Buffer, result: Span): string =>
  shortKey(bytes, memberOf(bytes, result, 'hash') ?? result)

/** The hash and the number of a head, as far as it is one. */
export const readHead = (bytes: Buffer, { start }: Span): Pick<HeadHint, 'blockHash' | 'blockNumber'> => {
  const head = bytes[start] === OPEN ? memberSpans(bytes, start, ['hash', 'number']) : undefined
  return { blockHash: textAt(bytes, head?.hash), blockNumber: readQuantity(textAt(bytes, head?.number)) }
}

export const spanText = (bytes: Buffer, { start, end }: Span): string => bytes.toString('latin1', start, end)

/** A short text that stands for a value's bytes. */
export const hashOf = (bytes: Buffer, { start, end }: Span): string =>
  hash('sha256', bytes.subarray(start, end), 'base64')

/** The bytes themselves as text, or the hash of too many: no JSON is equal to it. */
const shortKey = (bytes: Buffer, span: Span): string =>
  span.end - span.start > MAX_KEY_BYTES ? hashOf(bytes, span) : spanText(bytes, span)

const memberOf = (bytes: Buffer, { start }: Span, name: string): Span | undefined =>
  bytes[start] === OPEN ? memberSpans(bytes, start, [name])?.[name] : undefined

const textAt = (bytes: Buffer, span: Span | undefined): string | undefined =>
  span !== undefined && bytes[span.start] === QUOTE ? bytes.toString('latin1', span.start + 1, span.end - 1) : undefined

const numberAt = (bytes: Buffer, span: Span | undefined): number | undefined => {
  const number = span === undefined ? Number.NaN : Number(spanText(bytes, span))
  return Number.isSafeInteger(number) ? number : undefined
}
