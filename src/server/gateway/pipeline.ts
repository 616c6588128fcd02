import type { ErrorName } from '../../../generated/errors.js'
import type { Handlers } from '../../../generated/server.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { mapDeferred } from '../../runtime/deferred.js'
import { declareErrors } from '../../wire/jsonrpc/declared-errors.js'
import { resultOf } from '../../wire/jsonrpc/reply.js'
import type { Ledger } from '../credits/ledger.js'
import type { Throttle } from '../credits/throttle-bucket.js'
import type { Network } from '../networks/network.js'
import type { NetworkForwarding } from '../pipeline/forward/forward.js'
import { forwardErrors, resultErrors, timeoutErrors, writeErrors } from '../pipeline/forward/forward-errors.js'
import { partsErrors } from '../pipeline/logs/fetch-parts.js'
import { asksForLogs } from '../pipeline/logs/log-range.js'
import { eth_getLogs, logsErrors } from '../pipeline/methods/eth_getLogs.js'
import { Pipe } from '../pipeline/pipe.js'
import type { Answerer, Authenticated, Call, ChargedCall, OpenedCall, Stage } from '../pipeline/stage.js'
import { authenticateErrors } from '../pipeline/stages/authenticate.js'
import { blockNumber } from '../pipeline/stages/block-number.js'
import { cache } from '../pipeline/stages/cache.js'
import { charge, chargeErrors } from '../pipeline/stages/charge.js'
import { blockErrors, checkBlocks, rangeErrors } from '../pipeline/stages/check-blocks.js'
import { coalesce, coalesceErrors } from '../pipeline/stages/coalesce.js'
import { negativeCache } from '../pipeline/stages/negative-cache.js'
import { observeErrors } from '../pipeline/stages/observe.js'
import { permit, permitErrors } from '../pipeline/stages/permit.js'
import { sharedCache } from '../pipeline/stages/shared-cache.js'
import { splitErrors, splitLogs } from '../pipeline/stages/split-logs.js'
import {
  resumeErrors,
  subscribe,
  subscribeErrors,
  unsubscribe,
  unsubscribeErrors,
} from '../pipeline/stages/subscribe.js'
import { throttle, throttleErrors, throttleFree } from '../pipeline/stages/throttle.js'
import { countErrors, kindErrors, paramsErrors, validate } from '../pipeline/stages/validate.js'
import { window, windowErrors } from '../pipeline/stages/window.js'
import { stateErrors } from '../pipeline/stateful/bind-state.js'
import { type ForwardingDeps, forwardOf } from './forwarding.js'
import type { NetworkMemory } from './network-memory.js'

export interface PipelineDeps extends ForwardingDeps {
  readonly network: Network
  /** The methods of the network's contract, those of other families included. */
  readonly methods: readonly MethodContract[]
  readonly ledger: Pick<Ledger, 'hold'>
  readonly throttle: Throttle
  readonly memory: NetworkMemory
  readonly maxLogParts: number
  readonly nowMs: () => number
}

/** Methods with a rule in code; the contract (`x-handler`) decides which must be here. */
const handlers: Handlers<ChargedCall, ReturnType<Answerer<ChargedCall>>> = { eth_getLogs }

type HandlerName = keyof typeof handlers

const handlerErrors: Readonly<Record<HandlerName, readonly ErrorName[]>> = { eth_getLogs: logsErrors.names }

/** Errors of methods whose results would live in one node. */
const refusedStateErrors = declareErrors('stateful-method-refused')

/** OpenRPC reserves rpc.discover: it is in no contract's method list, and free of charge. */
const DISCOVER = 'rpc.discover'

/**
 * The stages of one method on one network, from `validate` to `split logs`, in call order. Stages
 * that the method does not need are left out. `forwardOf` makes those that follow.
 *
 * Source  docs/lifecycle.md
 */
export const stagesOf = (row: MethodContract, deps: PipelineDeps): Pipe<OpenedCall, ChargedCall> => {
  const { network, head, memory, ledger, maxLogParts, nowMs } = deps
  const { hasBlocks, hasRange, asksNewestBlock, isOnlyNode, needsParts } = traitsOf(row, deps.forwarding)
  const { recentBlocks } = network
  const { pool } = deps.forwarding
  const isRead = row.effect === 'read'
  const handler = row.hasHandler ? (row.name as HandlerName) : undefined
  const kept = isRead ? memory.cacheOf(row) : undefined
  const shared = isRead ? memory.sharedCacheOf(row) : undefined
  return (
    Pipe.start<OpenedCall>()
      .into<Call>('validate', (next) => validate(row, next), [
        ...paramsErrors.names,
        ...(row.maxParameters === undefined ? [] : countErrors.names),
        ...(row.subscription?.hasKindFirst === true ? kindErrors.names : []),
      ])
      .through('permit', (next) => permit(row, subscribersOf(row, deps.methods), next), permitErrors.names)
      .through('check blocks', hasBlocks ? (next) => checkBlocks(row, network, next) : undefined, [
        ...blockErrors.names,
        ...(hasRange ? rangeErrors.names : []),
      ])
      .through('negative cache', row.maxResults === undefined ? undefined : (next) => negativeCache(row, nowMs, next))
      .through(
        'throttle',
        endsSubscriptions(row) ? undefined : (next) => throttle(deps.throttle, nowMs, next),
        throttleErrors[row.family].names,
      )
      .through(
        'window',
        hasBlocks && recentBlocks !== undefined ? (next) => window(row, recentBlocks, head, nowMs, next) : undefined,
        windowErrors.names,
      )
      .into<ChargedCall>('charge', (next) => charge(ledger, nowMs, next), chargeErrors.names)
      .through('cache', kept && ((next) => cache(kept, next)))
      .through('coalesce', isRead ? (next) => coalesce(memory.coalesceOf(row), next) : undefined, coalesceErrors.names)
      .through('shared cache', shared && ((next) => sharedCache(shared, next)))
      .through(
        'block number',
        asksNewestBlock ? (next) => blockNumber(memory.blockNumberOf(row, isOnlyNode), next) : undefined,
      )
      // `validate` has checked the params against the method's schema.
      .through(
        'handle',
        handler && (handlers[handler] as unknown as Stage<ChargedCall>),
        handler && handlerErrors[handler],
      )
      .through(
        'split logs',
        needsParts ? (next) => splitLogs(row, { pool, head, nowMs, maxParts: maxLogParts }, next) : undefined,
        [...splitErrors.names, ...partsErrors.names],
      )
  )
}

/** The methods that begin what this method ends. */
const subscribersOf = ({ name, family }: MethodContract, methods: readonly MethodContract[]): readonly string[] =>
  methods
    .filter((other) => other.family === family && other.subscription?.unsubscribe === name)
    .map((other) => other.name)

/** Unsubscribing is free, also in the second whose credits the subscription's events have spent. */
const endsSubscriptions = ({ effect, subscription }: MethodContract): boolean =>
  effect === 'subscription' && subscription === undefined

/** The stage that answers a method which begins or ends a subscription. */
const subscribeOrUnsubscribe = (row: MethodContract): Answerer<ChargedCall> =>
  row.subscription === undefined ? unsubscribe(row) : subscribe(row, row.subscription)

const subscriptionErrors = ({ family, subscription }: MethodContract): readonly ErrorName[] => {
  if (subscription === undefined) return unsubscribeErrors[family].names
  const doesResume = subscription.kinds.some(({ resumes }) => resumes)
  return [...subscribeErrors.names, ...(doesResume ? resumeErrors.names : [])]
}

/** Errors of forwarding, and errors that every call can get outside its method's stages. */
const aroundErrors = (row: MethodContract): readonly ErrorName[] => [
  ...observeErrors.names,
  ...authenticateErrors.names,
  // Listeners throttle bytes of bodies and free calls.
  ...throttleErrors[row.family].names,
  ...forwardErrors.names,
  ...timeoutErrors.names.filter((name) => name === row.timeoutError),
  ...(row.effect === 'write' ? writeErrors.names : []),
  ...(row.effect === 'stateful' ? [...refusedStateErrors.names, ...stateErrors.names] : []),
  ...(row.effect === 'subscription' ? subscriptionErrors(row) : []),
  ...(row.maxResults === undefined ? [] : resultErrors.names),
]

/**
 * The errors that calls of a method can get on a network, as its stages declare them. They are
 * compared with the contract's list.
 */
export const errorsOf = (row: MethodContract, deps: PipelineDeps): ReadonlySet<ErrorName> =>
  new Set([...stagesOf(row, deps).errors, ...aroundErrors(row)])

const composePipeline = (row: MethodContract, deps: PipelineDeps): Answerer<OpenedCall> => {
  if (row.effect === 'stateful' && (row.state === undefined || deps.stateIds === undefined))
    return () => refusedStateErrors.fail('stateful-method-refused', {}, { method: row.name })
  if (row.effect === 'subscription') return stagesOf(row, deps).end(subscribeOrUnsubscribe(row))
  return stagesOf(row, deps).end(forwardOf(row, deps, traitsOf(row, deps.forwarding)))
}

/** All methods of a network's family, each with its pipeline. `contract` answers rpc.discover. */
export const composePipelines = (
  deps: PipelineDeps,
  contract: (caller: Authenticated) => Promise<Buffer[]>,
): ReadonlyMap<string, Answerer<OpenedCall>> => {
  const { methods, network } = deps
  const pipelines = new Map<string, Answerer<OpenedCall>>(
    methods.filter(({ family }) => family === network.family).map((row) => [row.name, composePipeline(row, deps)]),
  )
  // Throttled like the dearest method, for which every plan has room.
  const weight = Math.max(...methods.map(({ priceCredits }) => priceCredits))
  pipelines.set(
    DISCOVER,
    throttleFree(deps.throttle, deps.nowMs, weight, (call) =>
      mapDeferred(contract(call.caller), undefined, (pieces) => resultOf(...pieces)),
    ),
  )
  return pipelines
}

/** Traits that decide which stages a method has on a network. */
const traitsOf = (row: MethodContract, { pool }: Pick<NetworkForwarding, 'pool'>) => {
  const { kind } = row.position
  return {
    hasBlocks: kind === 'block' || kind === 'block-range',
    hasRange: kind === 'block-range',
    asksNewestBlock: row.answers === 'newest-block',
    isProvable: row.proof === 'eip-1186',
    /** A single node is always right: no other could know better. */
    isOnlyNode: pool.upstreams.length === 1,
    /** A node limits the blocks of one query for logs, so that larger ones must be split. */
    needsParts:
      row.effect === 'read' &&
      asksForLogs(row) &&
      pool.upstreams.some(({ maxBlockRange }) => maxBlockRange !== undefined),
  }
}

export type MethodTraits = ReturnType<typeof traitsOf>
