import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { ADDRESS, callOf, post, STORAGE_CALL } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import { freeze } from '../support/processes.js'
import {
  type CreatedKey,
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { stopwatch } from '../support/stopwatch.js'
import { openSocket } from '../support/web-socket.js'

const [OURS, THEIRS] = [`0x${'0'.repeat(63)}1`, `0x${'0'.repeat(63)}2`] as const

let upstream: Anvil
let partner: Anvil
let files: ServeFolder
let gateway: ServeProcess
/**
 * One key on each kind of account: with failover switched on, with it included but off, and on a
 * plan without it.
 */
let keys: { readonly on: CreatedKey; readonly off: CreatedKey; readonly core: CreatedKey }

const startNode = async (value: string, port?: number) => {
  const anvil = await startAnvil({ port })
  await callNode(anvil.url, 'anvil_setStorageAt', [ADDRESS, '0x0', value])
  return anvil
}

beforeAll(async () => {
  // It is killed, and comes back at its address.
  ;[upstream, partner] = await Promise.all([startNode(OURS, await ownPort()), startNode(THEIRS)])
  const withPartner = `, partner: { name: helpful, url: "${partner.url}" }`
  files = createServeFolder(
    serveConfig({
      main: evmNetwork(upstream.url, withPartner),
      alone: evmNetwork(upstream.url),
      // Only calls tell how its node is: a poll that a busy machine delays says nothing of it.
      unpolled: evmNetwork(upstream.url, `${withPartner}, pollMs: 0`),
    }),
  )
  const networks = 'main,alone,unpolled'
  keys = {
    on: await files.createKey(networks, '--plan', 'growth', '--failover'),
    off: await files.createKey(networks, '--plan', 'growth'),
    core: await files.createKey(networks),
  }
  gateway = await startServe(files.configFile)
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([upstream.stop(), partner.stop()])
  files.remove()
})

const ask = (who: keyof typeof keys, call: object = STORAGE_CALL, network = 'main') =>
  post(httpUrl(gateway, network, keys[who].key), call)

/** Returns the parts of a reply that show which node answered, and at what price. */
const told = ({ status, json, headers }: Awaited<ReturnType<typeof ask>>) => [
  status,
  json.result ?? json.error.data?.reason,
  headers.get('x-served-by'),
  headers.get('x-credits-cost'),
]

const forwardedCount = async () => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return [...text.matchAll(/^tollgate_forwarded_total\{.*method="eth_getStorageAt"\} (\d+)$/gm)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
}

const forwardedRows = () => files.json('forwarded', '--account', keys.on.account)

test('while the upstream answers, nothing goes to the partner', async () => {
  for (const who of ['on', 'off', 'core'] as const)
    expect(told(await ask(who, STORAGE_CALL, 'unpolled'))).toEqual([200, OURS, 'upstream', '80'])
  expect(await forwardedRows()).toEqual([])
  expect(await forwardedCount()).toBe(0)
})

test('a frozen upstream: the partner answers accounts that have failover on, in the time that the method has', async () => {
  await freeze(upstream.pid)
  const order: string[] = []
  const askFrozen = (name: string, who: keyof typeof keys, call?: object) =>
    ask(who, call, 'unpolled').finally(() => order.push(name))
  const [on, off, core, other] = await Promise.all([
    askFrozen('on', 'on'),
    askFrozen('off', 'off'),
    askFrozen('core', 'core'),
    askFrozen('other', 'on', callOf('eth_blockNumber')),
  ]).finally(() => process.kill(upstream.pid, 'SIGCONT'))
  // The others are told when the time of their methods is over.
  expect(order[0]).toBe('on')
  expect(told(on)).toEqual([200, THEIRS, 'partner', '80'])
  for (const reply of [off, core, other]) expect(told(reply)).toEqual([504, 'upstream_timeout', null, '0'])
  await expectSoon(async () => (await forwardedRows()).length, 1)
  const [row, ...others] = await forwardedRows()
  expect(row).toMatchObject({
    network: 'unpolled',
    method: 'eth_getStorageAt',
    partner: 'helpful',
    reason: 'upstream_timeout',
  })
  expect(others).toEqual([])
  expect(await forwardedCount()).toBe(1)
  await expectSoon(async () => told(await ask('core', STORAGE_CALL, 'unpolled')), [200, OURS, 'upstream', '80'])
})

describe('a killed upstream', () => {
  let port: number
  beforeAll(async () => {
    port = Number(new URL(upstream.url).port)
    process.kill(upstream.pid, 'SIGKILL')
    await upstream.ended
  })

  test('the partner answers eth_getStorageAt for accounts that have failover on, at once, over both transports', async () => {
    const spentMs = stopwatch()
    expect(told(await ask('on'))).toEqual([200, THEIRS, 'partner', '80'])
    const socket = await openSocket(wsUrl(gateway, 'main', keys.on.key))
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe(THEIRS)
    await socket.close()
    // Less than the share of the time that a silent node has, in spite of pauses of the gateway.
    expect(spentMs()).toBeLessThan(4_500)
  })

  test('every other account gets the honest error, and keeps the credits', async () => {
    const honest = [503, 'no_upstream', null, '0']
    expect(told(await ask('off'))).toEqual(honest)
    expect(told(await ask('core'))).toEqual(honest)
    expect(told(await ask('on', STORAGE_CALL, 'alone'))).toEqual(honest)
    for (const call of [callOf('eth_blockNumber'), callOf('eth_getLogs', [{}]), callOf('eth_chainId')]) {
      expect(told(await ask('on', call))).toEqual(honest)
    }
  })

  test('in a batch each member is judged by itself', async () => {
    const { json } = await ask('on', [STORAGE_CALL, { ...callOf('eth_blockNumber'), id: 2 }])
    expect(json).toEqual([
      { jsonrpc: '2.0', id: 1, result: THEIRS },
      { jsonrpc: '2.0', id: 2, error: expect.objectContaining({ code: -32603 }) },
    ])
  })

  test('the switch of the account holder counts within a second; without the plan it cannot be turned on', async () => {
    await files.json('account', 'set', keys.off.account, '--failover', 'on')
    await expectSoon(async () => told(await ask('off')), [200, THEIRS, 'partner', '80'])
    await files.json('account', 'set', keys.off.account, '--failover', 'off')
    await expectSoon(async () => told(await ask('off')), [503, 'no_upstream', null, '0'])
    await expect(files.json('account', 'set', keys.core.account, '--failover', 'on')).rejects.toThrow(
      /ended with 1: .*plan core/,
    )
  })

  test('every forwarded call is on record, with its reason', async () => {
    const readRows = async () => (await files.json('forwarded')) as { accountId: string; reason: string; at: string }[]
    await expectSoon(async () => (await readRows()).length, await forwardedCount())
    const rows = await readRows()
    expect(rows.filter(({ reason }) => reason === 'upstream_timeout')).toHaveLength(1)
    // Calls were forwarded until the gateway saw that failover was off again.
    expect(rows.filter(({ accountId }) => accountId === keys.off.account).length).toBeGreaterThanOrEqual(1)
    expect(await files.json('forwarded', '--since', '1h')).toHaveLength(rows.length)
    expect(await files.json('forwarded', '--since', '2030-01-01T00:00:00Z')).toEqual([])
  })

  test('/readyz names the network without an upstream; the gateway itself is ready', async () => {
    const ready = async () => {
      const reply = await fetch(`${gateway.adminUrl}/readyz`)
      return [reply.status, await reply.json()]
    }
    await expectSoon(ready, [200, { status: 'ready', networksDown: ['main', 'alone'] }])
  })

  test('once it is back, it answers again, and the partner no longer', async () => {
    upstream = await startNode(OURS, port)
    // The poll finds it within half a second, and the longest rest of a circuit is one and a half.
    // The gateway is another process, which may be paused for seconds.
    await expectSoon(async () => told(await ask('on')), [200, OURS, 'upstream', '80'], 8_000)
    const settled = await forwardedCount()
    for (const who of ['on', 'off', 'core'] as const)
      expect(told(await ask(who))).toEqual([200, OURS, 'upstream', '80'])
    expect(await forwardedCount()).toBe(settled)
    expect((await ask('core', STORAGE_CALL, 'alone')).status).toBe(200)
    const ready = async () => (await fetch(`${gateway.adminUrl}/readyz`)).json()
    await expectSoon(ready, { status: 'ready', networksDown: [] })
  })
})

test('the usage of forwarded calls is charged like any other', async () => {
  const { rows } = await files.json('usage', '--account', keys.on.account, '--by', 'method')
  const storage = rows.find(({ method }: { method: string }) => method === 'eth_getStorageAt')
  expect(storage.credits).toBe(80 * (storage.calls - storage.errors))
  expect(storage.errors).toBe(1)
})
