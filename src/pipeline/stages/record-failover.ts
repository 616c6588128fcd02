import type { Forwarded } from '../../jsonrpc/reply.js'
import type { Answer, Charged } from '../stage.js'

/**
 * Keeps a record of every call that went to the partner, for its own account: stands above the stage that asks once for many.
 *
 * Source  docs/specification.md, "Failover and upstreams": every forwarded call is recorded
 */
export const recordForwarded =
  (onForwarded: (call: Charged, forwarded: Forwarded) => void, next: Answer<Charged>): Answer<Charged> =>
  async (call) => {
    const reply = await next(call)
    if (reply.forwarded !== undefined) onForwarded(call, reply.forwarded)
    return reply
  }
