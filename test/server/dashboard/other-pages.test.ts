import { askDashboard } from '../../support/dashboard.js'
import { holdersGateway, roleOf } from '../../support/holders-gateway.js'

const { own, result, invite, holderPage } = holdersGateway()
let holders: string
beforeAll(async () => {
  holders = new URL((await invite()).url).origin
})

describe('requests of other pages', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'key.revoke', params: {} }

  test.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of this host on another port, which gets the cookie', { origin: 'http://127.0.0.1:1' }],
    ['of a page without an origin', { origin: 'null' }],
    ['without an origin at all', { origin: null }],
    ['that the browser says are cross-site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['that the browser says are of the same site', { headers: { 'sec-fetch-site': 'same-site' } }],
  ])('%s are refused, and change nothing', async (_, options) => {
    const page = await holderPage()
    for (const path of ['api', 'sign-out', 'sign-in', 'new-link']) {
      const body = { ...call, params: { id: own.keyId } }
      expect([path, (await page.ask(`/dashboard/${path}`, { body, ...options })).status]).toEqual([path, 403])
    }
    expect(await roleOf(holders, page.cookie)).toBe('holder')
    expect((await result('key.list', { account: own.accountId }))[0].isRevoked).toBe(false)
  })

  test('that do not know the request token are refused', async () => {
    const page = await holderPage()
    for (const token of ['', 'x'.repeat(43), (await holderPage()).requestToken])
      expect(
        (await page.ask('/dashboard/api', { body: call, headers: { 'x-tollgate-request-token': token } })).status,
      ).toBe(403)
  })

  test('cannot frame it, load it or read it', async () => {
    for (const path of ['/dashboard/', '/dashboard/session', '/dashboard/nothing']) {
      const { headers } = await askDashboard(holders, path, { origin: null })
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:/)
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('of a host name that is not served are refused', async () => {
    const { status } = await askDashboard(holders, '/dashboard/', { headers: { host: 'rebound.example' } })
    expect(status).toBe(421)
  })
})
