import type { Authenticated } from '../../pipeline/stage.js'
import { ConnectionSubscriptions } from '../../subscriptions/connection-subscriptions.js'
import type { DeliverySocket } from '../../subscriptions/event-delivery.js'
import type { ListenerDeps } from '../listener-deps.js'
import type { WebSocketWriter } from './websocket-writer.js'

/** Makes the subscriptions of one WebSocket, whose events are written as its replies are. */
export const subscriptionsOf = (
  deps: ListenerDeps,
  caller: () => Authenticated,
  writer: WebSocketWriter,
  close: DeliverySocket['close'],
): ConnectionSubscriptions => {
  const { network, entitlement } = caller()
  const { account, share } = entitlement
  const { ids, turns, of } = deps.streams
  return new ConnectionSubscriptions({
    network,
    entitlement: () => caller().entitlement,
    accountId: account.id,
    ids,
    turns,
    streams: of(network.name),
    count: deps.counts.subscriptions,
    memory: {
      take: (bytes) => deps.budget.take(bytes, share, true),
      giveBack: (bytes) => deps.budget.giveBack(bytes, share),
    },
    limits: () => deps.limits,
    nowMs: deps.nowMs,
    socket: {
      send: (chunks, whenDone) => writer.send({ chunks, release: () => {} }, share, whenDone, true),
      close,
      cut: () => writer.cut('slow_reader'),
      bug: (error) => {
        deps.observer.bug(error, '')
        writer.cut('broken_answer')
      },
    },
  })
}
