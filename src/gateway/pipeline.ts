import { type MethodName, type MethodRow, methods } from '../../generated/methods.js'
import type { Handlers } from '../../generated/server.js'
import type { Ledger } from '../credits/ledger.js'
import type { Throttle } from '../credits/throttle-bucket.js'
import { type Forwarded, resultOf } from '../jsonrpc/reply.js'
import { eth_getLogs } from '../methods/eth_getLogs.js'
import type { Head } from '../networks/head.js'
import type { Network } from '../networks/network.js'
import { type CheckSetting, checkAnswer } from '../pipeline/forward/check-answer.js'
import { type ForwardRules, type ForwardSetting, forward } from '../pipeline/forward/forward.js'
import { dialectJudge, nullJudge, rangeJudge } from '../pipeline/forward/judge.js'
import { needsOf } from '../pipeline/forward/needs.js'
import { NetworkRouter } from '../pipeline/router.js'
import type { Answer, Charged, Opened, Timed } from '../pipeline/stage.js'
import { headJudge } from '../pipeline/stages/block-number.js'
import { charge } from '../pipeline/stages/charge.js'
import { checkBlocks } from '../pipeline/stages/check-blocks.js'
import { deadline } from '../pipeline/stages/deadline.js'
import { negativeCache } from '../pipeline/stages/negative-cache.js'
import { type Observer, observe } from '../pipeline/stages/observe.js'
import { permit } from '../pipeline/stages/permit.js'
import { recordForwarded } from '../pipeline/stages/record-failover.js'
import { splitLogs } from '../pipeline/stages/split-logs.js'
import { throttle, throttleFree } from '../pipeline/stages/throttle.js'
import { validate } from '../pipeline/stages/validate.js'
import { window } from '../pipeline/stages/window.js'
import type { NetworkMemory } from './network-cache.js'

/** What a network's chains are made of. */
export interface PipelineParts {
  readonly network: Network
  readonly head: Head
  readonly ledger: Ledger
  readonly throttle: Throttle
  readonly forward: ForwardSetting
  readonly memory: NetworkMemory
  /** Hears of every call that went to the partner. */
  readonly onForwarded: (call: Charged, forwarded: Forwarded) => void
  readonly checks: CheckSetting
  /** Checks the partner's answers to eth_getStorageAt; undefined: they are taken on trust. */
  readonly verifyPartner: ForwardRules['verifyPartner']
  readonly maxLogParts: number
  readonly nowMs: () => number
}

/** The methods with a rule that data cannot say; the contract (`x-handler`) decides which must be here. */
const handlers: Handlers<(next: Answer<Timed>) => Answer<Timed>> = { eth_getLogs }

/** Its answer is what the poll watches anyway, so it has stages of its own. */
const HEAD_METHOD = 'eth_blockNumber'

/** rpc.discover is reserved by OpenRPC: in no contract's method list, free of charge. */
const DISCOVER = 'rpc.discover'

/**
 * One method's way on one network, from envelope to upstream; composed once, and only of the stages the method needs there.
 *
 * Source  docs/lifecycle.md
 */
const composePipeline = (row: MethodRow, parts: PipelineParts): Answer<Opened> => {
  const { network, nowMs, memory } = parts
  const hasBlocks = row.position.kind === 'block' || row.position.kind === 'block-range'
  const handler = row.hasHandler ? handlers[row.name as keyof typeof handlers] : undefined

  const judges = [dialectJudge(row, parts.head), ...(row.family === 'evm' ? [nullJudge(parts.head)] : [])]
  if (row.position.kind === 'block-range') judges.push(rangeJudge(row, parts.head))
  const asksHead = row.name === HEAD_METHOD
  // One node alone is the chain: there is nobody who could know better.
  const isAlone = parts.forward.pool.upstreams.length === 1
  if (asksHead && !isAlone) judges.push(headJudge(parts.head))
  const verifyPartner = row.name === 'eth_getStorageAt' ? parts.verifyPartner : undefined
  if (parts.checks.rate > 0) judges.push(checkAnswer(row, parts.checks, verifyPartner !== undefined))
  const forwarded = forward(row, parts.forward, { judges, needs: needsOf(row, parts.head), verifyPartner })
  const { pool } = parts.forward
  const isNarrow = pool.upstreams.some(({ maxBlockRange }) => maxBlockRange !== undefined)
  const whole =
    row.position.kind === 'block-range' && isNarrow
      ? splitLogs(row, { pool, head: parts.head, maxParts: parts.maxLogParts }, forwarded)
      : forwarded
  const handled = handler === undefined ? whole : handler(whole)
  const timed = deadline(row.timeoutMs, asksHead ? memory.tellHead(row, isAlone, handled) : handled)
  const asked = memory.coalesce(row, timed)
  const recorded =
    row.canFailOver && parts.forward.partner !== undefined ? recordForwarded(parts.onForwarded, asked) : asked
  const charged = charge(parts.ledger, nowMs, memory.cache(row, recorded))
  const windowed =
    hasBlocks && network.recentBlocks !== undefined ? window(row, network.recentBlocks, parts.head, charged) : charged
  const throttled = throttle(parts.throttle, nowMs, windowed)
  const recalled = row.maxResults === undefined ? throttled : negativeCache(nowMs, throttled)
  const checked = hasBlocks ? checkBlocks(row, network, recalled) : recalled
  return validate(row, permit(row, checked))
}

/** All methods of a network's family, each with its chain. `contract` is what rpc.discover answers. */
export const composeRouter = (parts: PipelineParts, contract: () => Buffer): NetworkRouter => {
  const rows = (Object.keys(methods) as MethodName[]).map((name) => methods[name])
  const chains = new Map<string, Answer<Opened>>(
    rows.filter((row) => row.family === parts.network.family).map((row) => [row.name, composePipeline(row, parts)]),
  )
  // What it is throttled by: as much as the dearest method, which every plan has room for.
  const weight = Math.max(...rows.map(({ priceCredits }) => priceCredits))
  chains.set(
    DISCOVER,
    throttleFree(parts.throttle, parts.nowMs, weight, () => resultOf(contract())),
  )
  return new NetworkRouter(chains)
}

/** The router's answer, observed: what the listeners call. */
export const observedAnswer = (router: NetworkRouter, observer: Observer, nowMs: () => number): Answer<Opened> =>
  observe(
    observer,
    nowMs,
    (method) => router.isMethodImplemented(method),
    (call) => router.answer(call.envelope.method, call),
  )
