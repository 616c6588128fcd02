import { readFileSync } from 'node:fs'
import type { WrittenContract } from '../../src/contract/with-errors.js'

/** A document that any mistake can be made in. */
// biome-ignore lint/suspicious/noExplicitAny: a mistake is made anywhere in the document, against its type
export type Loose = any

/**
 * A mistake to make in a copy of openrpc.json, and the line about it: the JSON pointer, and words
 * that it must have.
 */
export type Mutation = readonly [what: string, make: (document: Loose) => void, path: string, words: RegExp]

/** A mistake that only a text can have. */
export type TextMutation = readonly [what: string, make: (text: string) => string, path: string, words: RegExp]

/** A change that looks like a mistake, and why it is right. */
export type Harmless = readonly [what: string, make: (document: Loose) => void, reason: string]

/** The contract of this repository, fresh and open to changes. */
export const own = (): WrittenContract => JSON.parse(readFileSync('openrpc.json', 'utf8')) as WrittenContract

const indexOf = (wanted: string): number => own().methods.findIndex(({ name }) => name === wanted)

export const head = indexOf('eth_blockNumber')
export const storage = indexOf('eth_getStorageAt')
export const logs = indexOf('eth_getLogs')
export const receipt = indexOf('eth_getTransactionReceipt')
export const balance = indexOf('getTokenAccountBalance')
export const events = indexOf('eth_subscribe')
export const slots = indexOf('slotSubscribe')

/** The place of a method, or a place in it. */
export const atMethod = (index: number, rest: string): string => `/methods/${index}${rest}`

/** A place in the components' schemas. */
export const atSchema = (rest: string): string => `/components/schemas/${rest}`
