import type { Receipt } from '../../../generated/types.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { readQuantity } from '../../runtime/quantity.js'
import type { Reply, ResultReply } from '../../wire/jsonrpc/reply.js'
import type { Finality } from '../networks/finality.js'

const EMPTY_RESULT_BYTES = 2
const BLOCK_NUMBER: keyof Receipt = 'blockNumber'
const BLOCK_NUMBER_TEXT = Buffer.from(`"${BLOCK_NUMBER}":"0x`)
const MAX_NUMBER_DIGITS = 16
const QUOTE = 0x22

/**
 * The lower of the node's and the network's final block, so that neither's mistake makes an answer
 * permanent.
 */
export const finalBelow = (ofNode: bigint | undefined, ofNetwork: bigint | undefined): bigint | undefined => {
  if (ofNode === undefined || ofNetwork === undefined) return undefined
  return ofNode < ofNetwork ? ofNode : ofNetwork
}

/**
 * Decides without parsing whether a reply may be kept: a whole result, not the partner's, and
 * final.
 *
 * `finalized`  the highest final block before the node was asked. While it is unknown, not even a
 *              constant is kept, because no poll has verified the chain yet.
 *
 * A node that does not know a block's hash yet may answer an empty array instead of an error, so an
 * empty result is not kept by hash.
 */
export const isKeepable = (reply: Reply, finality: Finality, finalized: bigint | undefined): reply is ResultReply => {
  if (reply.error !== undefined || reply.result.rest !== undefined) return false
  if (reply.servedBy !== 'upstream' && reply.servedBy !== 'cache') return false
  const { chunks } = reply.result
  if (finality === 'hash') return chunks.length > 1 || (chunks[0]?.length ?? 0) > EMPTY_RESULT_BYTES
  if (finalized === undefined) return false
  if (finality === 'always') return true
  return finality === 'result' ? !isNewer(chunks[0], finalized) : finality <= finalized
}

/**
 * True if kept bytes match the contract's result schema and are final. Others must not become
 * permanent.
 */
export const isSound = (
  row: MethodContract,
  bytes: Buffer,
  finality: Finality | undefined,
  finalized: bigint | undefined,
): boolean => soundness(row, bytes, finality, finalized) === 'sound'

/**
 * Classifies kept bytes: `sound`; `outside-schema` if they are final but do not match the
 * contract's schema; or `unfit`.
 *
 * A result that names its own block (a receipt) is final when that block is; null never is.
 */
export const soundness = (
  row: MethodContract,
  bytes: Buffer,
  finality: Finality | undefined,
  finalized: bigint | undefined,
): 'sound' | 'outside-schema' | 'unfit' => {
  let result: unknown
  try {
    result = JSON.parse(bytes.toString('utf8'))
  } catch {
    return 'unfit'
  }
  if (finality === undefined || result === null) return 'unfit'
  if (finality === 'result' && !isFinal(result, finalized)) return 'unfit'
  return row.validateStructure(result) ? 'sound' : 'outside-schema'
}

const isFinal = (result: unknown, finalized: bigint | undefined): boolean => {
  const number = readQuantity((result as Partial<Receipt>).blockNumber)
  return number !== undefined && finalized !== undefined && number <= finalized
}

/**
 * Quick check of a result that names its block: true if it is certainly not final, or null.
 * `isSound` decides the unclear cases.
 */
const isNewer = (bytes: Buffer | undefined, finalized: bigint): boolean => {
  if (bytes === undefined || bytes.length <= 'null'.length) return true
  const at = bytes.indexOf(BLOCK_NUMBER_TEXT)
  if (at === -1) return false
  const from = at + BLOCK_NUMBER_TEXT.length
  const end = bytes.indexOf(QUOTE, from)
  if (end === -1 || end === from || end - from > MAX_NUMBER_DIGITS) return false
  const number = readQuantity(`0x${bytes.toString('latin1', from, end)}`)
  return number !== undefined && number > finalized
}
