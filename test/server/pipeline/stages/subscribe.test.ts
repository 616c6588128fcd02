import { methods } from '../../../../generated/methods.js'
import {
  type CallSubscriptions,
  eventPriceCredits,
  type SubscribeOutcome,
  trueParamsOf,
  type WantedSubscription,
} from '../../../../src/server/pipeline/call-subscriptions.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { permit } from '../../../../src/server/pipeline/stages/permit.js'
import { subscribe, unsubscribe } from '../../../../src/server/pipeline/stages/subscribe.js'
import { aCall, nextStage, textOf, verdictOf } from '../../../support/charged-call.js'

const { accountSubscribe, eth_subscribe, eth_unsubscribe, slotUnsubscribe } = methods
const ADDRESS = `0x${'5f'.repeat(20)}`
const openedSubscription = { begin: () => {}, end: () => {} }

/** Subscriptions of a WebSocket that keep what they are asked for. */
const connection = (
  outcome: SubscribeOutcome = { kind: 'subscribed', idText: '"0x1f"', subscription: openedSubscription },
) => {
  const wanted: WantedSubscription[] = []
  const ended: unknown[][] = []
  const subscriptions: CallSubscriptions = {
    subscribe: async (one) => {
      wanted.push(one)
      return outcome
    },
    unsubscribe: (method, id) => ended.push([method, id]) > 0 && id === '0x1f',
  }
  const callOf = (...about: Parameters<typeof aCall>): ChargedCall => {
    const call = aCall(...about)
    return { ...call, caller: { ...call.caller, subscriptions } }
  }
  return { wanted, ended, callOf }
}
const wantedBy = async (params: readonly unknown[], method: 'eth_subscribe' | 'accountSubscribe' = 'eth_subscribe') => {
  const { wanted, callOf } = connection()
  await subscribe(methods[method], methods[method].subscription!)(callOf({ method, params }))
  return wanted[0]!
}

test('the reply has the id, costs like an answer of a node, and carries what was opened', async () => {
  const { callOf } = connection()
  const reply = await subscribe(eth_subscribe, eth_subscribe.subscription!)(callOf({ params: ['newHeads'] }))
  expect(textOf(reply)).toBe('"0x1f"')
  expect(reply).toMatchObject({ servedBy: 'upstream', openedSubscription })
})

test('a kind is found by the first param, whose own params stand behind it', async () => {
  expect(await wantedBy(['logs', { address: ADDRESS }])).toMatchObject({
    method: 'eth_subscribe',
    kind: { name: 'logs', source: 'logs' },
    params: [{ address: ADDRESS }],
  })
  const params = ['7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q']
  expect(await wantedBy(params, 'accountSubscribe')).toMatchObject({ kind: { name: 'accountNotification' }, params })
})

test('whole pending transactions have their own price', async () => {
  const priceOf = async (...params: unknown[]) => {
    const wanted = await wantedBy(['newPendingTransactions', ...params])
    return eventPriceCredits(wanted.kind, trueParamsOf(wanted.params))
  }
  expect([await priceOf(), await priceOf(false), await priceOf(true)]).toEqual([2, 2, 10])
})

test('subscriptions that differ in nothing but letter case and resume point are the same on EVM', async () => {
  const after = { after: { blockHash: `0x${'11'.repeat(32)}` } }
  const identityOf = async (...params: unknown[]) => (await wantedBy(params)).identity
  expect(await identityOf('newHeads', after)).toBe(await identityOf('newHeads'))
  expect(await identityOf('logs', { address: '0xAB' }, after)).toBe(await identityOf('logs', { address: '0xab' }))
  expect(await identityOf('logs', { address: '0xAB' })).not.toBe(await identityOf('logs', {}))
  expect(await identityOf('logs', {}, after)).toBe(await identityOf('logs'))
  expect(await identityOf('logs', {})).not.toBe(await identityOf('newHeads'))
  const [one, other] = [await wantedBy(['A'], 'accountSubscribe'), await wantedBy(['a'], 'accountSubscribe')]
  expect(one.identity).not.toBe(other.identity)
})

test.each<[SubscribeOutcome, string]>([
  [{ kind: 'too-many', scope: 'account', maxSubscriptions: 7 }, 'too-many-subscriptions'],
  [{ kind: 'not-offered' }, 'method-unavailable'],
  [{ kind: 'no-node' }, 'no-upstream'],
  [{ kind: 'cut-off' }, 'bad-upstream-answer'],
  [{ kind: 'no-room' }, 'overloaded'],
  [{ kind: 'params-too-long' }, 'invalid-params'],
  [{ kind: 'resume-point-unknown' }, 'resume-point-unknown'],
  [{ kind: 'node-error', code: -32602, message: 'no', bytes: Buffer.from('{}') }, 'node error'],
  [{ kind: 'node-error', code: -32601, message: 'no', bytes: Buffer.from('{}') }, 'method-unavailable'],
])('%j becomes %s', async (outcome, name) => {
  const { callOf } = connection(outcome)
  const stage = subscribe(eth_subscribe, eth_subscribe.subscription!)
  expect(await verdictOf(stage(callOf({ params: ['newHeads'] })))).toBe(name)
})

test('a kind that no node gives is named, because other kinds may be there', async () => {
  const { callOf } = connection({ kind: 'not-offered' })
  const messageOf = async (row: typeof eth_subscribe | typeof accountSubscribe, params: readonly unknown[]) =>
    (await subscribe(row, row.subscription!)(callOf({ params }))).error?.message
  const message = (what: string) => `the method ${what} does not exist/is not available: no node of this network has it`
  expect(await messageOf(eth_subscribe, ['newPendingTransactions'])).toBe(
    message('eth_subscribe newPendingTransactions'),
  )
  expect(await messageOf(accountSubscribe, ['A'])).toBe(message('accountSubscribe'))
})

test('an unsubscription is free, and refused for an unknown id in the words of the family', async () => {
  const { callOf, ended } = connection()
  const reply = await unsubscribe(eth_unsubscribe)(callOf({ params: ['0x1f'] }))
  expect([textOf(reply), reply.servedBy]).toEqual(['true', 'nobody'])
  expect(await verdictOf(unsubscribe(eth_unsubscribe)(callOf({ params: ['0x2'] })))).toBe('subscription-not-found-evm')
  expect(await verdictOf(unsubscribe(slotUnsubscribe)(callOf({ params: [17] })))).toBe('subscription-not-found-solana')
  expect(ended).toEqual([
    ['eth_unsubscribe', '0x1f'],
    ['eth_unsubscribe', '0x2'],
    ['slotUnsubscribe', 17],
  ])
})

test('over HTTP there are none', async () => {
  const stages = [subscribe(eth_subscribe, eth_subscribe.subscription!), unsubscribe(eth_unsubscribe)]
  for (const stage of stages)
    expect(await verdictOf(stage(aCall({ params: ['newHeads'] })))).toBe('subscription-over-http')
})

describe('permit', () => {
  const verdict = (
    key: object,
    params: readonly unknown[],
    method: 'eth_subscribe' | 'eth_unsubscribe' = 'eth_subscribe',
  ) => {
    const alsoBy = method === 'eth_unsubscribe' ? ['eth_subscribe'] : []
    return verdictOf(permit(methods[method], alsoBy, nextStage().next)(aCall({ key, method, params })))
  }

  test('lets a key limited to methods subscribe and unsubscribe if eth_subscribe is among them', async () => {
    const key = { allowedMethods: ['eth_subscribe'] }
    expect(await verdict(key, ['newHeads'])).toBe('answered')
    expect(await verdict(key, ['0x1'], 'eth_unsubscribe')).toBe('answered')
    expect(await verdict({ allowedMethods: ['eth_chainId'] }, ['newHeads'])).toBe('allowlist-refused')
    expect(await verdict({ allowedMethods: ['eth_chainId'] }, ['0x1'], 'eth_unsubscribe')).toBe('allowlist-refused')
  })

  test.each<[string, readonly unknown[], string]>([
    ['heads', ['newHeads'], 'answered'],
    ['logs of its contracts', ['logs', { address: [ADDRESS], topics: [] }], 'answered'],
    ['logs of its contracts, from a resume point', ['logs', { address: ADDRESS }, { after: {} }], 'answered'],
    ['logs of others, too', ['logs', { address: [ADDRESS, `0x${'60'.repeat(20)}`] }], 'allowlist-refused'],
    ['all logs', ['logs'], 'allowlist-refused'],
    ['all logs of a topic', ['logs', { topics: [`0x${'11'.repeat(32)}`] }], 'allowlist-refused'],
    ['pending transactions', ['newPendingTransactions'], 'allowlist-refused'],
    ['whole pending transactions', ['newPendingTransactions', true], 'allowlist-refused'],
  ])('of a key limited to contracts, which asks for %s', async (_about, params, expected) => {
    expect(await verdict({ allowedContracts: [ADDRESS] }, params)).toBe(expected)
  })
})
