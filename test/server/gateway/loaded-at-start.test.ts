import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { ADMIN_TOKEN } from '../../support/admin-api.js'

const loaded: string[] = []
const router = { createAdminRouter: () => void loaded.push('admin router') }
jest.unstable_mockModule('../../../src/server/admin/router.js', () => {
  // Longer than a poll may take. The first test loads it.
  for (const endMs = performance.now() + 1_200; performance.now() < endMs; );
  return router
})
jest.unstable_mockModule('@simplewebauthn/server', () => {
  loaded.push('passkeys')
  return {}
})
const { startTestGateway } = await import('../../support/gateway.js')
const { startFakeUpstream } = await import('../../support/fake-upstream.js')
const { until } = await import('../../support/workers.js')

afterEach(() => void loaded.splice(0))

const networks = { eth: { urls: ['http://127.0.0.1:9'] } }
const loadedAtStart = async (more: object): Promise<string[]> => {
  const gateway = await startTestGateway({ networks, ...more })
  await gateway.stop()
  return [...loaded]
}

test('what takes the event loop for long is loaded before nodes are polled: none counts as down', async () => {
  const block = { number: '0x5', hash: `0x${'5'.repeat(64)}`, parentHash: `0x${'4'.repeat(64)}`, timestamp: '0x1' }
  const node = await startFakeUpstream(async () => {
    // As long as a connection takes to open: some rounds of reading after a stall.
    await pause(100)
    for (let round = 0; round < 5; round++) await nextTurn()
    return { resultText: JSON.stringify(block) }
  })
  const network = { urls: [node.url], pollMs: 50 }
  const gateway = await startTestGateway({ networks: { eth: network }, admin: { token: ADMIN_TOKEN } })
  await until(() => node.requests.length > 3)
  await gateway.stop()
  await node.stop()
  expect(gateway.logLines.filter(({ message }) => message === 'upstream state')).toEqual([])
})

test('without an admin token and a dashboard, a start loads nothing for them', async () => {
  expect(await loadedAtStart({})).toEqual([])
})

test('what the first admin operation needs is loaded at the start, before callers would wait for it', async () => {
  expect(await loadedAtStart({ admin: { token: ADMIN_TOKEN } })).toEqual(['admin router'])
})

test('so is what the first request for a passkey needs, if there is a dashboard', async () => {
  expect(await loadedAtStart({ dashboard: { enabled: true } })).toEqual(['passkeys', 'admin router'])
})
