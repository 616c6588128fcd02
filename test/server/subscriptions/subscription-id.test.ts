import { SubscriptionIds } from '../../../src/server/subscriptions/subscription-id.js'

const PLACE = { keyId: 'key-1', network: 'main', method: 'eth_subscribe', identity: '["newHeads"]' }
const ids = new SubscriptionIds('secret')
const idOf = (change: Partial<typeof PLACE> = {}, number = 1, from = ids) =>
  from.idText('evm', from.baseOf({ ...PLACE, ...change }), number)

test('the same subscription of the same key has the same id in every process that has the secret', () => {
  expect(idOf()).toBe(idOf({}, 1, new SubscriptionIds('secret')))
  expect(idOf()).not.toBe(idOf({}, 1, new SubscriptionIds('another')))
})

test('another key, network, method, another params or number is another id', () => {
  const all = [
    idOf(),
    idOf({ keyId: 'key-2' }),
    idOf({ network: 'other' }),
    idOf({ method: 'x_subscribe' }),
    idOf({ identity: '["logs"]' }),
    idOf({}, 2),
  ]
  expect(new Set(all).size).toBe(all.length)
})

test("EVM's ids are at most 128 bits in hexadecimal without leading zeros, Solana's fit in a 32-bit integer", () => {
  const base = ids.baseOf(PLACE)
  for (let number = 1; number <= 2_000; number++) {
    expect(ids.idText('evm', base, number)).toMatch(/^"0x[1-9a-f][0-9a-f]{0,31}"$/)
    const id: number = JSON.parse(ids.idText('solana', base, number))
    expect(Number.isInteger(id) && id >= 0 && id <= 2_147_483_647).toBe(true)
  }
})
