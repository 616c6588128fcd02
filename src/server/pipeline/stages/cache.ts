import type { MethodRow } from '../../../../generated/methods.js'
import type { LogFilter } from '../../../../generated/types.js'
import type { MethodContract } from '../../../contract/method-contract.js'
import { mapDeferred } from '../../../runtime/deferred.js'
import { checkBudget } from '../../../runtime/turns/process-budgets.js'
import type { Payload, Reply, ResultReply } from '../../../wire/jsonrpc/reply.js'
import { finalBelow, isKeepable, soundness } from '../../answers/final-answer.js'
import type { KeptAnswer } from '../../answers/kept-answer.js'
import type { MethodAnswers } from '../../answers/memory-answers.js'
import { finalityOf } from '../../networks/finality.js'
import type { Head } from '../../networks/head.js'
import { paramsText } from '../params/cache-key.js'
import type { Answerer, ChargedCall } from '../stage.js'

const DIGIT_0 = 0x30

/** Dependencies of the cache of one method on one network. */
export interface CacheDeps {
  readonly row: MethodContract
  readonly methodAnswers: MethodAnswers
  readonly head: Pick<Head, 'finalized'>
  readonly onHit: () => void
  readonly onMiss: () => void
}

interface Question {
  readonly call: ChargedCall
  readonly text: string
  readonly generation: number
  /** A kept answer that is final but violates the contract, if any. */
  readonly outsideSchema: KeptAnswer | undefined
}

/**
 * Answers from memory what can no longer change, and remembers such answers.
 *
 * Kept     constants; answers by block hash; answers at or below the block that was final for the
 *          network, and for the answering node before it was asked. Never errors, null, the
 *          partner's answers, or streamed answers.
 * Checked  against the contract's result schema at the first hit, so that a miss costs no parsing.
 *          An answer that violates it is kept once two upstreams gave the same one. Long answers
 *          are checked in turns of the event loop, accounts in turn
 * Source   `x-finality` and `x-position` in openrpc.json; docs/caching.md
 */
export const cache = (deps: CacheDeps, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const { row, methodAnswers, head } = deps

  const keep = (reply: Reply, { call, text, generation, outsideSchema }: Question): Reply => {
    const finality = finalityOf(row, call.params)
    if (finality === undefined || generation !== methodAnswers.generation) return reply
    const finalized = finalBelow(reply.finalized, head.finalized)
    if (isKeepable(reply, finality, finalized) && methodAnswers.get(text) === undefined) {
      const accountId = call.caller.entitlement.account.id
      const kept = methodAnswers.put(text, reply.result.chunks, finalized, accountId)
      if (kept !== undefined) {
        kept.upstream = reply.upstream
        kept.isAgreed = reply.isGap === true || (outsideSchema !== undefined && agree(outsideSchema, reply))
      }
    }
    return reply
  }

  const answer: Answerer<ChargedCall> = (call) => {
    if (!mayBecomeFinal(row, call.params)) return next(call)
    const text = paramsText(call)
    if (text === undefined) return next(call)
    const kept = methodAnswers.get(text)
    let outsideSchema: KeptAnswer | undefined
    if (kept !== undefined) {
      const found = kept.isChecked ? 'sound' : check(row, kept, call)
      if (found === 'sound') {
        deps.onHit()
        return cachedReply(kept.payload)
      }
      if (found === 'not-yet') return answerLater(call)
      if (found === 'outside-schema') outsideSchema = kept
      methodAnswers.drop(text)
    }
    deps.onMiss()
    const { generation } = methodAnswers
    return mapDeferred(next(call), { call, text, generation, outsideSchema }, keep)
  }

  /** Answers at the account's turn, within it, so that the turn counts the check. */
  const answerLater = (call: ChargedCall): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const takeTurn = (): void => {
        try {
          resolve(answer(call))
        } catch (bug) {
          reject(bug)
        }
      }
      checkBudget.wait({ takeTurn }, call.caller.entitlement.account.id)
    })

  return answer
}

/**
 * Quick check whether an answer may ever be final: false for `latest` and the like. `finalityOf`
 * decides.
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

/** Has all members of a forwarded reply, so that V8 uses one shape for both. */
const cachedReply = (result: Payload): ResultReply => ({
  result,
  servedBy: 'cache',
  upstream: undefined,
  costCredits: 0,
  finalized: undefined,
  balance: undefined,
})

/** True if another upstream gave the same bytes. */
const agree = (kept: KeptAnswer, { result, upstream }: ResultReply): boolean =>
  kept.upstream !== upstream && kept.payload.chunks[0]!.equals(Buffer.concat(result.chunks))

/** `not-yet`: this turn has checked enough. */
const check = (row: MethodContract, kept: KeptAnswer, call: ChargedCall): ReturnType<typeof soundness> | 'not-yet' => {
  if (!checkBudget.take(kept.payload.chunks[0]!.length)) return 'not-yet'
  const found = soundness(row, kept.payload.chunks[0]!, finalityOf(row, call.params), kept.finalized)
  kept.isChecked = found === 'sound' || (found === 'outside-schema' && kept.isAgreed)
  return kept.isChecked ? 'sound' : found
}
