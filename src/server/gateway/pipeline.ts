import type { Handlers } from '../../../generated/server.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { afterwards } from '../../runtime/deferred.js'
import { declareErrors } from '../../wire/jsonrpc/declared-errors.js'
import { resultOf } from '../../wire/jsonrpc/reply.js'
import type { Ledger } from '../credits/ledger.js'
import type { Throttle } from '../credits/throttle-bucket.js'
import type { Head } from '../networks/head.js'
import type { Network } from '../networks/network.js'
import { needsOf } from '../pipeline/forward/candidates.js'
import { type ForwardRules, type ForwardSetting, forward } from '../pipeline/forward/forward.js'
import { type CheckSetting, checkAnswer } from '../pipeline/judges/check-answer.js'
import {
  dialectJudge,
  type Judge,
  missingMethodJudge,
  nodeDoubtOf,
  nullJudge,
  rangeJudge,
} from '../pipeline/judges/judge.js'
import { eth_getLogs } from '../pipeline/methods/eth_getLogs.js'
import type { NetworkEvents } from '../pipeline/network-events.js'
import type { Answer, Authenticated, Charged, Coalesced, Opened, Stage, Timed, Validated } from '../pipeline/stage.js'
import { headJudge } from '../pipeline/stages/block-number.js'
import { charge, chargeByUse } from '../pipeline/stages/charge.js'
import { checkBlocks } from '../pipeline/stages/check-blocks.js'
import { alone } from '../pipeline/stages/coalesce.js'
import { deadline } from '../pipeline/stages/deadline.js'
import { negativeCache } from '../pipeline/stages/negative-cache.js'
import { permit } from '../pipeline/stages/permit.js'
import { recordForwarded } from '../pipeline/stages/record-failover.js'
import { splitLogs } from '../pipeline/stages/split-logs.js'
import { throttle, throttleByUse, throttleFree } from '../pipeline/stages/throttle.js'
import { validate } from '../pipeline/stages/validate.js'
import { window } from '../pipeline/stages/window.js'
import { makeState, useState } from '../pipeline/stateful/bind-state.js'
import type { SealedIds } from '../pipeline/stateful/sealed-ids.js'
import { acceptKnown } from '../pipeline/writes/accept-known.js'
import { broadcast } from '../pipeline/writes/broadcast.js'
import { outliveCaller } from '../pipeline/writes/outlive-caller.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { NetworkMemory } from './network-cache.js'

/** What a network's pipelines are made of. */
export interface PipelineParts {
  readonly network: Network
  /** The methods of the network's contract, those of other families included. */
  readonly methods: readonly MethodContract[]
  readonly head: Head
  readonly ledger: Pick<Ledger, 'hold'>
  readonly throttle: Throttle
  readonly forward: ForwardSetting
  readonly memory: NetworkMemory
  readonly events: Pick<NetworkEvents, 'forwarded'>
  readonly checks: CheckSetting
  /** Checks the partner's answers to eth_getStorageAt; undefined: they are taken on trust. */
  readonly verifyPartner: ForwardRules['verifyPartner']
  readonly maxLogParts: number
  /** Binds what stateful methods make to its node; undefined: they are refused. */
  readonly stateIds: SealedIds | undefined
  readonly nowMs: () => number
}

/** The methods with a rule that data cannot say; the contract (`x-handler`) decides which must be here. */
const handlers: Handlers<Timed, ReturnType<Answer<Timed>>> = { eth_getLogs }

/** What is answered where a method's results would live in one node. */
export const statefulErrors = declareErrors('stateful-method-refused')

/** rpc.discover is reserved by OpenRPC: in no contract's method list, free of charge. */
const DISCOVER = 'rpc.discover'

/** The stages of one method on one network, in the order in which a call meets them; undefined: the method does without it there. */
export type MethodStages = readonly [
  validate: Stage<Opened, Validated>,
  permit: Stage<Validated>,
  checkBlocks: Stage<Validated> | undefined,
  negativeCache: Stage<Validated> | undefined,
  throttle: Stage<Validated>,
  window: Stage<Validated> | undefined,
  charge: Stage<Validated, Charged>,
  cache: Stage<Charged> | undefined,
  recordForwarded: Stage<Charged> | undefined,
  coalesce: Stage<Charged, Coalesced>,
  sharedCache: Stage<Coalesced> | undefined,
  deadline: Stage<Coalesced, Timed>,
  blockNumber: Stage<Timed> | undefined,
  handler: Stage<Timed> | undefined,
  splitLogs: Stage<Timed> | undefined,
]

/** What decides which stages a method has on a network. */
export const traitsOf = (row: MethodContract, { forward: { pool, partner } }: PipelineParts) => {
  const { kind } = row.position
  return {
    hasBlocks: kind === 'block' || kind === 'block-range',
    hasRange: kind === 'block-range',
    asksNewestBlock: row.answers === 'newest-block',
    isProven: row.proof === 'eip-1186',
    mayFailOver: row.canFailOver && partner !== undefined,
    /** One node alone is the chain: no other could know better. */
    isOnlyNode: pool.upstreams.length === 1,
    /** A node answers so many blocks at most, so that queries for more have to be split. */
    isNarrow: row.effect === 'read' && pool.upstreams.some(({ maxBlockRange }) => maxBlockRange !== undefined),
  }
}

type Traits = ReturnType<typeof traitsOf>

/**
 * One method's way on one network, from envelope to upstream: first stage first. Only the stages that the method needs there are in it.
 *
 * Source  docs/lifecycle.md
 */
export const stagesOf = (row: MethodContract, parts: PipelineParts, traits: Traits): MethodStages => {
  const { network, head, memory, ledger, events, maxLogParts, nowMs } = parts
  const { hasBlocks, hasRange, asksNewestBlock, isOnlyNode, isNarrow, mayFailOver } = traits
  const { recentBlocks } = network
  const { priceBy } = row
  const { pool } = parts.forward
  return [
    (next) => validate(row, next),
    (next) => permit(row, next),
    hasBlocks ? (next) => checkBlocks(row, network, next) : undefined,
    row.maxResults === undefined ? undefined : (next) => negativeCache(row, nowMs, next),
    (next) =>
      priceBy === undefined
        ? throttle(parts.throttle, nowMs, next)
        : throttleByUse(priceBy, parts.throttle, nowMs, next),
    hasBlocks && recentBlocks !== undefined ? (next) => window(row, recentBlocks, head, nowMs, next) : undefined,
    (next) => (priceBy === undefined ? charge(ledger, nowMs, next) : chargeByUse(priceBy, ledger, nowMs, next)),
    row.effect === 'read' ? memory.cache(row) : undefined,
    mayFailOver ? (next) => recordForwarded(events, next) : undefined,
    row.effect === 'read' ? memory.coalesce(row) : alone,
    row.effect === 'read' ? memory.sharedCache(row) : undefined,
    (next) => deadline(row.timeoutMs, next),
    asksNewestBlock ? memory.blockNumber(row, isOnlyNode) : undefined,
    // Params have the types of their method once `validate` held them against its schema.
    row.hasHandler ? (handlers[row.name as keyof typeof handlers] as unknown as Stage<Timed>) : undefined,
    hasRange && isNarrow ? (next) => splitLogs(row, { pool, head, nowMs, maxParts: maxLogParts }, next) : undefined,
  ]
}

/** What ends every pipeline: the upstreams and the partner, with what their answers to the method are judged by. */
const forwardOf = (row: MethodContract, parts: PipelineParts, traits: Traits): Answer<Timed> => {
  const { head, checks } = parts
  const verifyPartner = traits.isProven ? parts.verifyPartner : undefined
  const judges: (Judge | undefined)[] = [
    dialectJudge(row, head),
    row.family === 'evm' ? nullJudge(head) : undefined,
    traits.hasRange ? rangeJudge(row, head) : undefined,
    traits.asksNewestBlock && !traits.isOnlyNode ? headJudge(head) : undefined,
    checks.rate > 0 ? checkAnswer(row, checks, verifyPartner !== undefined) : undefined,
  ]
  const present = judges.filter((judge) => judge !== undefined)
  const needs = needsOf(row, head)
  if (row.effect === 'write') return forwardWrite(row, parts.forward, needs)
  const { state } = row
  const { stateIds } = parts
  if (state?.id === 'used' && stateIds !== undefined) {
    const to = (upstream: Upstream) => forward(row, only(parts.forward, upstream), { judges: [], needs })
    return useState(stateIds, state, parts.forward.pool.upstreams, to)
  }
  const asked = forward(row, parts.forward, { judges: present, needs, verifyPartner })
  return state === undefined || stateIds === undefined ? asked : makeState(stateIds, asked)
}

/** For what one upstream alone may be asked. */
const only = (setting: ForwardSetting, upstream: Upstream): ForwardSetting => ({
  ...setting,
  pool: setting.pool.only(upstream),
  partner: undefined,
})

/** The same of a method that writes: what a node says to it is the answer, because to ask another one would be to send it twice. */
const forwardWrite = (row: MethodContract, setting: ForwardSetting, needs: ForwardRules['needs']): Answer<Timed> => {
  const { alreadyKnown } = row
  const toNodes = (nodes: ForwardSetting): Answer<Timed> => {
    const one = outliveCaller(forward(row, nodes, { judges: [missingMethodJudge], needs }))
    return alreadyKnown === undefined ? one : acceptKnown(alreadyKnown, one)
  }
  const oneByOne = toNodes(setting)
  if (!row.isBroadcast) return oneByOne
  const { pool } = setting
  return broadcast({
    pool,
    needs,
    isAboutNode: (error) => nodeDoubtOf(row.family, error) !== undefined,
    to: (upstream) => toNodes(only(setting, upstream)),
    oneByOne,
  })
}

/** Composes one method's pipeline: from its end, because a stage is made with the one that it hands calls on to. */
const composePipeline = (row: MethodContract, parts: PipelineParts): Answer<Opened> => {
  if (row.effect === 'stateful' && (row.state === undefined || parts.stateIds === undefined))
    return () => statefulErrors.fail('stateful-method-refused', {}, { method: row.name })
  const traits = traitsOf(row, parts)
  // That each stage fits the next one, MethodStages has said.
  const stages = stagesOf(row, parts, traits) as readonly (Stage<never> | undefined)[]
  const end = forwardOf(row, parts, traits) as Answer<never>
  return stages.reduceRight((next, stage) => (stage === undefined ? next : stage(next)), end) as Answer<Opened>
}

/** All methods of a network's family, each with its pipeline. `contract` is what rpc.discover answers a caller. */
export const composePipelines = (
  parts: PipelineParts,
  contract: (caller: Authenticated) => Promise<Buffer>,
): ReadonlyMap<string, Answer<Opened>> => {
  const { methods, network } = parts
  const pipelines = new Map<string, Answer<Opened>>(
    methods.filter(({ family }) => family === network.family).map((row) => [row.name, composePipeline(row, parts)]),
  )
  // What it is throttled by: as much as the dearest method, which every plan has room for.
  const weight = Math.max(...methods.map(({ priceCredits }) => priceCredits))
  pipelines.set(
    DISCOVER,
    throttleFree(parts.throttle, parts.nowMs, weight, (call) => afterwards(contract(call.caller), undefined, resultOf)),
  )
  return pipelines
}
