import { keccak_256 } from '@noble/hashes/sha3.js'

/** Ethereum's hash: Keccak-256 as it was before SHA-3. */
export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
