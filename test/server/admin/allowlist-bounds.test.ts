import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { signInTo } from '../../support/dashboard.js'
import { startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const gateway = started(() =>
  startTestGateway({
    networks: { main: { urls: ['http://127.0.0.1:1'] } },
    admin: { token: ADMIN_TOKEN },
    dashboard: { enabled: true },
  }),
)

const NETWORKS = ['main']
const ask = (method: string, params: object) => callApi(gateway.adminUrl, method, params)
const newAccount = async (): Promise<string> =>
  (await ask('account.create', { name: 'A', plan: 'core' })).json.result.id

const LABELS = Array(8).fill('a'.repeat(59)).join('.')
/** Origins that take so many bytes as JSON, at 500 each. */
const origins = (bytes: number) =>
  Array.from({ length: bytes / 500 }, (_, index) => `https://${String(index).padStart(9, '0')}.${LABELS}`)

test('a key may have a thousand contract addresses', async () => {
  const allowedContracts = Array.from({ length: 1_000 }, (_, index) => `0x${String(index).padStart(40, '0')}`)
  const made = await ask('key.create', { account: await newAccount(), networks: NETWORKS, allowedContracts })
  expect(made.status).toBe(200)
})

test('lists of a key that take more than 64 KiB together are refused, when it is made and when it is changed', async () => {
  const account = await newAccount()
  const much = { allowedOrigins: origins(65_000), allowedSources: Array(100).fill('10.0.0.0/8') }
  const made = await ask('key.create', { account, networks: NETWORKS, ...much })
  expect([made.status, made.json.error.message]).toEqual([
    409,
    expect.stringMatching(/^the allowlists of a key take at most 65536 bytes together, as JSON; these take 66\d{3}$/),
  ])
  const { id } = (await ask('key.create', { account, networks: NETWORKS })).json.result
  expect((await ask('key.set', { id, ...much })).status).toBe(409)
  expect((await ask('key.set', { id, allowedOrigins: much.allowedOrigins })).status).toBe(200)
  expect((await ask('key.set', { id, allowedSources: much.allowedSources })).status).toBe(409)
})

test('lists that are too long are refused before their texts are read', async () => {
  const account = await newAccount()
  const { id } = (await ask('key.create', { account, networks: NETWORKS })).json.result
  const much = { allowedOrigins: Array(70).fill('no origin'.repeat(110)) }
  expect((await ask('key.create', { account, networks: NETWORKS, ...much })).status).toBe(409)
  expect((await ask('key.set', { id, ...much })).status).toBe(409)
})

test('the holder of an account adds no list to 4 MiB of them; the operator does', async () => {
  await gateway.addKey()
  const { accountId: account, keyId: id } = gateway.last
  const own = (await gateway.accounts.findKey(id))!
  for (let index = 0; index < 64; index++)
    await gateway.accounts.createKey({ ...own, allowedOrigins: origins(65_500) }, `hash ${index}`)
  const { url } = (await ask('account.invite', { id: account })).json.result
  const page = await signInTo(new URL(url).origin, { link: url.split('#link=')[1] })
  const list = { allowedOrigins: origins(5_000) }
  for (const [method, params] of [
    ['key.create', { account, networks: NETWORKS, ...list }],
    ['key.set', { id, ...list }],
  ] as const) {
    const { status, json } = await page.call(method, params)
    expect([method, status, json.error.message]).toEqual([
      method,
      409,
      expect.stringContaining('take at most 4194304 bytes together'),
    ])
    expect((await ask(method, params)).status).toBe(200)
  }
  expect((await page.call('key.create', { account, networks: NETWORKS })).status).toBe(200)
  expect((await page.call('key.set', { id, allowedOrigins: [] })).status).toBe(200)
})
