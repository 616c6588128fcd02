import { IntrusiveMap, type MapItem } from '../../../runtime/intrusive-collections.js'
import { bytesOf, type Piece } from '../../../wire/jsonrpc/write-reply.js'
import type { Call } from '../stage.js'

/** Longer params are not indexed: a filter of hundreds of addresses is hardly asked twice. */
const MAX_PARAMS_BYTES = 16_384

/** The last letters, which all count for a hash; of the others only a few do. */
const LAST_LETTERS = 8
/** The bit that differs between an ASCII letter and its capital. */
const CASE_BIT = 0x20

const HEX = /^0x[0-9a-fA-F]*$/
const UPPER_CASE_HEX = /"0x[0-9a-f]*[A-F][0-9a-fA-F]*"/g

/**
 * A text that identifies identical params: equal only if no node distinguishes them; undefined if
 * too long.
 *
 * Ignores letter case in hexadecimal, and white space if all params are strings. Objects are
 * compared by the bytes the node gets, which have each member once.
 */
export const paramsText = ({ params, paramsJson, row }: Call): string | undefined => {
  if (paramsJson.length > MAX_PARAMS_BYTES) return undefined
  if (row.family !== 'evm') return ownText(paramsJson)
  let text = ''
  for (const param of params) {
    if (typeof param !== 'string') return rawText(paramsJson)
    text += isLowerHex(param) ? ` ${param}` : HEX.test(param) ? ` ${param.toLowerCase()}` : JSON.stringify(param)
  }
  return text
}

/**
 * A hash from some letters, ignoring case, and the length: equal for equal `paramsText`, and rarely
 * otherwise. Undefined if too long.
 */
export const paramsHash = ({ params, paramsJson, row }: Call): number | undefined => {
  if (paramsJson.length > MAX_PARAMS_BYTES) return undefined
  if (row.family !== 'evm') return bytesHash(paramsJson)
  let hash = params.length
  for (const param of params) {
    if (typeof param !== 'string') return bytesHash(paramsJson)
    hash = mixed(textHash(hash, param), param.length)
  }
  return hash
}

/**
 * The key of calls that share an answer. If the partner may answer, only accounts that accept its
 * answers share.
 */
export const sharedText = (call: Call): string => {
  const text = paramsText(call)!
  return call.row.canFailOver && call.caller.entitlement.canFailOver ? `partner ${text}` : text
}

/** A call in an index. Calls of one hash differ in `text`. Only the index sets `nextSame`. */
export interface IndexedCall<Self> extends MapItem<Self> {
  readonly text: string
  /** The next call of the same text. */
  nextSame: Self | undefined
}

/**
 * Index of one method's calls under way, by which identical calls find each other.
 *
 * Nearly every call is the only one of its kind, so hashes are compared first, and texts are built
 * only on a match. A caller that forces collisions causes only those comparisons.
 */
export class CallIndex<Item extends IndexedCall<Item>> {
  private readonly byHash = new IntrusiveMap<Item>()
  /** Calls whose hash was taken. */
  private readonly byText = new Map<string, Item>()

  /** Returns the first identical call; `nextSame` leads to the others. */
  find(call: Call, hash: number): Item | undefined {
    const item = this.byHash.get(hash)
    if (item === undefined && this.byText.size === 0) return undefined
    const text = sharedText(call)
    return item?.text === text ? item : this.byText.get(text)
  }

  /** `first`: the result of `find` for the item's call. */
  add(item: Item, first: Item | undefined): void {
    if (first !== undefined) {
      item.nextSame = first.nextSame
      first.nextSame = item
    } else if (this.byHash.get(item.hash) === undefined) this.byHash.add(item)
    else this.byText.set(item.text, item)
  }

  remove(item: Item): void {
    const { nextSame } = item
    item.nextSame = undefined
    if (this.byHash.remove(item)) {
      if (nextSame !== undefined) this.byHash.add(nextSame)
    } else this.removeByText(item, nextSame)
  }

  private removeByText(item: Item, nextSame: Item | undefined): void {
    const { text, hash } = item
    if (this.byText.get(text) === item) {
      if (nextSame === undefined) this.byText.delete(text)
      else this.byText.set(text, nextSame)
      return
    }
    const found = this.byHash.get(hash)
    let before = found?.text === text ? found : this.byText.get(text)
    while (before !== undefined && before.nextSame !== item) before = before.nextSame
    if (before !== undefined) before.nextSame = nextSame
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

/** The usual case, without a regular expression or a new string. */
const isLowerHex = (text: string): boolean => {
  if (text.charCodeAt(0) !== 0x30 || text.charCodeAt(1) !== 0x78) return false
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x30 || code > 0x66 || (code > 0x39 && code < 0x61)) return false
  }
  return true
}

/** Copies the bytes into a string that does not retain a longer one, so it may be kept. */
const ownText = (bytes: Piece): string => bytesOf(bytes).toString('latin1')

/**
 * The bytes, with hexadecimal strings in lower case. An escape could hide where a string begins, so
 * then unchanged.
 */
const rawText = (paramsJson: Piece): string => {
  const text = ownText(paramsJson)
  return text.includes('\\') ? text : text.replace(UPPER_CASE_HEX, lowerCase)
}

const lowerCase = (text: string): string => text.toLowerCase()
