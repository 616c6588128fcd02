import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { expectSoon } from '../../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import {
  post,
  readWholeConfig,
  STORAGE_CALL,
  startTestGateway,
  type TestGateway,
  type TestSetting,
} from '../../support/gateway.js'

const { jest } = import.meta

const WORD = `"0x${'0'.repeat(63)}7"`
/** The time limit of the call, and of all other methods of the built-in contract. */
const LONGEST_CALL_MS = 10_000

let dying: FakeUpstream
let well: FakeUpstream
let gateway: TestGateway
let callUrl: string
let die: () => void

const setting = (maxLag: number, limits = {}) => ({
  limits,
  admin: { token: ADMIN_TOKEN },
  networks: {
    main: {
      upstreams: [
        { name: 'dying', url: dying.url },
        { name: 'well', url: well.url, weight: 0 },
      ],
      hedging: false,
      maxLag,
    },
  },
})

beforeEach(async () => {
  const dies = new Promise<void>((resolve) => {
    die = resolve
  })
  dying = await startFakeUpstream(() => dies.then(() => ({ destroy: true })))
  well = await startFakeUpstream(() => ({ resultText: WORD }))
  gateway = await startTestGateway(setting(5))
  callUrl = `${gateway.url}/main/v3/${await gateway.addKey()}`
})
afterEach(async () => {
  await gateway.stop()
  await Promise.all([dying.stop(), well.stop()])
})

const reload = async (next: TestSetting) =>
  gateway.reload(await readWholeConfig(gateway.configText(next), gateway.folder))

test('a call in flight retries on another node after a reload changed its network', async () => {
  const reply = post(callUrl, STORAGE_CALL)
  await expectSoon(() => dying.requests.length, 1)
  await reload(setting(6))
  die()
  expect((await reply).text).toContain(WORD)
})

test('a call in flight counts at its node after a reload, and retries on none that was cordoned since', async () => {
  const ask = async (method: string, params = {}) => (await callApi(gateway.adminUrl, method, params)).json.result
  const inFlight = async () => (await ask('upstreams')).map((row: { inFlight: number }) => row.inFlight)
  const reply = post(callUrl, STORAGE_CALL)
  await expectSoon(() => dying.requests.length, 1)
  await reload(setting(6))
  expect(await inFlight()).toEqual([1, 0])
  await ask('upstreams.cordon', { name: 'well' })
  die()
  expect((await reply).status).toBe(503)
  expect([well.requests.length, await inFlight()]).toEqual([0, [0, 0]])
})

test('the nodes of a changed network are disconnected when no call can need them', async () => {
  die()
  await post(callUrl, STORAGE_CALL)
  const next = await readWholeConfig(gateway.configText(setting(6)), gateway.folder)
  expect(well.openConnectionCount).toBe(1)
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate', 'setInterval'] })
  try {
    gateway.reload(next)
    jest.advanceTimersByTime(LONGEST_CALL_MS - 1)
    expect(well.openConnectionCount).toBe(1)
    jest.advanceTimersByTime(1)
  } finally {
    jest.useRealTimers()
  }
  await expectSoon(() => well.openConnectionCount, 0)
})

test('a call in flight is cut after the drain time of the newest configuration', async () => {
  const reply = post(callUrl, STORAGE_CALL)
  await expectSoon(() => dying.requests.length, 1)
  await reload(setting(5, { drainTimeoutMs: 0 }))
  // Within the drain time that was set before, the call would be answered.
  const cut = expect(reply).rejects.toThrow('fetch failed')
  await gateway.stop()
  await cut
})
