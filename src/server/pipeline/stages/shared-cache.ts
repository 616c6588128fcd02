import type { MethodContract } from '../../../contract/method-contract.js'
import { checkBudget } from '../../../runtime/turns/process-budgets.js'
import { finalBelow, isKeepable, isSound } from '../../answers/final-answer.js'
import type { MethodAnswers } from '../../answers/memory-answers.js'
import type { SharedAnswers } from '../../answers/shared-answers.js'
import type { ChainName } from '../../networks/chain-name.js'
import { type Finality, finalityOf } from '../../networks/finality.js'
import type { Head } from '../../networks/head.js'
import { paramsText } from '../params/cache-key.js'
import type { Answerer, ChargedCall } from '../stage.js'

/**
 * Dependencies of sharing one method's answers on one network. `methodAnswers` belongs to the
 * memory cache; its generation changes when all answers are dropped.
 */
export interface SharedCacheDeps {
  readonly row: MethodContract
  readonly head: Pick<Head, 'finalized'>
  readonly methodAnswers: Pick<MethodAnswers, 'generation'>
  readonly chain: Pick<ChainName, 'get'>
  readonly answers: Pick<SharedAnswers, 'get' | 'put' | 'takes'>
}

const nothingToRelease = (): void => {}

/**
 * Asks the cache shared with other gateways before a node, for calls whose answer is already final,
 * and stores the node's answer there.
 *
 * Stands after `cache` and `coalesce`, so local hits cost nothing and identical calls ask once.
 * Both reads and writes are checked against the contract's result schema. A long answer for which
 * this turn of the event loop has no time is not stored.
 */
export const sharedCache = (deps: SharedCacheDeps, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const { row, head, methodAnswers, chain, answers } = deps
  return async (call) => {
    const finality = finalityOf(row, call.params)
    if (!isFinalNow(finality, head.finalized)) return next(call)
    const [text, name] = [paramsText(call), chain.get()]
    if (text === undefined || name === undefined) return next(call)
    const { generation } = methodAnswers
    const accountId = call.caller.entitlement.account.id
    const found = await answers.get(name, row.name, text, accountId)
    const { finalized } = head
    if (found !== undefined && generation === methodAnswers.generation && isSound(row, found, finality, finalized)) {
      const known = { chunks: [found], release: nothingToRelease }
      return { result: known, servedBy: 'cache', costCredits: 0, ...(finalized !== undefined && { finalized }) }
    }
    const reply = await next(call)
    const bound = finalBelow(reply.finalized, head.finalized)
    if (generation !== methodAnswers.generation || !isKeepable(reply, finality, bound)) return reply
    const length = reply.result.chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (answers.takes(name, length, accountId) && checkBudget.take(length)) {
      const bytes = Buffer.concat(reply.result.chunks)
      if (isSound(row, bytes, finality, bound)) answers.put(name, row.name, text, bytes, accountId)
    }
    return reply
  }
}

/** Each process asks for a constant only once, so sharing it is not worthwhile. */
const isFinalNow = (finality: Finality | undefined, finalized: bigint | undefined): finality is Finality => {
  if (finality === undefined || finality === 'always') return false
  if (finality === 'hash') return true
  return finalized !== undefined && (finality === 'result' || finality <= finalized)
}
