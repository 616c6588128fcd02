import type { MethodRow } from '../../../../generated/methods.js'
import { callStart, FIRST_ID } from '../../../wire/json/node-messages.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import { type BlockParameter, LEFT_OUT, readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import type { StreamLimits } from '../../upstreams/answer-stream.js'
import type { ByteBudget } from '../../upstreams/byte-budget.js'
import { AccountLatencies, type HedgeBudget } from '../../upstreams/health/hedging.js'
import type { Pool } from '../../upstreams/pool.js'
import type { RequestRest } from '../../upstreams/transport/transport.js'
import { type Needs, needsOfMethod, type Upstream } from '../../upstreams/upstream.js'
import type { Judge } from '../judges/judge.js'
import { asksForLogs } from '../logs/log-range.js'
import type { NetworkEvents, ProofVerdict } from '../network-events.js'
import type { Answerer, ChargedCall } from '../stage.js'
import { forwardErrors } from './forward-errors.js'
import { ForwardedCall } from './forwarded-call.js'

/**
 * Limits of an answer.
 *
 * `maxElements`  most elements of an array result; such an answer is held until it is whole
 * `canStream`    true if a large answer without `maxElements` may be passed on while it arrives
 */
export interface AnswerLimits extends StreamLimits {
  readonly maxBytes: number
  readonly maxElements?: number | undefined
  readonly canStream: boolean
  /** True if the call may share a round trip with others: see UpstreamTransport. */
  readonly canBatch?: boolean
  /** True if the call must not be sent twice. */
  readonly isSentOnce?: boolean
}

/** Forwarding options of all methods of one network. */
export interface NetworkForwarding extends Pick<ForwardPolicy, 'pool' | 'partner' | 'nowMs' | 'events'> {
  readonly maxUpstreamBytes: number
  readonly pace?: AnswerLimits['pace']
  readonly budget: ByteBudget
  /** Budget of second attempts at slow calls, for all methods; undefined: no second attempts. */
  readonly hedging: HedgeBudget | undefined
  /** Receives each write that an upstream accepted. */
  readonly onWriteAccepted?: (upstream: string, accountId: string) => void
}

/** Forwarding options of one method on one network. */
export interface ForwardPolicy {
  readonly row: MethodRow
  /**
   * True if each candidate has a share of the call's time. For methods whose long queries are the
   * caller's fault, each may use all of it.
   */
  readonly sharesTime: boolean
  readonly pool: Pool
  /** Left out if the contract lets no partner answer the method, or there is no partner. */
  readonly partner: Upstream | undefined
  readonly nowMs: () => number
  readonly needs: (call: ChargedCall) => Needs
  readonly judges: readonly Judge[]
  /** Checks a partner's result against the network's nodes; undefined: results are trusted. */
  readonly verifyPartner: ((call: ChargedCall, payload: Payload) => Promise<ProofVerdict>) | undefined
  /** Undefined: no second upstream is asked while an answer is outstanding. */
  readonly hedging: HedgeBudget | undefined
  /** Undefined: there is no second upstream to ask. */
  readonly latencies: AccountLatencies | undefined
  /** A call's body behind its id. */
  readonly bodyOf: (call: ChargedCall) => RequestRest
  /** Bytes of the body that a node gets. */
  readonly requestBytesOf: (call: ChargedCall) => number
  /** The smallest known request limit of an upstream, in bytes. */
  readonly narrowestBytes: number
  readonly limitsOf: (call: ChargedCall) => AnswerLimits
  readonly events: Pick<NetworkEvents, 'attempt' | 'hedge'>
}

const NO_LIMIT = Number.POSITIVE_INFINITY

/** Params up to this size are sent as text, which needs no buffer. */
const TEXT_BELOW_BYTES = 65_536

/**
 * Finds an upstream that answers: the network's own in the order of the pool, then the partner if
 * contract, plan and account allow it.
 *
 * Errors  `no-upstream`, `bad-upstream-answer`, `overloaded`, `answer-too-large`, or the method's
 *         time-out error; `request-too-large` if no node accepts so long a body; as for the stage
 *         `throttle` if the account has its share of what the providers take
 * Source  docs/specification.md, "Failover and upstreams"; docs/upstreams.md
 */
export const forward = (
  row: MethodRow,
  network: NetworkForwarding,
  rules: Pick<ForwardPolicy, 'judges' | 'needs'> & Partial<Pick<ForwardPolicy, 'verifyPartner'>>,
): Answerer<ChargedCall> => {
  const beforeParams = `"method":${JSON.stringify(row.name)},"params":`
  const whole: AnswerLimits = {
    maxBytes: network.maxUpstreamBytes,
    maxElements: row.maxResults,
    canStream: false,
    stallMs: row.timeoutMs,
    // A failed batch is sent again call by call; a write must not be.
    canBatch: row.hasSmallResult && row.effect === 'read',
    // A node hands out a filter's changes once.
    isSentOnce: row.effect !== 'read',
    budget: network.budget,
  }
  // An answer priced by its size must be whole before it is charged. A write outlives its caller.
  const canStream = row.priceBy?.perResultKiB === undefined && row.effect !== 'write'
  const streamed: AnswerLimits = canStream ? { ...whole, canStream, pace: network.pace } : whole
  const { upstreams } = network.pool
  const requestLimits = upstreams.map(({ maxRequestBytes }) => maxRequestBytes ?? NO_LIMIT)
  const widestBytes = Math.max(...requestLimits)
  const tooLarge = forwardErrors.cache('request-too-large')
  const bytesAroundParams = callStart(FIRST_ID).length + beforeParams.length + 1
  const partner = row.canFailOver ? network.partner : undefined
  const policy: ForwardPolicy = {
    row,
    sharesTime: row.timeoutError === 'upstream-timeout',
    pool: network.pool,
    partner,
    nowMs: network.nowMs,
    needs: rules.needs,
    judges: rules.judges,
    verifyPartner: rules.verifyPartner,
    hedging: upstreams.length > 1 && row.effect === 'read' ? network.hedging : undefined,
    latencies: upstreams.length > 1 || partner !== undefined ? new AccountLatencies() : undefined,
    bodyOf: ({ paramsJson }) =>
      paramsJson.length > TEXT_BELOW_BYTES
        ? [beforeParams, paramsJson, '}']
        : `${beforeParams}${paramsJson.toString('latin1')}}`,
    requestBytesOf: ({ paramsJson }) => bytesAroundParams + paramsJson.length,
    narrowestBytes: Math.min(...requestLimits),
    limitsOf: (call) => (call.isOnlyCall ? streamed : whole),
    events: network.events,
  }
  return (call) =>
    policy.requestBytesOf(call) > widestBytes
      ? tooLarge.fail({ data: { maxBytes: widestBytes } })
      : new ForwardedCall(policy, call).answer()
}

/** State that a non-archive node keeps: geth, reth and nethermind keep the newest 128 blocks. */
const RECENT_STATES = 128n

/**
 * A call's requirements for an upstream, by the position of its blocks: an archive for old state;
 * for logs, one that accepts the range; rather one that has the newest block named.
 *
 * Ranges with a tag count from the polled head. Without a head, or by hash, the range is unknown
 * and excludes no upstream.
 */
export const needsOf = (
  row: MethodRow,
  head: Pick<Head, 'known' | 'finalized' | 'newestServed'>,
): ((call: ChargedCall) => Needs) => {
  const plain = needsOfMethod(row.name)
  const old: Needs = { ...plain, isArchive: true }
  const { position } = row
  if (position.kind === 'block') {
    return ({ params }) => {
      const block = params[position.param]
      // The most common case.
      if (block === undefined || block === LEFT_OUT.block) return plain
      const { from } = readBlockRange(position, params)
      const number = numberOf(from, head)
      const newest = head.known?.number
      if (number !== undefined && newest !== undefined && number + RECENT_STATES <= newest) return old
      return from?.kind === 'number' && isShown(from.number, head) ? { ...plain, block: from.number } : plain
    }
  }
  if (asksForLogs(row)) {
    return ({ params }) => {
      const { from, to, hash } = readBlockRange(position, params)
      if (hash !== undefined) return plain
      const [first, last] = [numberOf(from, head), numberOf(to, head)]
      if (first === undefined || last === undefined || last < first) return plain
      const block = to?.kind === 'number' && isShown(last, head) ? last : undefined
      return { ...plain, blockRange: Number(last - first) + 1, block }
    }
  }
  return () => plain
}

/**
 * True if the network has shown the block. One node alone may claim more, and is not preferred for
 * that.
 */
const isShown = (number: bigint, { known, newestServed }: Pick<Head, 'known' | 'newestServed'>): boolean =>
  number <= (known?.number ?? -1n) || number <= (newestServed ?? -1n)

/** A block's number, if known; a filter without a block means `latest`. */
const numberOf = (block: BlockParameter | undefined, head: Pick<Head, 'known' | 'finalized'>): bigint | undefined => {
  if (block?.kind === 'number') return block.number
  if (block?.kind === 'hash' || block?.tag === 'safe') return undefined
  if (block?.tag === 'earliest') return 0n
  return block?.tag === 'finalized' ? head.finalized : head.known?.number
}
