import { hexOfBase58, toBase58 } from '../../runtime/base58.js'
import { keccak256 } from '../../runtime/keccak256.js'

/** EIP-4844: blobs are sent with the transaction, but are not part of its hash. */
const BLOB_TYPE = 0x03
/** RLP: lists of up to 55 bytes, and longer ones, whose length is in the following bytes. */
const SHORT_LIST = 0xc0
const LONG_LIST = 0xf7

/**
 * The hash of a signed transaction, as returned by eth_sendRawTransaction; undefined if invalid.
 *
 * Source  EIP-2718; EIP-4844 and EIP-7594, "Networking": the payload of a blob transaction is the
 *         first item of its wrapper
 */
export const evmTransactionHash = (transaction: unknown): string | undefined => {
  if (typeof transaction !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(transaction)) return undefined
  const bytes = Buffer.from(transaction.slice(2), 'hex')
  const hashed = bytes[0] === BLOB_TYPE ? withoutBlobs(bytes) : bytes
  return `0x${Buffer.from(keccak256(hashed)).toString('hex')}`
}

/** Bounds of an RLP list's content; undefined if no list begins at `at`. */
const listAt = (bytes: Buffer, at: number): { readonly from: number; readonly to: number } | undefined => {
  const first = bytes[at] ?? 0
  if (first < SHORT_LIST) return undefined
  if (first <= LONG_LIST) return { from: at + 1, to: at + 1 + first - SHORT_LIST }
  const from = at + 1 + first - LONG_LIST
  let length = 0
  for (let index = at + 1; index < from; index++) length = length * 256 + (bytes[index] ?? 0)
  return { from, to: from + length }
}

const withoutBlobs = (bytes: Buffer): Buffer => {
  const wrapper = listAt(bytes, 1)
  const payload = wrapper === undefined ? undefined : listAt(bytes, wrapper.from)
  if (wrapper === undefined || payload === undefined) return bytes
  return Buffer.concat([bytes.subarray(0, 1), bytes.subarray(wrapper.from, payload.to)])
}

/** A transaction has at most one packet of 1232 bytes (agave), which is this much base58. */
const MAX_BASE58 = 1_700
const SIGNATURE_BYTES = 64
/** Signature counts from here on take two bytes; no transaction has room for so many. */
const MANY_SIGNATURES = 0x80

const fromBase58 = (text: string): Buffer | undefined => {
  const hex = text.length > MAX_BASE58 ? undefined : hexOfBase58(text)
  if (hex === undefined) return undefined
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

/**
 * The first signature of a signed transaction, as returned by sendTransaction; undefined if
 * invalid.
 *
 * Source  Solana documentation, "Transactions": a count of signatures in compact-u16, then the
 *         signatures
 */
export const solanaSignature = (transaction: unknown, config: unknown): string | undefined => {
  if (typeof transaction !== 'string') return undefined
  const { encoding } = (config ?? {}) as { readonly encoding?: unknown }
  const bytes = encoding === 'base64' ? Buffer.from(transaction, 'base64') : fromBase58(transaction)
  const count = bytes?.[0] ?? 0
  if (bytes === undefined || count === 0 || count >= MANY_SIGNATURES || bytes.length <= count * SIGNATURE_BYTES)
    return undefined
  return toBase58(bytes.subarray(1, 1 + SIGNATURE_BYTES))
}
