import type { EventSource } from '../event-stream.js'
import { NodeStreams } from './node-stream.js'
import { keyOfPending } from './result-facts.js'
import type { StreamNodes } from './stream-nodes.js'

/**
 * Pending transactions of an EVM network's nodes: hashes, or with the param `true` whole ones where
 * the nodes have them.
 */
export const pendingTransactions = (nodes: StreamNodes): EventSource => {
  const kind = { method: 'eth_subscribe', unsubscribe: 'eth_unsubscribe', state: 'every', keyOf: keyOfPending } as const
  const streams = new NodeStreams({ ...kind, before: ['newPendingTransactions'] }, nodes)
  return { open: ([isWhole], sink, owner) => streams.open(isWhole === true ? [true] : [], sink, owner) }
}
