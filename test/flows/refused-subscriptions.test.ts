import { Connection, PublicKey } from '@solana/web3.js'
import { createSolanaFixture, type SolanaFixture } from '../../src/tools/demo/solana-fixture.js'
import { startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

/**
 * @solana/web3.js 1, unmodified: it repeats a refused subscription at once, whatever the error, and
 * connects again after each close.
 */
const surfpool = started(() => startSurfpool())
const node = started(() => startFakeSocketNode())
let world: SolanaFixture
beforeAll(async () => {
  world = await createSolanaFixture(surfpool)
  node.answer(() => ({ error: { code: -32091, message: 'not implemented yet' } }))
})
const gateway = started(() => {
  const networkOf = (wsUrl: string) => ({
    family: 'solana' as const,
    upstreams: [{ name: 'node', url: surfpool.url, wsUrl }],
  })
  return startTestGateway({
    networks: {
      exhausted: networkOf(node.url),
      forbidden: networkOf(node.url),
      refusing: networkOf(node.url),
      dead: networkOf('ws://127.0.0.1:9'),
    },
    plans: {
      core: { dailyCredits: 3_000_000, creditsPerSecond: 500, burstSeconds: 1 },
      // A subscription costs 5.
      poor: { dailyCredits: 4, creditsPerSecond: 500, burstSeconds: 1 },
    },
  })
})

const { error } = console
beforeAll(() => {
  // The client prints each refusal.
  console.error = () => {}
})
afterAll(() => {
  console.error = error
})

/**
 * Watches an account until the gateway has closed three connections. Returns what the gateway
 * logged about these, and the status of a call over HTTP.
 */
const watch = async (network: string, plan = 'core', key = {}) => {
  const linesOf = (about: string, lines = gateway.logLines) =>
    lines.filter((line) => line.message === about && line.network === network)
  const closesFor = (why: string) => linesOf('websocket closed').filter(({ reason }) => reason === why)
  const keyText = await gateway.addKey(key, { plan })
  const url = httpUrl(gateway, network, keyText)
  const connection = new Connection(url, { wsEndpoint: wsUrl(gateway, network, keyText) })
  const listener = connection.onAccountChange(new PublicKey(world.tokenAccount), () => {})
  await expectSoon(() => closesFor('subscription_repeated').length >= 3, true, 20_000)
  // The client may have connected for the fourth time by now. It also sends a ping every five
  // seconds, which is no call.
  const closes = closesFor('subscription_repeated').slice(0, 3)
  const ends = closes.map((close) => gateway.logLines.indexOf(close))
  const callsOfEach = ends.map((end, index) => linesOf('call', gateway.logLines.slice(ends[index - 1] ?? 0, end)))
  const calls = callsOfEach.flat()
  const { status } = await post(url, callOf('getTokenAccountBalance', [world.tokenAccount]))
  await connection.removeAccountChangeListener(listener)
  // The client closes a connection that it does not need.
  await expectSoon(() => closesFor('by_caller').length, 1)
  return {
    outcomes: [...new Set(calls.map(({ outcome }) => outcome))],
    callsOfEach: callsOfEach.map(({ length }) => length),
    costCredits: calls.reduce((sum, { costCredits }) => sum + Number(costCredits), 0),
    statusOverHttp: status,
  }
}

test('it asks ten times, then twice a connection, whatever the error, and its calls over HTTP are answered', async () => {
  const [exhausted, forbidden, refusing, dead] = await Promise.all([
    watch('exhausted', 'poor'),
    watch('forbidden', 'core', { allowedMethods: ['getTokenAccountBalance'] }),
    watch('refusing'),
    watch('dead'),
  ])
  const callsOfEach = [10, 2, 2]
  const free = { callsOfEach, costCredits: 0 }
  expect(exhausted).toEqual({ ...free, outcomes: ['daily-credits-exhausted'], statusOverHttp: 402 })
  expect(forbidden).toEqual({ ...free, outcomes: ['allowlist-refused'], statusOverHttp: 200 })
  expect(refusing).toEqual({ callsOfEach, outcomes: ['node_error'], costCredits: 70, statusOverHttp: 200 })
  expect(dead).toEqual({ ...free, outcomes: ['no-upstream'], statusOverHttp: 200 })
})
