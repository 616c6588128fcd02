import { jest } from '@jest/globals'
import { ADMIN_TOKEN } from '../../support/admin-api.js'

const loaded: string[] = []
const router = { createAdminRouter: () => void loaded.push('admin router') }
jest.unstable_mockModule('../../../src/server/admin/router.js', () => router)
jest.unstable_mockModule('@simplewebauthn/server', () => {
  loaded.push('passkeys')
  return {}
})
const { startTestGateway } = await import('../../support/gateway.js')

afterEach(() => void loaded.splice(0))

const networks = { eth: { urls: ['http://127.0.0.1:9'] } }
const loadedAtStart = async (more: object): Promise<string[]> => {
  const gateway = await startTestGateway({ networks, ...more })
  await gateway.stop()
  return [...loaded]
}

test('without an admin token and a dashboard, a start loads nothing for them', async () => {
  expect(await loadedAtStart({})).toEqual([])
})

test('what the first admin operation needs is loaded at the start, before callers would wait for it', async () => {
  expect(await loadedAtStart({ admin: { token: ADMIN_TOKEN } })).toEqual(['admin router'])
})

test('so is what the first request for a passkey needs, if there is a dashboard', async () => {
  expect(await loadedAtStart({ dashboard: { enabled: true } })).toEqual(['admin router', 'passkeys'])
})
