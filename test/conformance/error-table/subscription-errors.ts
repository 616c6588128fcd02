import type { ErrorName } from '../../../generated/errors.js'
import { callOf, post } from '../../support/gateway.js'
import { openSocket } from '../../support/web-socket.js'
import { errorOnWire } from './error-on-wire.js'
import type { ErrorWorld } from './error-setting.js'
import type { ProvokedError } from './request-errors.js'

type Wire = Parameters<typeof errorOnWire>[1]

const HEADS = callOf('eth_subscribe', ['newHeads'], 7)

/** Returns a row for an error that the last of some messages gets on a WebSocket. */
const row = (
  name: ErrorName,
  about: string,
  messages: readonly object[],
  error: Wire,
  { network = 'eth', plan = 'core' } = {},
): ProvokedError => ({
  name,
  about,
  provoke: async ({ gateway }) => {
    const socket = await openSocket(`${gateway.url}/${network}/ws/v3/${await gateway.addKey({}, { plan })}`)
    let last = ''
    for (const message of messages) last = await socket.ask(message)
    expect(JSON.parse(last)).toEqual({ jsonrpc: '2.0', id: 7, error: errorOnWire(name, error) })
    await socket.close()
  },
})

const overHttp = async ({ gateway }: ErrorWorld) => {
  const reply = await post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, HEADS)
  const error = errorOnWire('subscription-over-http', { code: -32601, message: 'notifications not supported' })
  expect([reply.status, reply.json]).toEqual([200, { jsonrpc: '2.0', id: 7, error }])
  expect(reply.headers.get('x-credits-cost')).toBe('0')
}

const unknownPoint = row(
  'resume-point-unknown',
  'a block that no node has',
  [callOf('eth_subscribe', ['newHeads', { after: { blockHash: `0x${'11'.repeat(32)}` } }], 7)],
  {
    code: -32602,
    message: 'the resume point is unknown: it is too old, or no node has its block',
    data: { reason: 'resume_point_unknown' },
  },
)

/** Errors of calls that begin or end subscriptions. */
export const subscriptionErrors: readonly ProvokedError[] = [
  { name: 'subscription-over-http', about: 'a POST has no way back for events', provoke: overHttp },
  row('unknown-subscription-kind', 'a kind of geth that there is not', [callOf('eth_subscribe', ['syncing'], 7)], {
    code: -32601,
    message: 'no "syncing" subscription in eth namespace',
  }),
  row('subscription-not-found-evm', 'an id of no subscription', [callOf('eth_unsubscribe', ['0x1'], 7)], {
    code: -32000,
    message: 'subscription not found',
  }),
  row('subscription-not-found-evm', 'a text that is no id', [callOf('eth_unsubscribe', ['newHeads'], 7)], {
    code: -32000,
    message: 'subscription not found',
  }),
  row(
    'subscription-not-found-solana',
    'an id of no subscription',
    [callOf('slotUnsubscribe', [1], 7)],
    { code: -32602, message: 'Invalid subscription id.' },
    { network: 'sol' },
  ),
  row(
    'too-many-subscriptions',
    'one more than the plan has',
    [HEADS, HEADS],
    { code: -33202, message: 'too many subscriptions', data: { scope: 'account', maxSubscriptions: 1 } },
    { plan: 'lonely' },
  ),
  {
    ...unknownPoint,
    provoke: async (world) => {
      world.source.refusal = { kind: 'resume-point-unknown' }
      await unknownPoint.provoke(world)
      world.source.refusal = undefined
    },
  },
]
