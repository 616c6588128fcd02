import type { MethodRow } from '../../generated/methods.js'
import { type Failure, fail, type Reply } from '../protocol/reply.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { Outcome } from '../upstreams/outcome.js'
import type { Pool } from '../upstreams/pool.js'
import type { Upstream } from '../upstreams/upstream.js'
import { UPSTREAM_ID } from './inspect.js'
import { send } from './send.js'
import type { Answer, Timed } from './stage.js'

/** What forwarding needs to know, the same for every call of one network. */
export interface ForwardSetting {
  readonly pool: Pool
  readonly partner: Upstream | undefined
  readonly maxUpstreamBytes: number
  readonly budget: ByteBudget
  readonly nowMs: () => number
  /** Hears of every attempt's end. */
  readonly onAttempt: (upstream: Upstream, outcome: Outcome['kind']) => void
  /** Hears of every call that went to the partner. `reason`: why the network's own upstreams could not answer. */
  readonly onForwarded: (call: Timed, partner: Upstream, reason: string, durationMs: number) => void
}

/** Kinds of outcome after which somebody else may still know the answer. */
type Trouble = Extract<Outcome, { kind: 'unreachable' | 'unusable' | 'timed-out' }>

const TAIL = Buffer.from('}')

/**
 * Finds somebody who answers: the network's upstreams in the order of the pool, then the partner where contract, plan and account allow it.
 *
 * Errors  `no-upstream`, `bad-upstream-answer`, `overloaded`, or the contract's time-out error of the method
 * Source  gateway-spec.md, "Failover forwarding"; PRODUCT.md, "Networks and upstreams"
 */
export const forward = (row: MethodRow, setting: ForwardSetting): Answer<Timed> => {
  const head = Buffer.from(`{"jsonrpc":"2.0","id":${UPSTREAM_ID},"method":${JSON.stringify(row.name)},"params":`)
  // A query that runs long is the caller's, not the node's fault: it keeps all the time there is instead of a share of it.
  const sharesTime = row.timeoutError === 'upstream-timeout'

  const shared = {
    maxBytes: setting.maxUpstreamBytes,
    maxElements: row.maxResults,
    stallMs: row.timeoutMs,
    isCheap: row.hasSmallResult,
    budget: setting.budget,
  }

  return async (call) => {
    const candidates = setting.pool.candidates()
    if (row.canFailOver && setting.partner !== undefined && call.caller.entitlement.canFailOver)
      candidates.push(setting.partner)
    const body = [Buffer.concat([head, call.paramsBytes, TAIL])]
    const troubles: Trouble[] = []
    for (const [index, upstream] of candidates.entries()) {
      const startedMs = setting.nowMs()
      const leftMs = call.deadlineMs - startedMs
      if (leftMs <= 0) {
        troubles.push({ kind: 'timed-out' })
        break
      }
      const timeoutMs = sharesTime ? leftMs / (candidates.length - index) : leftMs
      const limits = { ...shared, timeoutMs, canStream: call.canStream }
      const outcome = await send(upstream, body, limits, call.cancellation)
      setting.onAttempt(upstream, outcome.kind)
      if (upstream.isPartner) setting.onForwarded(call, upstream, reasonOf(troubles), setting.nowMs() - startedMs)
      if (isTrouble(outcome)) {
        setting.pool.failed(upstream)
        troubles.push(outcome)
      } else {
        if (outcome.kind !== 'cancelled' && outcome.kind !== 'overloaded') setting.pool.answered(upstream)
        return replyOf(outcome, upstream)
      }
    }
    return failureAfter(troubles, row)
  }
}

const isTrouble = (outcome: Outcome): outcome is Trouble =>
  outcome.kind === 'unreachable' || outcome.kind === 'unusable' || outcome.kind === 'timed-out'

const replyOf = (outcome: Exclude<Outcome, Trouble>, upstream: Upstream): Reply => {
  const from = {
    servedBy: upstream.isPartner ? 'partner' : 'upstream',
    upstream: upstream.name,
    costCredits: 0,
  } as const
  switch (outcome.kind) {
    case 'result':
      return { ...from, result: outcome.payload }
    case 'node-error':
      return { ...from, error: { code: outcome.code, message: outcome.message, data: undefined }, bytes: outcome.bytes }
    case 'too-many-results':
      return { ...fail('too-many-results', { data: { first: outcome.first, last: outcome.last } }), ...from }
    case 'overloaded':
      return fail('overloaded')
    case 'cancelled':
      // Nobody reads this reply.
      return fail('no-upstream')
  }
}

const reasonOf = (troubles: readonly Trouble[]): string => {
  const last = troubles.at(-1)
  if (last === undefined) return 'no_upstream'
  return last.kind === 'timed-out' ? 'upstream_timeout' : last.reason
}

/** The most telling of what went wrong: too slow, then unusable, then not there. */
const failureAfter = (troubles: readonly Trouble[], row: MethodRow): Failure => {
  if (troubles.some((trouble) => trouble.kind === 'timed-out')) return fail(row.timeoutError)
  if (troubles.some((trouble) => trouble.kind === 'unusable')) return fail('bad-upstream-answer')
  return fail('no-upstream')
}
