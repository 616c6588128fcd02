import type { Failure, Reply } from '../../../wire/jsonrpc/reply.js'
import { isOpenRange, readBlockRange } from '../../networks/block-parameter.js'
import { hasOpenCode, type NodeDoubt } from '../../upstreams/dialects/dialect.js'
import { type CallOrigin, LACKS_METHOD } from '../../upstreams/health/exclusions.js'
import type { HealthState } from '../../upstreams/health/health-change.js'
import {
  type Answered,
  isNotConnected,
  isOwnLimit,
  type Outcome,
  REQUEST_TOO_LARGE,
  type RequestRefused,
  type Trouble,
  troubleReason,
  UNAUTHORIZED,
} from '../../upstreams/outcome.js'
import type { Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import { isAfter } from '../judges/judge.js'
import type { ChargedCall } from '../stage.js'
import type { Attempt } from './attempt.js'
import type { Candidates } from './candidates.js'
import type { ForwardPolicy } from './forward.js'
import { forwardErrors, timeoutFailure, writeErrors } from './forward-errors.js'

const { fail } = forwardErrors

/** The doubt about a node that has not seen the block; see NodeDoubt. */
const LACKS_BLOCK: NodeDoubt = 'no_block'
/** The doubt that may be true of the chain rather than of the node; see NodeDoubt. */
const SKIPPED: NodeDoubt = 'slot_skipped'
/** The doubts about a node that was asked for a slot, and does not have it. */
const DENIALS: ReadonlySet<unknown> = new Set<NodeDoubt>([LACKS_BLOCK, SKIPPED, 'no_history'])
/** The node did not accept it: RFC 6585, section 4, for 429. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['http_429', UNAUTHORIZED])

/**
 * The error of an unanswered write that may have reached a node: no other node may be asked, and
 * the outcome is unknown. Undefined for other calls, and if the node certainly did not accept the
 * write.
 */
export const lostWriteFailure = (
  { row }: Pick<ForwardPolicy, 'row'>,
  attempt: Pick<Attempt, 'mayBeTaken'> | undefined,
  outcome: Outcome,
): Failure | undefined => {
  if (row.effect !== 'write' || attempt?.mayBeTaken !== true) return undefined
  const reason = outcome.kind === 'unreachable' || outcome.kind === 'unusable' ? outcome.reason : ''
  const isUntaken = isNotConnected(reason) || isOwnLimit(reason) || NOT_TAKEN.has(reason)
  return isUntaken ? undefined : writeErrors.fail('write-outcome-unknown')
}

/** The error if there is no memory for an answer. */
export const noMemoryFailure = (...of: Parameters<typeof lostWriteFailure>): Failure =>
  lostWriteFailure(...of) ?? fail('overloaded')

export interface AttemptResult {
  readonly attempt: Attempt
  readonly outcome: Answered
}

/**
 * Results of a call's attempts so far, none of them believed: failures, and the first doubted
 * answer.
 */
export class AttemptResults {
  /**
   * Why the network's upstreams could not answer: the last failure or doubt, from a closed list.
   */
  reason = 'no_upstream'
  private readonly troubles = new Set<Trouble['kind']>()
  private doubted: AttemptResult | undefined
  private refused: RequestRefused | undefined
  /** Those that said that they lack the method. */
  private readonly denying = new Set<Upstream>()
  /** Why each upstream's answer was doubted. */
  private readonly doubts = new Map<Upstream, string>()
  /** One of them said that the call's slot was skipped. */
  private isSkipped = false

  recordTrouble(trouble: Trouble): void {
    this.troubles.add(trouble.kind)
    this.reason = troubleReason(trouble)
  }

  recordRefusal(outcome: RequestRefused): void {
    this.refused = outcome
  }

  /**
   * Keeps the first doubted answer: it is honest, and better than nothing. A "method not found" is
   * not kept. That a slot was skipped says more than the error of a node that does not have it.
   */
  recordDoubt(result: AttemptResult, reason: string, { account, method }: CallOrigin): void {
    this.reason = reason
    this.doubts.set(result.attempt.upstream, reason)
    const isLacking = reason === LACKS_METHOD
    if (isLacking) {
      const { attempt, outcome } = result
      const isOpen = outcome.kind === 'node-error' && hasOpenCode(outcome.code)
      attempt.upstream.health.bans.add(method, reason, { saidBy: isOpen ? account : undefined })
      this.denying.add(attempt.upstream)
    }
    if (reason === SKIPPED && !this.isSkipped) {
      this.isSkipped = true
      if (this.doubted?.outcome.kind === 'node-error') this.discard()
    }
    if (this.doubted === undefined && !isLacking) this.doubted = result
    else result.attempt.discard(result.outcome)
  }

  /**
   * True if the network does not have the call's block: each upstream that is `up` said so of a
   * hash, of a number above its head, or of an open range: they know the final block better than
   * one that is down. Each that is `slow`, if none is `up`. One that lags does not count. On Solana
   * each said so of any slot, or one said that it was skipped and the others do not have it.
   */
  isBlockMissing({ row, pool }: Pick<ForwardPolicy, 'row' | 'pool'>, { params }: ChargedCall): boolean {
    const stateIs = (state: HealthState) => pool.upstreams.filter(({ health }) => health.state === state)
    const up = stateIs('up')
    const witnesses = up.length > 0 ? up : stateIs('slow')
    if (this.isSkipped) return witnesses.every((upstream) => this.deniesSlot(upstream, row.name))
    const doubts = witnesses.map((upstream) => this.doubts.get(upstream))
    if (doubts.length === 0 || !doubts.every((doubt) => doubt === LACKS_BLOCK)) return false
    const { from, to, hash } = readBlockRange(row.position, params)
    if (row.family === 'solana' || hash !== undefined || isOpenRange({ from, to })) return true
    return witnesses.every(({ health: { head } }) => isAfter(from, head) || isAfter(to, head))
  }

  /** One that lacks the method denies nothing, but knows no more of the slot, either. */
  private deniesSlot(upstream: Upstream, method: string): boolean {
    return DENIALS.has(this.doubts.get(upstream)) || upstream.health.bans.has(method, LACKS_METHOD)
  }

  /** Discards the doubted answer: another answer is believed, or no caller waits. */
  discard(): void {
    this.doubted?.attempt.discard(this.doubted.outcome)
    this.doubted = undefined
  }

  /**
   * The reply if no answer is believed: the first doubted answer, which the caller then owns, or an
   * error.
   */
  bestReply(
    { row, pool }: Pick<ForwardPolicy, 'row'> & { readonly pool: Pick<Pool, 'lacks'> },
    candidates: Pick<Candidates, 'throttled'>,
  ): AttemptResult | Reply {
    const { doubted } = this
    this.doubted = undefined
    if (doubted !== undefined) return doubted
    const { refused, troubles } = this
    if (refused !== undefined)
      return fail(refused.reason === REQUEST_TOO_LARGE ? 'request-too-large' : 'bad-upstream-answer')
    if (pool.lacks(row.name, this.denying)) return fail('method-unavailable', {}, { method: row.name })
    // The most useful error: too slow, then unusable, then unreachable.
    if (troubles.has('timed-out')) return timeoutFailure(row)
    if (troubles.has('unusable')) return fail('bad-upstream-answer')
    return candidates.throttled() ?? fail('no-upstream')
  }
}
