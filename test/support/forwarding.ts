import { type MethodName, type MethodRow, methods } from '../../generated/methods.js'
import { forward, type NetworkForwarding, needsOf } from '../../src/server/pipeline/forward/forward.js'
import type { Judge } from '../../src/server/pipeline/judges/judge.js'
import type { ChargedCall } from '../../src/server/pipeline/stage.js'
import { ByteBudget } from '../../src/server/upstreams/byte-budget.js'
import { HedgeBudget } from '../../src/server/upstreams/health/hedging.js'
import { Pool } from '../../src/server/upstreams/pool.js'
import type { AnswerSink } from '../../src/server/upstreams/transport/transport.js'
import type { Upstream } from '../../src/server/upstreams/upstream.js'
import type { Payload, Reply } from '../../src/wire/jsonrpc/reply.js'
import { joined } from '../../src/wire/jsonrpc/write-reply.js'
import { aCall, type CallWish } from './charged-call.js'
import { quietUpstream } from './upstream.js'

const wallClock = {
  get nowMs() {
    return Date.now()
  },
}

/**
 * How a node in this process replies to a call: with a whole body, in pieces, by refusing the
 * connection, or not at all; after a while, or after a promise.
 */
export type NodeStep = { readonly afterMs?: number; readonly after?: Promise<unknown> } & (
  | { readonly result: string }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number; readonly body?: string }
  | { readonly pieces: readonly string[]; readonly everyMs: number }
  | { readonly refused: true }
  | { readonly failure: Error }
  | { readonly silent: true }
)

/** A node without a network. It keeps the calls it receives, and counts those aborted. */
export interface TestNode {
  readonly upstream: Upstream
  readonly asked: string[]
  aborted: number
  step: NodeStep | ((ask: number) => NodeStep)
}

const later = (ms: number, action: () => void) => (ms === 0 ? setImmediate(action) : setTimeout(action, ms))

/** Makes a node that replies to every call with the given step. */
export const aNode = (
  name: string,
  step: TestNode['step'],
  more: Partial<Omit<Upstream, 'name' | 'health'>> = {},
): TestNode => {
  const answer = (step: NodeStep, sink: AnswerSink, isOver: () => boolean) => {
    const say = (status: number, body: string) => {
      sink.head(status, undefined, 1)
      if (!isOver()) sink.chunk(Buffer.from(body))
      if (!isOver()) sink.end()
    }
    if ('result' in step) return say(200, `{"jsonrpc":"2.0","id":1,"result":${step.result}}`)
    if ('error' in step) return say(200, `{"jsonrpc":"2.0","id":1,"error":${JSON.stringify(step.error)}}`)
    if ('status' in step) return say(step.status, step.body ?? '')
    if ('refused' in step) return sink.fail(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    if ('failure' in step) return sink.fail(step.failure)
    if (!('pieces' in step)) return
    sink.head(200, undefined, 1)
    const next = (index: number): void => {
      if (isOver()) return
      if (index === step.pieces.length) return sink.end()
      sink.chunk(Buffer.from(step.pieces[index]!))
      later(step.everyMs, () => next(index + 1))
    }
    next(0)
  }
  const node: TestNode = {
    asked: [],
    aborted: 0,
    step,
    upstream: quietUpstream(wallClock, name, {
      isPolled: false,
      transport: {
        exchange: (body, sink) => {
          node.asked.push(joined(body).toString())
          const step = typeof node.step === 'function' ? node.step(node.asked.length) : node.step
          let isOver = false
          const begin = () => {
            if (!isOver) answer(step, sink, () => isOver)
          }
          if (step.after === undefined) later(step.afterMs ?? 0, begin)
          else void step.after.then(begin)
          return {
            resume: () => {},
            abort: () => {
              if (!isOver) node.aborted += 1
              isOver = true
            },
          }
        },
        doubtIdle: () => {},
        close: async () => {},
      },
      ...more,
    }),
  }
  return node
}

/**
 * A test's changes of the forwarding, which by default is for eth_getStorageAt, hedged, without
 * judges or a partner.
 */
export interface ForwardWish {
  readonly method?: MethodName
  /** Makes the method a write. */
  readonly effect?: 'write'
  readonly partner?: TestNode
  readonly judges?: readonly Judge[]
  readonly hedging?: boolean
  readonly verifyPartner?: (call: ChargedCall, payload: Payload) => Promise<'proven' | 'unproven' | 'wrong'>
}

/** Returns the forward stage over some nodes, and the attempts and hedges that it reports. */
export const forwarding = (nodes: readonly TestNode[], wish: ForwardWish = {}) => {
  const budget = new ByteBudget(1 << 24)
  const hedging = wish.hedging === false ? undefined : new HedgeBudget()
  const told = { attempts: [] as string[], hedges: [] as string[] }
  const head = { known: undefined, finalized: undefined, newestServed: undefined }
  const row: MethodRow = { ...methods[wish.method ?? 'eth_getStorageAt'], ...(wish.effect && { effect: wish.effect }) }
  const setting: NetworkForwarding = {
    pool: new Pool(
      nodes.map(({ upstream }) => upstream),
      Date.now,
    ),
    partner: wish.partner?.upstream,
    maxUpstreamBytes: 1 << 22,
    budget,
    nowMs: Date.now,
    hedging,
    events: {
      attempt: (upstream, outcome) => void told.attempts.push(`${upstream.name} ${outcome}`),
      hedge: (outcome) => void told.hedges.push(outcome),
    },
  }
  const stage = forward(row, setting, {
    judges: wish.judges ?? [],
    needs: needsOf(row, head),
    verifyPartner: wish.verifyPartner,
  })
  /** One call with `timeoutMs` to go. */
  const callWith = (timeoutMs: number, more: CallWish = {}): ChargedCall => ({
    ...aCall({ method: row.name as MethodName, ...more }),
    deadlineMs: Date.now() + timeoutMs,
  })
  const ask = async (timeoutMs = 1_000, more: CallWish = {}): Promise<Reply> => stage(callWith(timeoutMs, more))
  return { ask, stage, callWith, budget, hedging, told }
}

/** Makes a number of calls, so that the forwarding knows how long they take. */
export const warmUp = async (ask: () => Promise<Reply>, calls = 24): Promise<void> => {
  const replies = await Promise.all(Array.from({ length: calls }, ask))
  for (const reply of replies) if (reply.error === undefined) reply.result.release()
}
