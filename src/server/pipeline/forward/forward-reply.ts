import type { MethodRow } from '../../../../generated/methods.js'
import type { Failure, Reply } from '../../../wire/jsonrpc/reply.js'
import { LACKS_METHOD } from '../../upstreams/health/method-bans.js'
import {
  type Answered,
  isNotConnected,
  isOwnLimit,
  type Outcome,
  REQUEST_TOO_LARGE,
  type RequestRefused,
  type Trouble,
  troubleReason,
} from '../../upstreams/outcome.js'
import type { Pool } from '../../upstreams/pool.js'
import { timeoutFailure } from '../timeout-failure.js'
import type { Attempt } from './attempt.js'
import { forwardErrors, writeErrors } from './forward-errors.js'
import type { ForwardPolicy } from './forward-policy.js'

const { fail } = forwardErrors

/** The node did not take it: RFC 6585, section 4. */
const RATE_LIMITED = 'http_429'

/**
 * What is said of a write that was not answered and may have reached the node, so that no other one
 * may be asked: neither that it was made, nor that it was not. Undefined for other calls, and where
 * it was surely not taken.
 */
export const lostWrite = (
  { row }: Pick<ForwardPolicy, 'row'>,
  attempt: Pick<Attempt, 'isSent'> | undefined,
  outcome: Outcome,
): Failure | undefined => {
  if (row.effect !== 'write' || attempt?.isSent !== true) return undefined
  const isUntaken =
    outcome.kind === 'unreachable' &&
    (isNotConnected(outcome.reason) || isOwnLimit(outcome.reason) || outcome.reason === RATE_LIMITED)
  return isUntaken ? undefined : writeErrors.fail('write-outcome-unknown')
}

/** What is said where there is no room for an answer. */
export const unheld = (...of: Parameters<typeof lostWrite>): Failure => lostWrite(...of) ?? fail('overloaded')

/** An answer, and the attempt that brought it. */
export interface AttemptResult {
  readonly attempt: Attempt
  readonly outcome: Answered
}

/**
 * What the attempts at one call came to so far, none of them believed: the troubles, and the first
 * answer that is doubted.
 */
export class AttemptResults {
  /**
   * Why the network's own upstreams could not answer: the last trouble or doubt, in words from a
   * closed list.
   */
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

  /**
   * Keeps the first doubted answer: it is an honest one, and better than none. Not one that says no
   * more than that the node has not the method.
   */
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

  /**
   * The reply when no answer is believed: the first doubted answer, the caller's from now on, or
   * what went wrong.
   */
  lastWord({ row, pool }: Pick<ForwardPolicy, 'row'> & { readonly pool: Pick<Pool, 'lacks'> }): AttemptResult | Reply {
    const { doubted } = this
    this.doubted = undefined
    if (doubted !== undefined) return doubted
    const { refused, troubles } = this
    if (refused !== undefined)
      return fail(refused.reason === REQUEST_TOO_LARGE ? 'request-too-large' : 'bad-upstream-answer')
    if (pool.lacks(row.name)) return fail('method-unavailable', {}, { method: row.name })
    // The most useful of what went wrong: too slow, then unusable, then not there.
    if (troubles.has('timed-out')) return timeoutFailure(row)
    return fail(troubles.has('unusable') ? 'bad-upstream-answer' : 'no-upstream')
  }
}
