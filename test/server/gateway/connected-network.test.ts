import { parseConfig } from '../../../src/server/config/load.js'
import { connectNodes } from '../../../src/server/gateway/connected-network.js'
import { ByteBudget } from '../../../src/server/upstreams/byte-budget.js'
import { quietTransport } from '../../support/upstream.js'

const configOf = (pollMs: number) => `networks:
  eth: { family: evm, pollMs: ${pollMs}, hosts: [eth.localhost], upstreams: [{ name: node-1, url: "http://127.0.0.1:1" }] }
store: sqlite:./tollgate.db
plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }`

/** The number of doubts of idle connections after three failures, of the accounts in turn. */
const doubtsAfter = (reason: string, accounts: readonly string[], pollMs = 0): number => {
  let doubts = 0
  const file = { path: '/nowhere/tollgate.yaml', env: {}, fileExists: () => true }
  const { config } = parseConfig(configOf(pollMs), file)
  const { pool, close } = connectNodes(config!.networks.get('eth')!, {
    budget: new ByteBudget(1_000_000),
    nowMs: () => 0,
    connect: () => ({ ...quietTransport, doubtIdle: () => doubts++ }),
    events: { health: () => {}, firstAnswer: () => {} },
    onBlock: () => {},
    onHeadServed: () => {},
  })
  const { health } = pool.upstreams[0]!
  for (let count = 0; count < 3; count++) {
    health.begin()
    health.failed(reason, { account: accounts[count % accounts.length]!, method: 'eth_call' })
  }
  void close()
  return doubts
}

test('an unpolled node that is silent to several accounts has its idle connections closed', () => {
  expect(doubtsAfter('timed_out', ['a', 'b'])).toBe(1)
})

test('one that is silent to one account, or refuses, keeps them', () => {
  expect(doubtsAfter('timed_out', ['a'])).toBe(0)
  expect(doubtsAfter('econnreset', ['a', 'b'])).toBe(0)
})

test('one that is polled keeps them until its poll is silent: it may be slow for these calls alone', () => {
  expect(doubtsAfter('timed_out', ['a', 'b'], 60_000)).toBe(0)
})
