import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const HOUR_MS = 3_600_000

const node = started(() => startFakeUpstream(() => ({ hang: true })))

test('a clock that is set back does not prolong the drain', async () => {
  let aheadMs = 0
  const gateway = await startTestGateway({
    networks: { eth: { urls: [node.url] } },
    limits: { drainTimeoutMs: 200 },
    ports: { nowMs: () => Date.now() + aheadMs },
  })
  const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  const cut = post(url, callOf('eth_chainId')).catch((error: Error) => error.message)
  await expectSoon(() => node.requests.length, 1)
  let isStopped = false
  void gateway.stop().then(() => {
    isStopped = true
  })
  aheadMs = -HOUR_MS
  await expectSoon(() => isStopped, true)
  expect(await cut).toBe('fetch failed')
})
