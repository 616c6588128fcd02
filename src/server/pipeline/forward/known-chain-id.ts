import type { ErrorName } from '../../../../generated/errors.js'
import { mapDeferred } from '../../../runtime/deferred.js'
import { quantityOf } from '../../../runtime/quantity.js'
import { isFailure, type Reply, resultOf } from '../../../wire/jsonrpc/reply.js'
import type { Answerer, ChargedCall } from '../stage.js'

/** Failures of a call that no node answered. */
const UNANSWERED: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'no-upstream',
  'bad-upstream-answer',
  'upstream-timeout',
])

/**
 * Answers the method for the chain's id (`x-answers`) from the configuration if no node answers.
 * Clients such as ethers ask for the id before their first call; in an outage they could not make
 * the calls that a partner answers.
 */
export const knownChainId = (chainId: number, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const { result } = resultOf(Buffer.from(JSON.stringify(quantityOf(BigInt(chainId)))))
  const orKnown = (reply: Reply): Reply => {
    if (!isFailure(reply) || reply.isCancelled === true || !UNANSWERED.has(reply.name)) return reply
    return { result, servedBy: 'cache', costCredits: 0 }
  }
  return (call) => mapDeferred(next(call), undefined, orKnown)
}
