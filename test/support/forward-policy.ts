import { type MethodName, type MethodRow, methods } from '../../generated/methods.js'
import type { ForwardPolicy } from '../../src/server/pipeline/forward/forward.js'
import type { ChargedCall } from '../../src/server/pipeline/stage.js'
import { ByteBudget } from '../../src/server/upstreams/byte-budget.js'
import { AccountLatencies, HedgeBudget } from '../../src/server/upstreams/health/hedging.js'
import { Pool } from '../../src/server/upstreams/pool.js'
import type { AnswerSink, UpstreamExchange } from '../../src/server/upstreams/transport/transport.js'
import { needsOfMethod, type Upstream } from '../../src/server/upstreams/upstream.js'
import { joined } from '../../src/wire/jsonrpc/write-reply.js'
import { aCall, type CallWish } from './charged-call.js'
import { quietTransport, quietUpstream } from './upstream.js'

/** A call that a node received, for the test to answer. */
export interface HeldExchange {
  readonly body: string
  readonly sink: AnswerSink
  isAborted: boolean
  waitsFor: UpstreamExchange['waitsFor']
  /** Answers with a whole result, or error, of the id that was sent. */
  result(text: string): void
  error(code: number, message: string): void
  status(status: number): void
}

/** A node that answers when the test says so, by the clock that the test sets. */
export interface HeldNode {
  readonly upstream: Upstream
  readonly asked: HeldExchange[]
}

/** The clock of the forwarding under test; only the test moves it. */
export const aClock = () => ({ nowMs: 1_000 })

/** Makes a `HeldNode`. */
export const aHeldNode = (
  clock: { nowMs: number },
  name: string,
  facts: Parameters<typeof quietUpstream>[2] = {},
): HeldNode => {
  const asked: HeldExchange[] = []
  const exchange = (parts: Parameters<Upstream['transport']['exchange']>[0], sink: AnswerSink) => {
    const body = joined(parts).toString()
    const answer = (rest: string, status = 200) => {
      sink.head(status, undefined)
      sink.chunk(Buffer.from(`{"jsonrpc":"2.0","id":${JSON.parse(body).id},${rest}}`))
      sink.end()
    }
    const held: HeldExchange = {
      body,
      sink,
      isAborted: false,
      waitsFor: undefined,
      result: (text) => answer(`"result":${text}`),
      error: (code, message) => answer(`"error":${JSON.stringify({ code, message })}`),
      status: (status) => {
        sink.head(status, undefined)
        sink.end()
      },
    }
    asked.push(held)
    return {
      get waitsFor() {
        return held.waitsFor
      },
      resume: () => {},
      abort: () => {
        held.isAborted = true
      },
    }
  }
  const upstream = quietUpstream(clock, name, { transport: { ...quietTransport, exchange }, ...facts })
  return { upstream, asked }
}

/** A test's changes of the policy: its method, its partner, and other members. */
export interface PolicyWish extends Partial<Omit<ForwardPolicy, 'row' | 'partner' | 'pool' | 'nowMs' | 'latencies'>> {
  readonly method?: MethodName
  readonly effect?: MethodRow['effect']
  readonly partner?: HeldNode | undefined
}

/**
 * Returns a policy over some nodes, and the attempts and hedges that it reports. By default it is
 * for eth_getStorageAt, hedged, without judges or a partner.
 */
export const aPolicy = (clock: { nowMs: number }, nodes: readonly HeldNode[], wish: PolicyWish = {}) => {
  const { method = 'eth_getStorageAt', effect = methods[method].effect, partner, ...changes } = wish
  const row: MethodRow = { ...methods[method], effect }
  const budget = new ByteBudget(1 << 24)
  const told = { attempts: [] as string[], hedges: [] as string[] }
  const policy: ForwardPolicy & { readonly latencies: AccountLatencies } = {
    row,
    sharesTime: row.timeoutError === 'upstream-timeout',
    pool: new Pool(
      nodes.map(({ upstream }) => upstream),
      () => clock.nowMs,
    ),
    partner: partner?.upstream,
    nowMs: () => clock.nowMs,
    needs: () => needsOfMethod(method),
    judges: [],
    verifyPartner: undefined,
    hedging: new HedgeBudget(),
    latencies: new AccountLatencies(),
    bodyOf: ({ paramsJson }) => [`"method":"${method}","params":${paramsJson}}`],
    requestBytesOf: ({ paramsJson }) => paramsJson.length,
    narrowestBytes: Number.POSITIVE_INFINITY,
    limitsOf: () => ({ maxBytes: 1 << 20, canStream: false, stallMs: 1_000, budget }),
    events: {
      attempt: (upstream, outcome) => void told.attempts.push(`${upstream.name} ${outcome}`),
      hedge: (outcome) => void told.hedges.push(outcome),
    },
    ...changes,
  }
  /** A call with `timeoutMs` to go. */
  const aTimedCall = (call: CallWish = {}, timeoutMs = 1_000): ChargedCall => ({
    ...aCall({ method, ...call }),
    deadlineMs: clock.nowMs + timeoutMs,
  })
  return { policy, told, budget, aTimedCall }
}
