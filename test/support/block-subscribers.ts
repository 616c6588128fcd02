import { setImmediate as turnEnd } from 'node:timers/promises'
import type { StreamRefusal } from '../../src/server/pipeline/call-subscriptions.js'
import type { EventSink, EventStream, StreamEvent } from '../../src/server/subscriptions/event-stream.js'
import { BlockEvents } from '../../src/server/subscriptions/sources/block-events.js'
import { blockSources } from '../../src/server/subscriptions/sources/block-source.js'
import { deliveryTurns } from './delivery-turns.js'
import { anOwner } from './event-streams.js'
import { addressOf, aLog, FakeFollower } from './followed-blocks.js'

/** The name of a subscriber whose events find a bug. */
export const PLANTED = 'planted'

/**
 * Sources of heads and logs over a follower that the test directs. `open` subscribes under a name;
 * `delivered` returns what came since, as `name event`.
 */
export const blockSubscribers = () => {
  const follower = new FakeFollower()
  const bugs: unknown[] = []
  const events = new BlockEvents(deliveryTurns(undefined, (bug) => void bugs.push(bug)))
  const sources = blockSources(follower, events)
  const received: string[] = []
  const sinkOf = (name: string, connection: object): EventSink => ({
    connection,
    event: ({ result }: StreamEvent) => {
      if (name === PLANTED) throw new Error(name)
      received.push(`${name} ${shortOf(result)}`)
    },
    finished: () => void received.push(`${name} finished`),
    broken: (why) => void received.push(`${name} ${why}`),
  })
  const one = {}
  const open = (
    name: string,
    kind: 'heads' | 'logs',
    params: readonly unknown[] = [],
    owner = 'account-1',
    connection: object = one,
  ) => sources[kind].open(params, sinkOf(name, connection), anOwner(owner))
  /** Waits for so many events, and for turns in which one too many would come. */
  const delivered = async (atLeast = 0) => {
    while (received.length < atLeast) await turnEnd()
    for (let turn = 0; turn < 20; turn++) await turnEnd()
    return received.splice(0)
  }
  return { follower, open, delivered, bugs }
}

/** A head as its number; a log as the end of its address and its index, with `-` if removed. */
const shortOf = (result: string): string => {
  const { number, address, logIndex, removed } = JSON.parse(result)
  return address === undefined ? `head ${number}` : `${removed ? '-' : '+'}${address.slice(-1)}.${Number(logIndex)}`
}
/** The stream, which must be open. */
export const streamOf = (opened: EventStream | StreamRefusal): EventStream => {
  if ('kind' in opened) throw new Error(opened.kind)
  return opened
}
export const logAt = (address: number, logIndex: number) => aLog({ address: addressOf(address), logIndex })
/** Params that want the logs of an address. */
export const filterOf = (address: number) => [{ address: addressOf(address) }]
