import type { MethodRow } from '../../../../generated/methods.js'
import type { LogFilter } from '../../../../generated/types.js'
import type { MethodContract } from '../../../contract/method-contract.js'
import { afterwards } from '../../../runtime/deferred.js'
import type { Payload, Reply, ResultReply } from '../../../wire/jsonrpc/reply.js'
import { finalBelow, isKeepable, soundness } from '../../answers/final-answer.js'
import type { KeptAnswer, MethodAnswers } from '../../answers/memory-answers.js'
import { finalityOf } from '../../networks/finality.js'
import { paramsText } from '../params/cache-key.js'
import type { Answer, ChargedCall } from '../stage.js'

const DIGIT_0 = 0x30

/** What one network knows of its finality. */
export interface FinalityView {
  readonly finalized: bigint | undefined
}

/** What the cache of one method on one network is made of. */
export interface CacheDeps {
  readonly row: MethodContract
  readonly methodAnswers: MethodAnswers
  readonly head: FinalityView
  readonly onHit: () => void
  readonly onMiss: () => void
}

/** What was asked, and whether what was known then still holds. */
interface Question {
  readonly call: ChargedCall
  readonly text: string
  readonly generation: number
  /** What was kept, final but not what the contract foresees; undefined: nothing was. */
  readonly unforeseen: KeptAnswer | undefined
}

/**
 * Answers from memory what can no longer change, and remembers such answers.
 *
 * Kept     a constant; what is asked by a block's hash; what is at or below the block that was
 *          final both for the node that answered, before it was asked, and for the network. Errors,
 *          null, the partner's answers and answers that stream never are.
 * Checked  against the contract's result schema when an answer is first asked for again: a miss
 *          costs no parsing. What the contract does not foresee is kept once two upstreams agreed
 *          in it
 * Source   `x-finality` and `x-position` in openrpc.json; docs/caching.md
 */
export const cache = (deps: CacheDeps, next: Answer<ChargedCall>): Answer<ChargedCall> => {
  const { row, methodAnswers, head } = deps

  const keep = (reply: Reply, { call, text, generation, unforeseen }: Question): Reply => {
    const finality = finalityOf(row, call.params)
    if (finality === undefined || generation !== methodAnswers.generation) return reply
    const finalized = finalBelow(reply.finalized, head.finalized)
    if (isKeepable(reply, finality, finalized) && methodAnswers.get(text) === undefined) {
      const kept = methodAnswers.put(text, reply.result.chunks, finalized)
      if (kept !== undefined) {
        kept.upstream = reply.upstream
        kept.isAgreed = reply.isGap === true || (unforeseen !== undefined && agree(unforeseen, reply))
      }
    }
    return reply
  }

  return (call) => {
    if (!mayBecomeFinal(row, call.params)) return next(call)
    const text = paramsText(call)
    if (text === undefined) return next(call)
    const kept = methodAnswers.get(text)
    let unforeseen: KeptAnswer | undefined
    if (kept !== undefined) {
      const found = kept.isChecked ? 'sound' : check(row, kept, call)
      if (found === 'sound') {
        deps.onHit()
        return cachedReply(kept.payload)
      }
      if (found === 'unforeseen') unforeseen = kept
      methodAnswers.drop(text)
    }
    deps.onMiss()
    const { generation } = methodAnswers
    return afterwards(next(call), { call, text, generation, unforeseen }, keep)
  }
}

/**
 * Whether a call's answer may become final at all: a quick look at the params, false for `latest`
 * and its kind. True says only that `finalityOf` is worth asking.
 */
export const mayBecomeFinal = (row: MethodRow, params: readonly unknown[]): boolean => {
  const { position, finality } = row
  if (finality !== 'block') return finality === 'constant'
  if (position.kind === 'block') return !isMovingTag(params[position.param])
  if (position.kind !== 'block-range') return position.kind === 'none'
  const { toBlock, blockHash } = (params[position.param] ?? {}) as Partial<Readonly<Record<keyof LogFilter, unknown>>>
  return !isMovingTag(toBlock) || (blockHash !== undefined && blockHash !== null)
}

const isMovingTag = (block: unknown): boolean =>
  block === undefined ||
  block === null ||
  (typeof block === 'string' && block.charCodeAt(0) !== DIGIT_0 && block !== 'earliest')

/** Has every member that a forwarded reply has, so that V8 reads both in one way. */
const cachedReply = (result: Payload): ResultReply => ({
  result,
  servedBy: 'cache',
  upstream: undefined,
  costCredits: 0,
  finalized: undefined,
  upstreamMs: undefined,
  balance: undefined,
})

/** Whether another upstream gave the same bytes. */
const agree = (kept: KeptAnswer, { result, upstream }: ResultReply): boolean =>
  kept.upstream !== upstream && kept.payload.chunks[0]!.equals(Buffer.concat(result.chunks))

const check = (row: MethodContract, kept: KeptAnswer, call: ChargedCall): ReturnType<typeof soundness> => {
  const found = soundness(row, kept.payload.chunks[0]!, finalityOf(row, call.params), kept.finalized)
  kept.isChecked = found === 'sound' || (found === 'unforeseen' && kept.isAgreed)
  return kept.isChecked ? 'sound' : found
}
