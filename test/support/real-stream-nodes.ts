import { askBytes } from '../../src/server/pipeline/forward/ask-node.js'
import { StreamNodes } from '../../src/server/subscriptions/sources/stream-nodes.js'
import { ByteBudget } from '../../src/server/upstreams/byte-budget.js'
import { Pool } from '../../src/server/upstreams/pool.js'
import { createHttpTransport } from '../../src/server/upstreams/transport/http-transport.js'
import { deliveryTurns } from './delivery-turns.js'
import { quietUpstream } from './upstream.js'

/** A real node as the source of streams. */
export const realStreamNodes = (node: { readonly url: string; readonly wsUrl: string }) => {
  const clock = {
    get nowMs() {
      return Date.now()
    },
  }
  const transport = createHttpTransport(node.url, { maxConnections: 2, maxWaiting: 10 })
  const pool = new Pool([quietUpstream(clock, 'real', { transport })], () => clock.nowMs)
  const nodes = new StreamNodes(
    { pool, upstreams: [{ name: 'real', url: node.url, wsUrl: node.wsUrl }] },
    {
      maxMessageBytes: () => 10_000_000,
      maxCallBytes: 16_384,
      nowMs: () => clock.nowMs,
      stopwatchMs: () => clock.nowMs,
      turns: deliveryTurns(),
      bug: (error) => {
        throw error
      },
      chance: () => 0,
      ask: askBytes(new ByteBudget(67_108_864)),
    },
  )
  return {
    nodes,
    stop: async () => {
      nodes.close()
      await pool.close()
    },
  }
}
