import { join } from 'node:path'
import { FakeCredits, FakeSource, fakeStreams } from '../support/event-streams.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { startPostgres } from '../support/postgres.js'
import { started, startedEach, temporaryFolder } from '../support/started.js'
import { resultIn, SUBSCRIBE } from '../support/stream-gateway.js'
import { openSocket } from '../support/web-socket.js'

const folder = temporaryFolder()
const node = startedEach(() =>
  startFakeUpstream(({ json }) => ({ resultText: json.params[0] === '0x7' ? '["0x1"]' : '"0x7"' })),
)

const running: TestGateway[] = []
afterEach(async () => {
  for (const gateway of running.splice(0)) await gateway.stop()
})

/** A gateway with one node and no `stateSecret`. */
const startOn = async (store: string): Promise<TestGateway> => {
  const gateway = await startTestGateway({
    networks: { main: { urls: [node.url] } },
    streams: fakeStreams(new FakeSource(), new FakeCredits()),
    contracts: ['ethereum'],
    more: { store, stateDir: join(folder, 'state') },
  })
  running.push(gateway)
  return gateway
}

const subscriptionId = async ({ url }: TestGateway, key: string): Promise<string> => {
  const socket = await openSocket(`${url}/main/ws/v3/${key}`)
  const id = resultIn(await socket.ask(SUBSCRIBE))
  await socket.close()
  return id
}
const ask = async ({ url }: TestGateway, key: string, method: string, params: unknown[] = []) =>
  (await post(`${url}/main/v3/${key}`, callOf(method, params))).json

test('a subscription and a filter keep their ids over a restart on one SQLite file', async () => {
  const store = `sqlite:${join(folder, 'kept.db')}`
  const before = await startOn(store)
  const key = await before.addKey()
  const subscription = await subscriptionId(before, key)
  const filter = (await ask(before, key, 'eth_newBlockFilter')).result
  await running.pop()!.stop()
  const after = await startOn(store)
  expect(await subscriptionId(after, key)).toBe(subscription)
  expect(subscription).toMatch(/^0x/)
  expect(await ask(after, key, 'eth_getFilterChanges', [filter])).toMatchObject({ result: ['0x1'] })
})

describe('on one PostgreSQL store', () => {
  const postgres = started(() => startPostgres())

  test('two gateways give the same ids, and each serves the filters of the other by default', async () => {
    const address = await postgres.createDatabase('kept')
    const [one, other] = await Promise.all([startOn(address), startOn(address)])
    const key = await one.addKey()
    const subscription = await subscriptionId(one, key)
    expect(subscription).toMatch(/^0x/)
    expect(await subscriptionId(other, key)).toBe(subscription)
    for (const [maker, reader] of [
      [one, other],
      [other, one],
    ] as const) {
      const filter = (await ask(maker, key, 'eth_newBlockFilter')).result
      expect(filter).toMatch(/^0x[0-9a-f]{20,}$/)
      expect(await ask(reader, key, 'eth_getFilterChanges', [filter])).toMatchObject({ result: ['0x1'] })
    }
  })
})
