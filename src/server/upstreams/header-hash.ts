import { keccak256 } from '../../runtime/keccak256.js'
import { bytesOf, loadRlp, numberBytes } from './trie-library.js'

/** Members of a header in the order in which its hash covers them. */
const COVERED = [
  'parentHash',
  'sha3Uncles',
  'miner',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'extraData',
  'mixHash',
  'nonce',
]
/** Members that later forks added; a header has the first few of them. */
const COVERED_LATER = [
  'baseFeePerGas',
  'withdrawalsRoot',
  'blobGasUsed',
  'excessBlobGas',
  'parentBeaconBlockRoot',
  'requestsHash',
]
/** Members that are numbers, without leading zeros; all others are bytes. */
const NUMBERS = new Set([
  'difficulty',
  'number',
  'gasLimit',
  'gasUsed',
  'timestamp',
  'baseFeePerGas',
  'blobGasUsed',
  'excessBlobGas',
])
const QUANTITY = /^0x[0-9a-fA-F]+$/
const BYTES = /^0x(?:[0-9a-fA-F]{2})*$/

/**
 * The hash of a block's header, in lower case; undefined if it lacks a member. Some chains hash
 * their headers otherwise: there it differs from the block's hash.
 *
 * Source  Ethereum Yellow Paper, section 4.4; EIP-1559, 4895, 4844, 4788, 7685
 */
export const hashOfHeader = async (header: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
  const later = COVERED_LATER.findIndex((name) => header[name] === undefined || header[name] === null)
  const names = [...COVERED, ...(later < 0 ? COVERED_LATER : COVERED_LATER.slice(0, later))]
  const fields: Uint8Array[] = []
  for (const name of names) {
    const text = header[name]
    const isNumber = NUMBERS.has(name)
    if (typeof text !== 'string' || !(isNumber ? QUANTITY : BYTES).test(text)) return undefined
    fields.push(isNumber ? numberBytes(text) : bytesOf(text))
  }
  const { encode } = await loadRlp()
  return `0x${Buffer.from(keccak256(encode(fields))).toString('hex')}`
}
