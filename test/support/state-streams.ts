import {
  BUILT_IN_DEFAULTS,
  type NodeStreamOptions,
  NodeStreams,
} from '../../src/server/subscriptions/sources/node-stream.js'
import { startedEach } from './started.js'
import { startStreamFixture } from './stream-nodes.js'
import { wakeUpOften } from './wake-up-often.js'

/** A public key, as the param of a subscription. */
export const KEY = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'

/** The event of an account's subscription, as a node writes it. */
export const accountAt = (slot: number, lamports: number) =>
  `{"context":{"slot":${slot}},"value":{"lamports":${lamports}}}`

/**
 * Two fake nodes, new for each test of the file, and streams of states over them. What is due every
 * second is done more often.
 */
export const stateStreams = () => {
  const fixture = startedEach(() => startStreamFixture(2))
  wakeUpOften()
  const streamsOf = (
    name: string,
    state: 'latest' | 'once',
    defaults: NodeStreamOptions['defaults'] = BUILT_IN_DEFAULTS,
  ) =>
    new NodeStreams({ method: `${name}Subscribe`, unsubscribe: `${name}Unsubscribe`, state, defaults }, fixture.nodes)
  const nodeInUse = () => fixture.fakes.find(({ openCount }) => openCount > 0)!
  return { fixture, streamsOf, nodeInUse }
}
