/** The functions for RLP that proofs and hashes use. */
type Rlp = Pick<typeof import('@ethereumjs/rlp').RLP, 'decode' | 'encode'>

/** The functions for Merkle tries and RLP that verify proofs. */
export type TrieLibrary = Pick<typeof import('@ethereumjs/mpt'), 'createMPT' | 'verifyMerkleProof'> & Rlp

let library: Promise<TrieLibrary> | undefined
let rlp: Promise<Rlp> | undefined

/** Loaded with the first hash of a header. */
export const loadRlp = (): Promise<Rlp> => {
  rlp ??= import('@ethereumjs/rlp').then(({ RLP }) => RLP)
  return rlp
}

/** Loaded with the first proof, so that a gateway that checks no proofs saves the memory. */
export const loadTrieLibrary = (): Promise<TrieLibrary> => {
  library ??= Promise.all([import('@ethereumjs/mpt'), loadRlp()]).then(([mpt, { decode, encode }]) => ({
    createMPT: mpt.createMPT,
    verifyMerkleProof: mpt.verifyMerkleProof,
    decode,
    encode,
  }))
  return library
}

/** The bytes of hexadecimal text. */
export const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

/** A quantity without leading zeros; zero is empty. */
export const numberBytes = (quantity: string): Uint8Array => {
  const digits = quantity.slice(2).replace(/^0+/, '')
  return bytesOf(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`)
}
