import type { MethodRow } from '../../../generated/methods.js'
import type { Reply } from '../../jsonrpc/reply.js'
import { LACKS_METHOD } from '../../upstreams/health/method-bans.js'
import { type Trouble, troubleReason } from '../../upstreams/outcome.js'
import type { Pool } from '../../upstreams/pool.js'
import type { Attempt } from './attempt.js'
import type { ForwardPolicy } from './forward-policy.js'
import {
  type Answered,
  failureAfter,
  methodUnavailable,
  type RequestRefused,
  refusalOf,
  replyOf,
} from './forward-reply.js'

/** An answer, and the attempt that brought it. */
export interface AttemptResult {
  readonly attempt: Attempt
  readonly outcome: Answered
}

/** Whether an answer's bytes are still arriving. */
export const isArriving = ({ outcome }: AttemptResult): boolean =>
  outcome.kind === 'result' && outcome.payload.rest !== undefined

/** What the attempts at one call came to so far, none of them believed: the troubles, and the first answer that is doubted. */
export class AttemptResults {
  /** Why the network's own upstreams could not answer: the last trouble or doubt, in words from a closed list. */
  reason = 'no_upstream'
  private readonly troubles = new Set<Trouble['kind']>()
  private doubted: AttemptResult | undefined
  private refused: RequestRefused | undefined

  note(trouble: Trouble): void {
    this.troubles.add(trouble.kind)
    this.reason = troubleReason(trouble)
  }

  /** A node would not read the request. */
  refuse(outcome: RequestRefused): void {
    this.refused = outcome
  }

  /** Keeps the first doubted answer: it is an honest one, and better than none. Not one that says no more than that the node has not the method. */
  doubt(result: AttemptResult, reason: string, { name }: Pick<MethodRow, 'name'>): void {
    this.reason = reason
    const isLacking = reason === LACKS_METHOD
    if (isLacking) result.attempt.upstream.health.takeOut(name, reason)
    if (this.doubted === undefined && !isLacking) this.doubted = result
    else result.attempt.discard(result.outcome)
  }

  /** The doubted answer is not needed: another answer is believed, or no caller waits. */
  discard(): void {
    this.doubted?.attempt.discard(this.doubted.outcome)
    this.doubted = undefined
  }

  /** The reply when no answer is believed: the first doubted answer, the caller's from now on, or what went wrong. */
  lastWord({ row, pool }: Pick<ForwardPolicy, 'row'> & { readonly pool: Pick<Pool, 'lacks'> }): AttemptResult | Reply {
    const { doubted } = this
    this.doubted = undefined
    if (doubted !== undefined) return doubted
    if (this.refused !== undefined) return refusalOf(this.refused)
    return pool.lacks(row.name) ? methodUnavailable(row) : failureAfter(this.troubles, row)
  }
}

/** The reply to say last. */
export const lastReply = (row: MethodRow, word: AttemptResult | Reply): Reply =>
  'attempt' in word ? replyOf(row, word.outcome, word.attempt) : word
