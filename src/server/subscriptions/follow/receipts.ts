import { inTurns, type Steps } from '../../../runtime/turns/in-turns.js'
import { TextWalk } from '../../../wire/json/spans.js'
import { type CoveredReceipt, receiptsRootOf } from '../../upstreams/receipts-root.js'
import { BlockLogsReader, type LogsDefect, type ReadLogs } from './block-logs.js'

const HEX = /^0x(?:[0-9a-fA-F]{2})*$/
const QUANTITY = /^0x[0-9a-fA-F]+$/
const OPEN_BRACKET = 0x5b
/** The type of an OP Stack deposit. */
const DEPOSIT = 0x7e

/** Why receipts are not those of a block. */
type ReceiptsDefect = LogsDefect | 'other_root'

/**
 * Reads the logs in an eth_getBlockReceipts result. With a `receiptsRoot`, they are exactly the
 * block's, or the receipts are refused.
 */
export const readReceipts = async (
  bytes: Buffer,
  blockHash: string,
  receiptsRoot: string | undefined,
): Promise<ReadLogs | ReceiptsDefect> => {
  const receipts: CoveredReceipt[] = []
  const read = await inTurns<ReadLogs | LogsDefect>(readAll(bytes, blockHash, receipts))
  if (typeof read === 'string' || receiptsRoot === undefined) return read
  return (await receiptsRootOf(receipts)) === receiptsRoot ? read : 'other_root'
}

function* readAll(bytes: Buffer, blockHash: string, receipts: CoveredReceipt[]): Steps<ReadLogs | LogsDefect> {
  if (bytes[0] !== OPEN_BRACKET) return 'malformed'
  const logs = new BlockLogsReader(bytes, blockHash)
  const walk = new TextWalk(bytes)
  walk.enter()
  while (walk.next()) {
    const from = walk.at
    walk.skip()
    const receipt = coveredReceipt(JSON.parse(bytes.toString('utf8', from, walk.at)))
    const start = receipt === undefined ? undefined : logsAt(bytes, from)
    if (receipt === undefined || start === undefined) return 'malformed'
    receipts.push(receipt)
    const defect = yield* logs.readArray(start)
    if (defect !== undefined) return defect
    yield
  }
  return logs.finish()
}

/** The index of the value of `logs` in the receipt at `from`. */
const logsAt = (bytes: Buffer, from: number): number | undefined => {
  const walk = new TextWalk(bytes)
  walk.at = from
  walk.enter()
  let start: number | undefined
  while (walk.next()) {
    const { key, value } = walk.member()
    if (bytes.toString('latin1', key.start, key.end) === '"logs"') start = value.start
  }
  return start
}

const coveredReceipt = (value: unknown): CoveredReceipt | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const members = value as Record<string, unknown>
  const { type = '0x0', status, root, cumulativeGasUsed, logsBloom, logs } = members
  const outcome = status ?? root
  if (!isQuantity(type) || !isQuantity(outcome) || !isQuantity(cumulativeGasUsed)) return undefined
  if (!isHex(logsBloom) || !Array.isArray(logs) || !logs.every(isCoveredLog)) return undefined
  const covered = { type, outcome, cumulativeGasUsed, logsBloom, logs }
  const { depositNonce, depositReceiptVersion } = members
  const isDeposit = Number(type) === DEPOSIT && isQuantity(depositNonce) && isQuantity(depositReceiptVersion)
  return isDeposit ? { ...covered, deposit: [depositNonce, depositReceiptVersion] } : covered
}

const isHex = (value: unknown): value is string => typeof value === 'string' && HEX.test(value)
const isQuantity = (value: unknown): value is string => typeof value === 'string' && QUANTITY.test(value)

const isCoveredLog = (log: unknown): log is CoveredReceipt['logs'][number] => {
  const { address, topics, data } = (log ?? {}) as Record<string, unknown>
  return isHex(address) && isHex(data) && Array.isArray(topics) && topics.every(isHex)
}
