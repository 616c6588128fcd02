/** The functions for Merkle tries and RLP with which proofs are verified. */
export type TrieLibrary = Pick<typeof import('@ethereumjs/mpt'), 'createMPT' | 'verifyMerkleProof'> &
  Pick<typeof import('@ethereumjs/rlp').RLP, 'decode' | 'encode'>

let library: Promise<TrieLibrary> | undefined

/** Loaded with the first proof, so that a gateway that checks no proofs saves the memory. */
export const loadTrieLibrary = (): Promise<TrieLibrary> => {
  library ??= Promise.all([import('@ethereumjs/mpt'), import('@ethereumjs/rlp')]).then(([mpt, { RLP }]) => ({
    createMPT: mpt.createMPT,
    verifyMerkleProof: mpt.verifyMerkleProof,
    decode: RLP.decode,
    encode: RLP.encode,
  }))
  return library
}
