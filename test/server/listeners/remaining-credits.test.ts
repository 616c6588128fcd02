import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

const DAILY = 3_000_000
const FREE_CALLS: [string, unknown, Record<string, string>?][] = [
  ['an unknown method', callOf('eth_foo')],
  ['invalid params', callOf('eth_getStorageAt', [1])],
  ['a body that is not JSON', '{'],
  ['a batch of refusals', [callOf('eth_foo'), callOf('eth_bar')]],
  ['a body too large', ' '.repeat(3_000)],
  ['an encoded body', STORAGE_CALL, { 'content-encoding': 'gzip' }],
  ['rpc.discover', callOf('rpc.discover')],
]

describe('the first reply to an account', () => {
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({ networks: { eth: { urls: [upstream.url] } }, limits: { maxBodyBytes: 2_000 } }),
  )

  test.each(FREE_CALLS)('to %s says what is left of the day', async (_, body, headers = {}) => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const first = await post(url, body, headers)
    expect(first.headers.get('x-credits-remaining')).toBe(String(DAILY))
    const charged = await post(url, STORAGE_CALL)
    expect(charged.headers.get('x-credits-remaining')).toBe(String(DAILY - 80))
    const again = await post(url, body, headers)
    expect(again.headers.get('x-credits-remaining')).toBe(String(DAILY - 80))
  })

  test('has the account of rpc.discover whole, over HTTP and WebSocket', async () => {
    const account = { dailyCredits: DAILY, remaining: DAILY, resetsAt: expect.any(String) }
    const reply = await post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, callOf('rpc.discover'))
    expect(reply.json.result.info['x-account']).toEqual(account)
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
    const answer = JSON.parse(await socket.ask(callOf('rpc.discover')))
    expect(answer.result.info['x-account']).toEqual(account)
    await socket.close()
  })

  test('says what the key has left when its own limit is the smaller one', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey({ dailyLimit: 1_000 })}`
    expect((await post(url, callOf('eth_foo'))).headers.get('x-credits-remaining')).toBe('1000')
    expect((await post(url, STORAGE_CALL)).headers.get('x-credits-remaining')).toBe('920')
  })

  test.each<[string, number, string, Parameters<TestGateway['addKey']>]>([
    ['a network that is not enabled', 403, 'network-not-enabled', [{ networks: ['other'] }]],
    ['an address that is not allowed', 403, 'allowlist-refused', [{ allowedSources: ['203.0.113.0/24'] }]],
    ['an origin that is not allowed', 403, 'allowlist-refused', [{ allowedOrigins: ['https://app.example'] }]],
  ])('to %s says what is left of the day', async (_, status, name, key) => {
    const reply = await post(`${gateway.url}/eth/v3/${await gateway.addKey(...key)}`, STORAGE_CALL)
    expect([reply.status, reply.json.error.data.name]).toEqual([status, name])
    expect(reply.headers.get('x-credits-remaining')).toBe(String(DAILY))
    expect(reply.headers.get('x-credits-cost')).toBe('0')
  })

  test('to a suspended account says what is left of the day', async () => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    await gateway.accounts.changeAccount(gateway.last.accountId, { isSuspended: true })
    const reply = await post(url, STORAGE_CALL)
    expect([reply.status, reply.json.error.data.name]).toEqual([403, 'account-suspended'])
    expect(reply.headers.get('x-credits-remaining')).toBe(String(DAILY))
  })

  test('to an unknown key says nothing of credits', async () => {
    const reply = await post(`${gateway.url}/eth/v3/${'x'.repeat(32)}`, STORAGE_CALL)
    expect([reply.status, reply.headers.get('x-credits-remaining')]).toEqual([401, null])
  })
})
