import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { type FakeUpstream, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, readConfig, STORAGE_CALL, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { temporaryFolder } from '../../support/started.js'
import { AUDIENCE, createIssuer, ISSUER, tokenOf } from '../../support/tokens.js'
import { openSocket, refusedUpgrade } from '../../support/web-socket.js'

describe('a gateway with an issuer of tokens', () => {
  const folder = temporaryFolder()
  const jwks = join(folder, 'jwks.json')
  const [first, second] = [createIssuer('ES256', 'first'), createIssuer('EdDSA', 'second')]
  const write = (...issuers: (typeof first)[]) =>
    writeFileSync(jwks, JSON.stringify({ keys: issuers.map((one) => one.jwk) }))
  let upstream: FakeUpstream
  let gateway: TestGateway
  let key: string
  let account: string
  let aheadMs = 0
  const setting = (more: object) => ({
    networks: { eth: { urls: [upstream.url] }, other: { urls: [upstream.url] } },
    admin: { token: ADMIN_TOKEN },
    ports: { nowMs: () => Date.now() + aheadMs },
    more: { ...more },
  })
  const tokens = { jwks, issuer: ISSUER, audience: AUDIENCE }
  beforeAll(async () => {
    write(first)
    upstream = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
    gateway = await startTestGateway(setting({ tokens }))
    key = await gateway.addKey({ requiresToken: true })
    account = gateway.last.accountId
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })
  const bearer = (claims: object = {}, issuer = first) => ({
    authorization: `Bearer ${tokenOf(issuer, { sub: account, ...claims })}`,
  })
  const ask = (headers: Record<string, string>, { network = 'eth', call = STORAGE_CALL, keyText = key } = {}) =>
    post(`${gateway.url}/${network}/v3/${keyText}`, call, headers)
  const reload = (more: object) => gateway.reload(readConfig(gateway.configText(setting(more)), gateway.folder))

  test('serves a key that wants one with it, again and again', async () => {
    const headers = bearer()
    for (let round = 0; round < 3; round++) {
      const { status, json } = await ask(headers)
      expect([status, json.result]).toEqual([200, '0x01'])
    }
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`, { headers })
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x01')
    await socket.close()
  })

  test('refuses the key without it as if there were none, and charges nothing', async () => {
    const before = Number((await ask(bearer())).headers.get('x-credits-remaining'))
    for (const headers of [{}, bearer({ exp: 1 }), bearer({ sub: 'acc_other' }), bearer({}, second)]) {
      const refused = await ask(headers as Record<string, string>)
      expect([refused.status, refused.json.error.code]).toEqual([401, -33100])
      expect(refused.headers.get('x-credits-remaining')).toBeNull()
    }
    expect((await refusedUpgrade(`${gateway.url}/eth/ws/v3/${key}`)).status).toBe(401)
    expect(before - Number((await ask(bearer())).headers.get('x-credits-remaining'))).toBe(80)
  })

  test('keeps to the lists of the token, which a key that wants none may have, too', async () => {
    expect((await ask(bearer({ networks: ['other'] }))).json.error.code).toBe(-33101)
    expect((await ask(bearer({ networks: ['other'] }), { network: 'other' })).status).toBe(200)
    const onlyNumbers = bearer({ methods: ['eth_blockNumber'] })
    expect((await ask(onlyNumbers)).json.error.code).toBe(-33102)
    expect((await ask(onlyNumbers, { call: callOf('eth_blockNumber') })).status).toBe(200)
    expect((await ask(bearer({ methods: [] }))).json.error.code).toBe(-33102)
    const free = await gateway.addKey()
    const ofFree = { sub: gateway.last.accountId, methods: ['eth_blockNumber'] }
    expect((await ask({}, { keyText: free })).status).toBe(200)
    expect((await ask(bearer(ofFree), { keyText: free })).json.error.code).toBe(-33102)
    expect((await ask(bearer({ sub: 'acc_other' }), { keyText: free })).status).toBe(401)
  })

  test('takes other keys of the issuer with the next configuration, and keeps those it has if they cannot be read', async () => {
    write(second)
    reload({ tokens })
    expect([(await ask(bearer())).status, (await ask(bearer({}, second))).status]).toEqual([401, 200])
    writeFileSync(jwks, '{"keys":[]}')
    reload({ tokens })
    expect((await ask(bearer({}, second))).status).toBe(200)
    expect(gateway.logLines.map(({ message }) => message)).toContain(
      'keys of tokens not reloaded; the old ones stay in use',
    )
    reload({})
    expect((await ask(bearer({}, second))).status).toBe(401)
    write(first)
    reload({ tokens })
    expect((await ask(bearer())).status).toBe(200)
  })

  test('closes a WebSocket when its token ends', async () => {
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`, { headers: bearer() })
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x01')
    // The minute of the token, and the half of one by which clocks may differ.
    aheadMs = 91_000
    expect((await socket.closed).code).toBe(1008)
    aheadMs = 0
  })

  test('makes keys that want one, of which none has a secret, too', async () => {
    const call = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json
    const made = (await call('key.create', { account, networks: ['eth'], token: true })).result
    expect((await ask({}, { keyText: made.key })).status).toBe(401)
    expect((await call('key.set', { id: made.id, token: false })).result.requiresToken).toBe(false)
    const both = await call('key.create', { account, networks: ['eth'], token: true, secret: true })
    expect(both.error.message).toContain('keys without a secret')
  })

  test('leaves no token in the log', () => {
    const said = gateway.logLines.flatMap((line) => Object.values(line).filter((value) => typeof value === 'string'))
    expect(said.length).toBeGreaterThan(0)
    expect(said.join()).not.toMatch(/eyJ/)
  })
})
