import type { DeliveryTurns } from '../../subscriptions/delivery-turns.js'
import type { Follower } from '../../subscriptions/followed-block.js'
import { BlockEvents } from '../../subscriptions/sources/block-events.js'
import { headsSource } from '../../subscriptions/sources/heads.js'
import { logsSource } from '../../subscriptions/sources/logs.js'
import type { NetworkSources, StreamParts } from './network-streams.js'

/** The sources of an EVM network's blocks. */
export const blockSources = (follower: Follower, turns: DeliveryTurns): Pick<NetworkSources, 'find'> => {
  const events = new BlockEvents(turns)
  const heads = headsSource(follower, events)
  const logs = logsSource(follower, events)
  return {
    find: ({ kind: { source } }) => {
      if (source === 'heads') return heads
      return source === 'logs' ? logs : undefined
    },
  }
}

/** The parts of a process's streams. */
export const networkStreamParts = (): StreamParts => ({
  openSources: () => ({ find: () => undefined, connect: () => {}, close: () => {} }),
  openCredits: () => {
    throw new Error('no source opens a stream')
  },
})
