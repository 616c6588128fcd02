import type { NetworkEvents } from '../network-events.js'
import type { Answer, Charged } from '../stage.js'

/**
 * Keeps a record of every call that went to the partner, for its own account: stands above the stage that asks once for many.
 *
 * Source  docs/specification.md, "Failover and upstreams": every forwarded call is recorded
 */
export const recordForwarded =
  (events: Pick<NetworkEvents, 'forwarded'>, next: Answer<Charged>): Answer<Charged> =>
  async (call) => {
    const reply = await next(call)
    if (reply.forwarded !== undefined) events.forwarded(call, reply.forwarded)
    return reply
  }
