import { type MethodName, type MethodRow, methods } from '../generated/methods.js'
import type { Handlers } from '../generated/server.js'
import type { Ledger } from './credits/ledger.js'
import type { Throttle } from './credits/throttle-bucket.js'
import { eth_getLogs } from './handlers/eth_getLogs.js'
import type { Head } from './networks/head.js'
import type { Network } from './networks/network.js'
import { charge } from './pipeline/charge.js'
import { checkBlocks } from './pipeline/check-blocks.js'
import { deadline } from './pipeline/deadline.js'
import { type ForwardSetting, forward } from './pipeline/forward.js'
import { type Observer, observe } from './pipeline/observe.js'
import { permit } from './pipeline/permit.js'
import { recall } from './pipeline/recall.js'
import { NetworkRouter } from './pipeline/router.js'
import type { Answer, Opened, Timed } from './pipeline/stage.js'
import { throttle } from './pipeline/throttle.js'
import { validate } from './pipeline/validate.js'
import { window } from './pipeline/window.js'
import { resultOf } from './protocol/reply.js'

/** What a network's chains are made of. */
export interface ChainParts {
  readonly network: Network
  readonly head: Head
  readonly ledger: Ledger
  readonly throttle: Throttle
  readonly forward: ForwardSetting
  readonly nowMs: () => number
}

/** The methods with a rule that data cannot say; the contract (`x-handler`) decides which must be here. */
const handlers: Handlers<(next: Answer<Timed>) => Answer<Timed>> = { eth_getLogs }

/** rpc.discover is reserved by OpenRPC: in no contract's method list, free of charge. */
const DISCOVER = 'rpc.discover'

/**
 * One method's way on one network, from envelope to upstream; composed once, and only of the stages the method needs there.
 *
 * Source  DESIGN.md, "One call, from socket to upstream and back"
 */
const composeChain = (row: MethodRow, parts: ChainParts): Answer<Opened> => {
  const { network, nowMs } = parts
  const hasBlocks = row.position.kind === 'block' || row.position.kind === 'block-range'
  const handler = row.hasHandler ? handlers[row.name as keyof typeof handlers] : undefined

  const forwarded = forward(row, parts.forward)
  const handled = handler === undefined ? forwarded : handler(forwarded)
  const timed = deadline(row.timeoutMs, handled)
  const charged = charge(parts.ledger, nowMs, timed)
  const windowed =
    hasBlocks && network.recentBlocks !== undefined ? window(row, network.recentBlocks, parts.head, charged) : charged
  const throttled = throttle(parts.throttle, nowMs, windowed)
  const recalled = row.maxResults === undefined ? throttled : recall(nowMs, throttled)
  const checked = hasBlocks ? checkBlocks(row, network, recalled) : recalled
  return validate(row, permit(row, checked))
}

/** All methods of a network's family, each with its chain. `contract` is what rpc.discover answers. */
export const composeRouter = (parts: ChainParts, contract: () => Buffer): NetworkRouter => {
  const rows = (Object.keys(methods) as MethodName[]).map((name) => methods[name])
  const chains = new Map<string, Answer<Opened>>(
    rows.filter((row) => row.family === parts.network.family).map((row) => [row.name, composeChain(row, parts)]),
  )
  chains.set(DISCOVER, async () => resultOf(contract()))
  return new NetworkRouter(chains)
}

/** The router's answer, observed: what the listeners call. */
export const observedAnswer = (router: NetworkRouter, observer: Observer, nowMs: () => number): Answer<Opened> =>
  observe(
    observer,
    nowMs,
    (method) => router.isMethodImplemented(method),
    (call) => router.call(call.envelope.method, call),
  )
