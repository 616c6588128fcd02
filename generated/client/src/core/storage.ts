// @generated from openrpc.json by scripts/generate — do not edit

import { keccak_256 } from '@noble/hashes/sha3.js'

type HexText = `0x${string}`

/** A slot, a position or an index: a non-negative number, or hexadecimal with 0x. */
export type SlotNumber = bigint | number | HexText

/** The key of a mapping: its Solidity type, and its value. */
export type MappingKey =
  | { readonly address: HexText }
  | { readonly uint: bigint | number }
  | { readonly int: bigint | number }
  | { readonly bool: boolean }
  | { readonly bytes32: HexText }
  | { readonly string: string }
  | { readonly bytes: HexText }

const WORD = 1n << 256n

const wordOf = (value: SlotNumber): bigint => {
  const number = BigInt(value === '0x' ? 0 : value)
  if (number < 0n || number >= WORD) throw new RangeError('a slot is a number from 0 to 2^256 - 1')
  return number
}

const bytesOf = (hex: string): Uint8Array => {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(hex)) throw new TypeError('0x and two hexadecimal digits for each byte are needed')
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

const padded = (number: bigint): string => number.toString(16).padStart(64, '0')
const hash = (bytes: Uint8Array): bigint => {
  let number = 0n
  for (const byte of keccak_256(bytes)) number = (number << 8n) | BigInt(byte)
  return number
}

const lengthOf = (bytes: Uint8Array, wanted: number, type: string): Uint8Array => {
  if (bytes.length !== wanted) throw new TypeError(`${type} has ${wanted} bytes`)
  return bytes
}

const signed = (value: bigint): bigint => {
  if (value < -(WORD >> 1n) || value >= WORD >> 1n) throw new RangeError('an int has 256 bits at most')
  return BigInt.asUintN(256, value)
}

/** A key as Solidity hashes it: value types padded to 32 bytes, string and bytes unpadded. */
const keyBytes = (key: MappingKey): Uint8Array => {
  if ('string' in key) return new TextEncoder().encode(key.string)
  if ('bytes' in key) return bytesOf(key.bytes)
  if ('bytes32' in key) return lengthOf(bytesOf(key.bytes32), 32, 'bytes32')
  if ('address' in key) {
    const address = lengthOf(bytesOf(key.address), 20, 'an address')
    return Uint8Array.from({ length: 32 }, (_, index) => (index < 12 ? 0 : address[index - 12]!))
  }
  if ('bool' in key) return bytesOf(`0x${padded(key.bool ? 1n : 0n)}`)
  return bytesOf(`0x${padded('int' in key ? signed(BigInt(key.int)) : wordOf(key.uint))}`)
}

const position = (number: bigint): HexText => `0x${padded(BigInt.asUintN(256, number))}`

/** The position of a variable outside mappings and dynamic arrays: its slot. */
export const slotPosition = (slot: SlotNumber): HexText => position(wordOf(slot))

/**
 * The position of an element of a mapping: keccak256(key ++ slot). Several keys address nested
 * mappings, the outer one first.
 *
 * Source: Solidity's documentation, "Layout of State Variables in Storage".
 */
export const mappingPosition = (slot: SlotNumber, ...keys: readonly [MappingKey, ...MappingKey[]]): HexText => {
  let at = wordOf(slot)
  for (const key of keys) {
    const bytes = keyBytes(key)
    const both = new Uint8Array(bytes.length + 32)
    both.set(bytes)
    both.set(bytesOf(`0x${padded(at)}`), bytes.length)
    at = hash(both)
  }
  return position(at)
}

/**
 * The position of an element of a dynamic array, whose length is in the slot itself; `slotsEach`
 * for elements that take several slots. Packed elements share a slot: give its index.
 */
export const arrayPosition = (slot: SlotNumber, index: SlotNumber, slotsEach: SlotNumber = 1): HexText =>
  position(hash(bytesOf(`0x${padded(wordOf(slot))}`)) + wordOf(index) * wordOf(slotsEach))

/** The position this many slots further: of a member of a struct. */
export const positionAfter = (start: SlotNumber, slots: SlotNumber): HexText => position(wordOf(start) + wordOf(slots))
