import type { Ask } from '../networks/head.js'
import { Cancellation } from '../protocol/cancellation.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { Pool } from '../upstreams/pool.js'
import { UPSTREAM_ID } from './inspect.js'
import { send } from './send.js'

const ASK_TIMEOUT_MS = 3_000
/** A block without its transactions' bodies. */
const MAX_ANSWER_BYTES = 16_777_216

/** Makes the gateway's own small questions to a network's nodes (its head, a block's number): the parsed result of the first that answers. */
export const askNode =
  (pool: Pool, budget: ByteBudget): Ask =>
  async (method, params) => {
    const body = [Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: Number(UPSTREAM_ID), method, params }))]
    const limits = {
      timeoutMs: ASK_TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      canStream: false,
      stallMs: ASK_TIMEOUT_MS,
      budget,
    }
    for (const upstream of pool.candidates()) {
      const outcome = await send(upstream, body, limits, new Cancellation())
      if (outcome.kind === 'node-error') return undefined
      if (outcome.kind !== 'result') continue
      const text = Buffer.concat(outcome.payload.chunks).toString('utf8')
      outcome.payload.release()
      return JSON.parse(text) as unknown
    }
    return undefined
  }
