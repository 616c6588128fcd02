import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { descendantsOf } from '../support/descendants.js'
import { expectSoon } from '../support/expect-soon.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { post, STORAGE_CALL } from '../support/gateway.js'
import { createServeFolder, evmNetwork, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { LONG_MS } from '../support/workers.js'

const CALLS = 12

let key: string
let account: string
const node = started(() => startFakeUpstream(() => ({ resultText: `"0x${'1'.padStart(64, '0')}"` })))
const folder = started(() => {
  // Polls would show the node as slow after this process, which runs it, was paused.
  const config = serveConfig({ main: evmNetwork(node.url, ', pollMs: 0') }).replace(
    'port: 0 }\nstore',
    `port: 0, token: ${ADMIN_TOKEN} }\nstore`,
  )
  return createServeFolder(config)
})
const gateway = started(() => startServe(folder.configFile, undefined, ['--workers', '2']))
beforeAll(async () => {
  ;({ key, account } = await folder.createKey('main'))
})

const result = async (method: string, params: object = {}) =>
  (await callApi(gateway.adminUrl, method, params)).json.result
const counted = async (params: object = {}) => {
  const { slots } = (await result('history', params)) as { slots: { calls: number; errors: number }[] }
  const sum = (name: 'calls' | 'errors') => slots.reduce((all, slot) => all + slot[name], 0)
  return [sum('calls'), sum('errors')]
}
const total = async () => {
  const { calls, errors } = await result('status')
  return [calls, errors]
}
/** The account's calls in the store, by method, as workers wrote them with their durations. */
const answered = async () => {
  const { rows } = await result('latency', { account, from: '2000-01-01' })
  return rows.map(({ method, calls }: { method: string; calls: number }) => [method, calls])
}
const send = async () => {
  for (let call = 0; call < CALLS; call++) await post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL)
}

test('counts the calls of all workers, as the totals do, and goes on after one is killed', async () => {
  await send()
  await expectSoon(counted, [CALLS, 0])
  expect(await total()).toEqual([CALLS, 0])
  await expectSoon(answered, [['eth_getStorageAt', CALLS]], LONG_MS)
  const [victim] = descendantsOf(gateway.pid)
  process.kill(victim!, 'SIGKILL')
  await expectSoon(
    async () => {
      const pids = descendantsOf(gateway.pid)
      return pids.length === 2 && !pids.includes(victim!) && (await result('upstreams')).length === 2
    },
    true,
    LONG_MS,
  )
  expect(await counted()).toEqual([CALLS, 0])
  await send()
  await expectSoon(counted, [2 * CALLS, 0])
  expect(await total()).toEqual([2 * CALLS, 0])
  await expectSoon(answered, [['eth_getStorageAt', 2 * CALLS]], LONG_MS)
  expect(await counted({ network: 'main', method: 'eth_getStorageAt' })).toEqual([2 * CALLS, 0])
  expect(await counted({ method: 'eth_call' })).toEqual([0, 0])
})

test('refuses a network that is not configured, and shows an upstream once for all workers', async () => {
  const { json } = await callApi(gateway.adminUrl, 'history', { network: 'nowhere' })
  expect(json.error.message).toMatch(/nowhere/)
  const { upstreams } = await result('history')
  expect(upstreams).toMatchObject([{ network: 'main', states: expect.arrayContaining(['up']) }])
})
