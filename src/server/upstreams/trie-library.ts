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
