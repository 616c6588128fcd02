import { document } from '../../../../generated/document.js'
import { methods } from '../../../../generated/methods.js'
import type { CompiledContract } from '../../../../src/contract/compiled-contract.js'
import type { ConnectedNetwork } from '../../../../src/server/gateway/connected-network.js'
import { ProcessStreams } from '../../../../src/server/gateway/streams/process-streams.js'
import type { PaidKind } from '../../../../src/server/subscriptions/prepaid-events.js'
import { anEntitlement } from '../../../support/accounts.js'
import { FakeCredits, FakeSource, fakeStreams } from '../../../support/event-streams.js'

const { eth_subscribe } = methods
const { subscription } = eth_subscribe
const events = { subscribed: () => {}, unsubscribed: () => {}, sent: () => {}, closing: () => {} }

/** The network under a contract in which events of pending transactions have these prices. */
const networks = (priceCredits: number, wholeCredits: number) => {
  const kinds = subscription!.kinds.flatMap((kind) =>
    kind.source === 'pending' ? { ...kind, priceCredits, priceIf: { param: 0, credits: wholeCredits } } : [],
  )
  const compiled: CompiledContract = {
    document,
    rows: [{ ...eth_subscribe, subscription: { ...subscription!, kinds } }],
    validators: 'return {}',
    shipped: [],
    components: {},
  }
  const connected = { network: { family: 'evm' } } as ConnectedNetwork
  return new Map([['main', { connected, compiled }]])
}

test('a reload changes the price of events that are paid for from then on, of each variant', () => {
  const opened: PaidKind[] = []
  const credits = new FakeCredits()
  const parts = fakeStreams(new FakeSource(), credits)
  const openCredits = (_: unknown, kind: PaidKind) => {
    opened.push(kind)
    return credits
  }
  const ofNetwork = () => events
  const streams = new ProcessStreams(
    { ...parts, openCredits },
    'secret',
    { ofNetwork, bug: () => {} },
    { afterTurn: setImmediate },
  )
  streams.serve(networks(2, 10))
  const kind = subscription!.kinds.find(({ source }) => source === 'pending')!
  for (const params of [[], [true]]) {
    const wanted = {
      method: 'eth_subscribe',
      subscriptionRow: subscription!,
      kind,
      params,
      identity: JSON.stringify(params),
      key: anEntitlement().key,
    }
    streams.of('main').creditsOf(anEntitlement, wanted)
  }
  const prices = () => opened.map((one) => one.priceCredits())
  expect(prices()).toEqual([2, 10])
  streams.serve(networks(3, 3))
  expect(prices()).toEqual([3, 3])
  const before = streams.of('main').generation
  streams.serve(networks(3, 3))
  expect(streams.of('main').generation).toBe(before)
  expect(new Set(opened.map(({ variant }) => variant)).size).toBe(2)
  // The network leaves the configuration: its connections are about to be closed.
  streams.serve(new Map())
  expect(prices()).toEqual([3, 3])
  // It is back, with other sources.
  streams.serve(networks(3, 3))
  expect(streams.of('main').generation).toBeGreaterThan(before)
})
