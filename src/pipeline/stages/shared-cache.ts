import type { MethodRow } from '../../../generated/methods.js'
import type { AnswerCache } from '../../cache/answer-cache.js'
import type { Shelf } from '../../cache/memory-answers.js'
import { type Finality, finalityOf } from '../../networks/finality.js'
import { paramsText } from '../params/cache-key.js'
import type { Answer, Coalesced } from '../stage.js'
import type { FinalityView } from './cache.js'
import type { ChainName } from './chain-name.js'
import { finalBelow, isKeepable, isSound } from './final-answer.js'

/** What sharing the answers of one method on one network needs. `shelf` is the memory's, which tells when everything was dropped. */
export interface SharedCacheSetting {
  readonly row: MethodRow
  readonly head: FinalityView
  readonly shelf: Pick<Shelf, 'generation'>
  readonly chain: Pick<ChainName, 'get'>
  readonly answers: AnswerCache
}

const nothingToRelease = (): void => {}

/**
 * Asks other gateways' memory before a node is asked, for calls whose answer is final by now; and lets them have what the node said.
 *
 * Stands behind `cache` and `coalesce`, so a call that is known here costs nothing and identical ones ask once. Both what is read and
 * what is written passes the contract's result schema.
 */
export const sharedCache = (setting: SharedCacheSetting, next: Answer<Coalesced>): Answer<Coalesced> => {
  const { row, head, shelf, chain, answers } = setting
  return async (call) => {
    const settling = finalityOf(row, call.params)
    if (!isFinalNow(settling, head.finalized)) return next(call)
    const [text, name] = [paramsText(call), chain.get()]
    if (text === undefined || name === undefined) return next(call)
    const { generation } = shelf
    const found = await answers.get(name, row.name, text)
    const { finalized } = head
    if (found !== undefined && generation === shelf.generation && isSound(row, found, settling, finalized)) {
      const known = { chunks: [found], release: nothingToRelease }
      return { result: known, servedBy: 'cache', costCredits: 0, ...(finalized !== undefined && { finalized }) }
    }
    const reply = await next(call)
    const bound = finalBelow(reply.finalized, head.finalized)
    if (generation === shelf.generation && isKeepable(reply, settling, bound)) {
      const bytes = Buffer.concat(reply.result.chunks)
      if (isSound(row, bytes, settling, bound)) answers.put(name, row.name, text, bytes)
    }
    return reply
  }
}

/** A constant is asked once by each process: not worth a question elsewhere. */
const isFinalNow = (settling: Finality | undefined, finalized: bigint | undefined): settling is Finality => {
  if (settling === undefined || settling === 'always') return false
  if (settling === 'hash') return true
  return finalized !== undefined && (settling === 'result' || settling <= finalized)
}
