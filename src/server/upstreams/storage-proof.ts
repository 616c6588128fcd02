import { bytesOf, loadTrieLibrary } from './trie-library.js'

/** Nibbles of a hashed key plus the root: no path through a trie is longer. */
const MAX_NODES = 65
/** A branch of sixteen hashes takes 532 bytes; a state trie contains nothing larger. */
const MAX_NODE_BYTES = 1_024
/** Hash of an empty trie. */
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
/** Index of the storage root in an account: [nonce, balance, storageRoot, codeHash]. */
const STORAGE_ROOT = 2

/**
 * The largest honest answer to eth_getProof: two paths of nodes as hexadecimal text, and the
 * members around them.
 */
export const MAX_PROOF_ANSWER_BYTES = 2 * MAX_NODES * MAX_NODE_BYTES * 2 + 16_384

/**
 * Returns the value at a storage position in the state with this root, as the proof shows;
 * undefined if the proof is invalid.
 *
 * Uses only the nodes in `proof`, not the values and hashes that it also states.
 * Values   an absent account or position is 0
 * Source   EIP-1186 (eth_getProof); Ethereum Yellow Paper, section 4.1 and appendix D
 */
export const provenValue = async (
  stateRoot: string,
  address: string,
  position: bigint,
  proof: unknown,
): Promise<bigint | undefined> => {
  const paths = readPaths(proof)
  if (paths === undefined) return undefined
  const { verifyMerkleProof, decode } = await loadTrieLibrary()
  const find = async (root: string, key: Uint8Array, nodes: Uint8Array[]): Promise<Uint8Array | null> => {
    if (root === EMPTY_ROOT) return null
    // Without nodes the library has nothing to compare with the root.
    if (nodes.length === 0) throw new Error('no nodes')
    return verifyMerkleProof(key, nodes, { root: bytesOf(root), useKeyHashing: true })
  }
  try {
    const account = await find(stateRoot.toLowerCase(), bytesOf(address), paths.account)
    if (account === null) return 0n
    const storageRoot = hexOf((decode(account) as Uint8Array[])[STORAGE_ROOT]!)
    const slot = bytesOf(`0x${position.toString(16).padStart(64, '0')}`)
    const value = await find(storageRoot, slot, paths.storage)
    return value === null ? 0n : BigInt(hexOf(decode(value) as Uint8Array))
  } catch {
    // The library throws for any defect of a proof.
    return undefined
  }
}

interface Paths {
  readonly account: Uint8Array[]
  readonly storage: Uint8Array[]
}

const readPaths = (proof: unknown): Paths | undefined => {
  if (typeof proof !== 'object' || proof === null) return undefined
  const { accountProof, storageProof } = proof as { accountProof?: unknown; storageProof?: unknown }
  const [slot] = Array.isArray(storageProof) ? (storageProof as unknown[]) : []
  const account = readNodes(accountProof)
  const storage = readNodes((slot as { proof?: unknown } | null | undefined)?.proof)
  return account === undefined || storage === undefined ? undefined : { account, storage }
}

const readNodes = (nodes: unknown): Uint8Array[] | undefined => {
  if (!Array.isArray(nodes) || nodes.length > MAX_NODES) return undefined
  return nodes.every(isNode) ? nodes.map(bytesOf) : undefined
}

const isNode = (node: unknown): node is string =>
  typeof node === 'string' && node.length <= 2 + 2 * MAX_NODE_BYTES && /^0x(?:[0-9a-f]{2})+$/i.test(node)

const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
