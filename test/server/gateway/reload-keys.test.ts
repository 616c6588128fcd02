import { StoreAway } from '../../../src/server/accounts/store-away.js'
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

let node: FakeUpstream
let gateway: TestGateway
let callUrl: string

const setting = (more: Omit<TestSetting, 'networks'> = {}): TestSetting => ({
  networks: { main: { urls: [node.url] } },
  ...more,
})

beforeEach(async () => {
  node = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  gateway = await startTestGateway(setting())
  callUrl = `${gateway.url}/main/v3/${await gateway.addKey()}`
})
afterEach(async () => {
  await gateway.stop()
  await node.stop()
})

const reload = async (next: TestSetting) =>
  gateway.reload(await readWholeConfig(gateway.configText(next), gateway.folder))
const status = async () => (await post(callUrl, STORAGE_CALL)).status

test('a reload that leaves the plans alone keeps what is known of keys, so a store that is away refuses nobody', async () => {
  expect(await status()).toBe(200)
  jest.spyOn(gateway.accounts, 'findByKeyHash').mockRejectedValue(new StoreAway('the store does not answer'))
  await reload(setting({ limits: { maxBatch: 7 } }))
  expect(await status()).toBe(200)
})

test('a reload that changes a plan applies to keys that are known', async () => {
  expect(await status()).toBe(200)
  await reload(setting({ plans: { core: { dailyCredits: 80, creditsPerSecond: 500 } } }))
  expect(await status()).toBe(402)
})
