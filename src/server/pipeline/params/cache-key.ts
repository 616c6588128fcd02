import { IntrusiveMap, type MapItem } from '../../../runtime/intrusive-collections.js'
import { bytesOf, type Piece } from '../../../wire/jsonrpc/write-reply.js'
import type { Call } from '../stage.js'

/**
 * Params longer than this are not worth remembering by: a filter of hundreds of addresses is hardly
 * asked twice.
 */
const MAX_PARAMS_BYTES = 16_384

/** Letters at the end of which each counts for a hash; of those before only a few. */
const LAST_LETTERS = 8
/** The bit that differs between an ASCII letter and its capital. */
const CASE_BIT = 0x20

const HEX = /^0x[0-9a-fA-F]*$/
const UPPER_CASE_HEX = /"0x[0-9a-f]*[A-F][0-9a-fA-F]*"/g

/**
 * Params as a text to know identical calls by: the same text only if no node distinguishes the
 * params; undefined when they are too long.
 *
 * Letter case of hexadecimal does not count, nor does white space where all params are texts.
 * Objects go by the bytes the node gets, which have each member once.
 */
export const paramsText = ({ params, paramsBytes, row }: Call): string | undefined => {
  if (paramsBytes.length > MAX_PARAMS_BYTES) return undefined
  if (row.family !== 'evm') return ownText(paramsBytes)
  let text = ''
  for (const param of params) {
    if (typeof param !== 'string') return rawText(paramsBytes)
    text += isLowerHex(param) ? ` ${param}` : HEX.test(param) ? ` ${param.toLowerCase()}` : JSON.stringify(param)
  }
  return text
}

/**
 * A number that params of the same text have in common, and others hardly ever: of some of their
 * letters, whatever their case, and their length. Undefined when they are too long.
 */
export const paramsHash = ({ params, paramsBytes, row }: Call): number | undefined => {
  if (paramsBytes.length > MAX_PARAMS_BYTES) return undefined
  if (row.family !== 'evm') return bytesHash(paramsBytes)
  let hash = params.length
  for (const param of params) {
    if (typeof param !== 'string') return bytesHash(paramsBytes)
    hash = mixed(textHash(hash, param), param.length)
  }
  return hash
}

/**
 * The text that calls share whose answer is one. Where the partner may answer, only accounts that
 * want its answers may share them.
 */
export const sharedText = (call: Call): string => {
  const text = paramsText(call)!
  return call.row.canFailOver && call.caller.entitlement.canFailOver ? `partner ${text}` : text
}

/** A call in an index: `number` is its hash, `text` tells it from others with the same one. */
export interface IndexedCall<Self> extends MapItem<Self> {
  readonly text: string
}

/**
 * Calls of one method that are under way, to be found by identical ones.
 *
 * Nearly every call is the only one of its kind: so first a number is looked for that identical
 * ones have in common, and texts are made and compared only where another call has it, too. A
 * caller that makes many with the same number causes only that comparison.
 */
export class CallIndex<Item extends IndexedCall<Item>> {
  private readonly byHash = new IntrusiveMap<Item>()
  /** Those whose hash was taken. */
  private readonly byText = new Map<string, Item>()

  find(call: Call, hash: number): Item | undefined {
    const item = this.byHash.get(hash)
    if (item === undefined && this.byText.size === 0) return undefined
    const text = sharedText(call)
    return item?.text === text ? item : this.byText.get(text)
  }

  add(item: Item): void {
    if (this.byHash.get(item.number) === undefined) this.byHash.add(item)
    else this.byText.set(item.text, item)
  }

  remove(item: Item): void {
    if (!this.byHash.remove(item)) this.byText.delete(item.text)
  }
}

const textHash = (start: number, text: string): number => {
  const step = strideOf(text.length)
  let hash = start
  for (let at = text.length - 1; at >= 0; at -= at > text.length - LAST_LETTERS ? 1 : step)
    hash = mixed(hash, text.charCodeAt(at))
  return hash
}

const bytesHash = (bytes: Piece): number => {
  if (typeof bytes === 'string') return textHash(bytes.length, bytes)
  const step = strideOf(bytes.length)
  let hash = bytes.length
  for (let at = bytes.length - 1; at >= 0; at -= at > bytes.length - LAST_LETTERS ? 1 : step)
    hash = mixed(hash, bytes[at]!)
  return hash
}

/** Numbers differ in their last digits, hashes and addresses anywhere. */
const strideOf = (length: number): number => (length >> 3) + 1

const mixed = (hash: number, letter: number): number => (Math.imul(hash, 31) + (letter | CASE_BIT)) | 0

/** The usual case, without the cost of a regular expression and of another text. */
const isLowerHex = (text: string): boolean => {
  if (text.charCodeAt(0) !== 0x30 || text.charCodeAt(1) !== 0x78) return false
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) return false
  }
  return true
}

/** The bytes as a text that is not part of a longer one: it may be kept. */
const ownText = (bytes: Piece): string => bytesOf(bytes).toString('latin1')

/**
 * The bytes, with whole texts of hexadecimal in lower case; an escape could hide where a text
 * begins, so then as they are.
 */
const rawText = (paramsBytes: Piece): string => {
  const text = ownText(paramsBytes)
  return text.includes('\\') ? text : text.replace(UPPER_CASE_HEX, lowerCase)
}

const lowerCase = (text: string): string => text.toLowerCase()
