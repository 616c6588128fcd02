import type { Results } from '../../../../generated/methods.js'
import type { BlockNumberOrTag, LogFilter } from '../../../../generated/types.js'
import { readQuantity } from '../../../runtime/quantity.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { type Failure, isFailure, type Reply, releaseReply } from '../../../wire/jsonrpc/reply.js'
import { blockParameterOf } from '../../networks/block-parameter.js'
import type { Answerer, MethodCall } from '../stage.js'

/** Errors of the handler. */
export const logsErrors = declareErrors('too-many-results')
const { fail } = logsErrors

/**
 * Makes `too-many-results` actionable: names a verified block range that fits, or the one block
 * with too many logs.
 *
 * Nodes return logs in block order, so the range must end before the block of the first log over
 * the limit. The node is asked for that range within the same time limit, at no further cost. If a
 * node does not keep the order, the range is halved until it fits.
 * Errors  `too-many-results` with data { from, to, limit }
 * Source  docs/specification.md, "Errors"
 */
export const eth_getLogs =
  (next: Answerer<LogsCall>): Answerer<LogsCall> =>
  async (call) => {
    const reply = await next(call)
    if (!isFailure(reply) || reply.name !== 'too-many-results') return reply
    const failure = await refusal(call, reply, next)
    const { servedBy, upstream, failedOver } = reply
    return { ...failure, servedBy, upstream, failedOver }
  }

type LogsCall = MethodCall<'eth_getLogs'>
/** A log as a node sent it, unchecked. */
type SeenLog = Partial<Results['eth_getLogs'][number]> | null | undefined

const refusal = async (call: LogsCall, reply: Failure, next: Answerer<LogsCall>): Promise<Failure> => {
  const limit = call.row.maxResults ?? 0
  const { first, last } = (reply.surplus ?? {}) as Readonly<Partial<Record<'first' | 'last', SeenLog>>>
  const [firstBlock, lastBlock] = [blockOf(first), blockOf(last)]
  const nothing = { from: null, to: null, limit }
  if (firstBlock === undefined || lastBlock === undefined) return fail('too-many-results', nothing)
  if (firstBlock === lastBlock) {
    return fail('too-many-results', { ...nothing, block: blockParameterOf(firstBlock), reason: 'block_too_full' })
  }
  // biome-ignore lint/complexity/useMathMinMax: Math.min knows no bigint
  const from = startOf(call) ?? (firstBlock < lastBlock ? firstBlock : lastBlock)
  // A node that begins with the newest block may stop in the first block of the range.
  let to = lastBlock > from ? lastBlock - 1n : from
  while (to >= from) {
    const range = { from: blockParameterOf(from), to: blockParameterOf(to) }
    const verdict = await tryRange(call, range, next)
    if (verdict === 'fits') return fail('too-many-results', { ...range, limit })
    if (verdict === 'unknown') return fail('too-many-results', { ...nothing, reason: 'not_verified' })
    if (to === from)
      return fail('too-many-results', { ...nothing, block: blockParameterOf(from), reason: 'block_too_full' })
    to = from + (to - from) / 2n
  }
  return fail('too-many-results', nothing)
}

const tryRange = async (
  call: LogsCall,
  range: { from: BlockNumberOrTag; to: BlockNumberOrTag },
  next: Answerer<LogsCall>,
): Promise<'fits' | 'too-many' | 'unknown'> => {
  const filter: LogFilter = { ...call.params[0], fromBlock: range.from, toBlock: range.to }
  const reply: Reply = await next({ ...call, params: [filter], paramsJson: Buffer.from(JSON.stringify([filter])) })
  releaseReply(reply)
  if (reply.error === undefined) return 'fits'
  return isFailure(reply) && reply.name === 'too-many-results' ? 'too-many' : 'unknown'
}

/** Start of the caller's range if it is a number. For a tag, the first log's block serves. */
const startOf = ({ params: [{ fromBlock }] }: LogsCall): bigint | undefined =>
  fromBlock === 'earliest' ? 0n : readQuantity(fromBlock)

const blockOf = (log: SeenLog): bigint | undefined => readQuantity(log?.blockNumber)
