import type { MethodContract } from '../../../contract/method-contract.js'
import type { AnswerCache } from '../../answers/answer-cache.js'
import { finalBelow, isKeepable, isSound } from '../../answers/final-answer.js'
import type { MethodAnswers } from '../../answers/memory-answers.js'
import type { ChainName } from '../../networks/chain-name.js'
import { type Finality, finalityOf } from '../../networks/finality.js'
import { paramsText } from '../params/cache-key.js'
import type { Answer, ChargedCall } from '../stage.js'
import type { FinalityView } from './cache.js'

/**
 * What sharing the answers of one method on one network needs. `methodAnswers` is the memory's; its
 * generation changes when everything was dropped.
 */
export interface SharedCacheDeps {
  readonly row: MethodContract
  readonly head: FinalityView
  readonly methodAnswers: Pick<MethodAnswers, 'generation'>
  readonly chain: Pick<ChainName, 'get'>
  readonly answers: AnswerCache
}

const nothingToRelease = (): void => {}

/**
 * Asks other gateways' memory before a node is asked, for calls whose answer is final by now; and
 * lets them have what the node said.
 *
 * Stands behind `cache` and `coalesce`, so a call that is known here costs nothing and identical
 * ones ask once. Both what is read and what is written passes the contract's result schema.
 */
export const sharedCache = (deps: SharedCacheDeps, next: Answer<ChargedCall>): Answer<ChargedCall> => {
  const { row, head, methodAnswers, chain, answers } = deps
  return async (call) => {
    const finality = finalityOf(row, call.params)
    if (!isFinalNow(finality, head.finalized)) return next(call)
    const [text, name] = [paramsText(call), chain.get()]
    if (text === undefined || name === undefined) return next(call)
    const { generation } = methodAnswers
    const found = await answers.get(name, row.name, text, call.caller.entitlement.account.id)
    const { finalized } = head
    if (found !== undefined && generation === methodAnswers.generation && isSound(row, found, finality, finalized)) {
      const known = { chunks: [found], release: nothingToRelease }
      return { result: known, servedBy: 'cache', costCredits: 0, ...(finalized !== undefined && { finalized }) }
    }
    const reply = await next(call)
    const bound = finalBelow(reply.finalized, head.finalized)
    if (generation === methodAnswers.generation && isKeepable(reply, finality, bound)) {
      const bytes = Buffer.concat(reply.result.chunks)
      if (isSound(row, bytes, finality, bound)) answers.put(name, row.name, text, bytes)
    }
    return reply
  }
}

/** A constant is asked once by each process: not worth a question elsewhere. */
const isFinalNow = (finality: Finality | undefined, finalized: bigint | undefined): finality is Finality => {
  if (finality === undefined || finality === 'always') return false
  if (finality === 'hash') return true
  return finalized !== undefined && (finality === 'result' || finality <= finalized)
}
