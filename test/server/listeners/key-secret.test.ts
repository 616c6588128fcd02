import { createKeySecret, hashSecret } from '../../../src/server/accounts/secrets.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { openSocket, refusedUpgrade } from '../../support/web-socket.js'

const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` })

describe('a key with a secret', () => {
  const secret = createKeySecret((size) => new Uint8Array(size).fill(7))
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({ networks: { eth: { urls: [upstream.url] } }, admin: { token: ADMIN_TOKEN } }),
  )
  beforeAll(async () => {
    key = await gateway.addKey({ secretHash: hashSecret(secret) })
  })
  const ask = (headers: Record<string, string>, keyText = key) =>
    post(`${gateway.url}/eth/v3/${keyText}`, STORAGE_CALL, headers)

  test('is served with it, over HTTP and WebSocket', async () => {
    const { status, json } = await ask(basic(`:${secret}`))
    expect([status, json.result]).toEqual([200, '0x01'])
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`, { headers: basic(`:${secret}`) })
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x01')
    await socket.close()
  })

  test.each<[string, () => Record<string, string>]>([
    ['without it', () => ({})],
    ['with another', () => basic(`:${secret}x`)],
    ['with a part of it', () => basic(`:${secret.slice(0, -1)}`)],
    ['with its hash', () => basic(`:${hashSecret(secret)}`)],
    ['with a user beside it', () => basic(`user:${secret}`)],
    ['with it as Bearer', () => ({ authorization: `Bearer ${secret}` })],
    ['with it as key', () => ({ 'x-api-key': secret })],
    ['with it and a second key', () => ({ ...basic(`:${secret}`), 'x-api-key': key })],
  ])('is refused as an unknown one is, %s, and costs nothing', async (_case, headers) => {
    const remaining = async () => (await ask(basic(`:${secret}`))).headers.get('x-credits-remaining')
    const before = Number(await remaining())
    const [refused, unknown] = [await ask(headers()), await ask({}, key.replace(/.$/, 'x'))]
    expect([refused.status, refused.json]).toEqual([401, unknown.json])
    const namesOf = ({ headers }: { headers: Headers }) => [...headers.keys()].sort()
    expect(namesOf(refused)).toEqual(namesOf(unknown))
    expect(before - Number(await remaining())).toBe(80)
    expect((await refusedUpgrade(`${gateway.url}/eth/ws/v3/${key}`, { headers: headers() })).status).toBe(401)
  })

  test('is refused in a header, where no secret can stand beside it', async () => {
    const reply = await post(`${gateway.url}/eth`, STORAGE_CALL, { authorization: `Bearer ${key}` })
    expect(reply.status).toBe(401)
  })

  test('leaves its secret in no log', async () => {
    await ask(basic(`:${secret}`))
    await ask(basic(`:${secret}x`))
    const said = gateway.logLines.flatMap((line) => Object.values(line).filter((value) => typeof value === 'string'))
    expect(said.length).toBeGreaterThan(0)
    expect(said.join()).not.toMatch(/tgs_/)
  })

  test('is made, shown without its secret, and rotated with a new one', async () => {
    const { accountId } = gateway.last
    const call = async (method: string, params: object) => (await callApi(gateway.adminUrl, method, params)).json.result
    const made = await call('key.create', { account: accountId, networks: ['eth'], secret: true })
    expect(made.secret).toMatch(/^tgs_[\w-]{43}$/)
    expect((await ask(basic(`:${made.secret}`), made.key)).status).toBe(200)
    expect((await ask({}, made.key)).status).toBe(401)
    const rotated = await call('key.rotate', { id: made.id })
    expect(rotated.secret).toMatch(/^tgs_/)
    expect(rotated.secret).not.toBe(made.secret)
    expect((await ask(basic(`:${made.secret}`), rotated.key)).status).toBe(401)
    expect((await ask(basic(`:${rotated.secret}`), rotated.key)).status).toBe(200)
    const open = await call('key.rotate', { id: rotated.id, secret: false })
    expect(open.secret).toBeUndefined()
    expect((await ask({}, open.key)).status).toBe(200)
    expect((await ask(basic(`:${rotated.secret}`), open.key)).status).toBe(401)
    const listed = await callApi(gateway.adminUrl, 'key.list', { account: accountId })
    expect(listed.text).not.toMatch(/secretHash|tgs_/)
    const hasSecret = (id: string) => listed.json.result.find((one: { id: string }) => one.id === id).hasSecret
    expect([made.id, rotated.id, open.id].map(hasSecret)).toEqual([true, true, false])
    const plain = await call('key.create', { account: accountId, networks: ['eth'] })
    expect(plain).not.toHaveProperty('secret')
  })
})
