import type { EventSink, EventSource, EventStream } from '../../src/server/subscriptions/event-stream.js'
import { StreamNodes, type StreamNodesOptions } from '../../src/server/subscriptions/sources/stream-nodes.js'
import type { AskedBytes } from '../../src/server/upstreams/poll/asked.js'
import { Pool } from '../../src/server/upstreams/pool.js'
import { deliveryTurns } from './delivery-turns.js'
import { anOwner } from './event-streams.js'
import { type FakeSocketNode, startFakeSocketNode } from './fake-socket-node.js'
import { type QuietUpstream, quietUpstream } from './upstream.js'

/** The longest message to a fake node, as on Solana. */
export const MAX_CALL_BYTES = 4_096

/**
 * Fake nodes, as sources of streams, and a clock: a test can skip a time, or set the clock alone.
 */
export interface StreamFixture {
  readonly nodes: StreamNodes
  readonly fakes: readonly FakeSocketNode[]
  readonly upstreams: readonly QuietUpstream[]
  readonly clock: { readonly nowMs: number; skip(ms: number): void; setForward(ms: number): void }
  /** Calls over HTTP, as `name method`. */
  readonly asked: string[]
  readonly bugs: unknown[]
  /**
   * What calls over HTTP are answered with: the JSON of a result, the code of an error, or
   * undefined for silence.
   */
  read: (method: string, name: string, params: readonly unknown[]) => string | number | undefined
  /** Pool and WebSockets of these nodes, as after a reload. */
  only(...indexes: number[]): StreamNodesOptions
  /** As `only`, with a header for each WebSocket. */
  withToken(token: string, ...indexes: number[]): StreamNodesOptions
  /** All nodes, with new connections; the old ones answer no more. */
  reconnected(): StreamNodesOptions
  stop(): Promise<void>
}

/** Starts `count` nodes, at most three, named a, b and c. */
export const startStreamFixture = async (count: number): Promise<StreamFixture> => {
  let aheadMs = 0
  let skippedMs = 0
  const clock = {
    get nowMs() {
      return Date.now() + aheadMs
    },
    skip: (ms: number) => {
      aheadMs += ms
      skippedMs += ms
      // Else a WebSocket that is looked at just now would have been silent for that long.
      for (const fake of fakes) fake.ping()
    },
    setForward: (ms: number) => {
      aheadMs += ms
    },
  }
  const fakes = await Promise.all(Array.from({ length: count }, () => startFakeSocketNode()))
  const upstreams = fakes.map((_, index) => quietUpstream(clock, 'abc'[index]!))
  const asked: string[] = []
  const closed = new Set<object>()
  const only = (...indexes: number[]) => ({
    pool: new Pool(
      indexes.map((index) => upstreams[index]!),
      () => clock.nowMs,
    ),
    upstreams: indexes.map((index) => {
      const { name } = upstreams[index]!
      return { name, url: `http://${name}.test`, wsUrl: fakes[index]!.url }
    }),
  })
  const nodes = new StreamNodes(only(...fakes.keys()), {
    maxMessageBytes: () => 1_000_000,
    maxCallBytes: MAX_CALL_BYTES,
    nowMs: () => clock.nowMs,
    stopwatchMs: () => performance.now() + skippedMs,
    turns: deliveryTurns(),
    chance: () => 0,
    bug: (error) => void fixture.bugs.push(error),
    ask: async (upstream, method, params): Promise<AskedBytes> => {
      const { name } = upstream
      if (closed.has(upstream)) return { kind: 'silent', reason: 'transport_closed' }
      asked.push(`${name} ${method}`)
      const answer = fixture.read(method, name, params)
      if (typeof answer === 'number') return { kind: 'node-error', code: answer, message: 'an error' }
      if (answer === undefined) return { kind: 'silent', reason: 'timed_out' }
      return { kind: 'result', bytes: Buffer.from(answer) }
    },
  })
  const fixture: StreamFixture = {
    nodes,
    fakes,
    upstreams,
    clock,
    asked,
    read: () => undefined,
    bugs: [],
    only,
    withToken: (token, ...indexes) => {
      const { pool, upstreams } = only(...indexes)
      return { pool, upstreams: upstreams.map((one) => ({ ...one, headers: { Authorization: token } })) }
    },
    reconnected: () => {
      for (const upstream of upstreams) closed.add(upstream)
      const next = upstreams.map(({ name }) => quietUpstream(clock, name))
      return { ...only(...fakes.keys()), pool: new Pool(next, () => clock.nowMs) }
    },
    stop: async () => {
      nodes.close()
      await Promise.all(fakes.map((fake) => fake.stop()))
    },
  }
  return fixture
}

/** A sink that keeps what it is given: results, and how the stream ended. */
export const keepingSink = (): EventSink & { readonly results: string[]; readonly ends: string[] } => {
  const results: string[] = []
  const ends: string[] = []
  return {
    results,
    ends,
    connection: results,
    event: ({ result }) => void results.push(Buffer.from(result, 'latin1').toString('utf8')),
    finished: () => void ends.push('finished'),
    broken: (why) => void ends.push(why),
  }
}

/** Opens a stream for one account, which must not be refused. */
export const opened = async (
  source: EventSource,
  params: readonly unknown[],
  sink: EventSink,
): Promise<EventStream> => {
  const stream = await source.open(params, sink, anOwner('account-1'))
  if ('kind' in stream) throw new Error(`not open: ${stream.kind}`)
  return stream
}

/** The event of a subscription of logs, as a Solana node writes it. */
export const logsAt = (slot: number, signature: string, version = '1') =>
  `{"context":{"apiVersion":"${version}","slot":${slot}},"value":{"signature":"${signature}","err":null,"logs":[]}}`
