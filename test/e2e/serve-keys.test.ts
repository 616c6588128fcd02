import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, runCommand, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'
import { openSocket, refusedUpgrade } from '../support/web-socket.js'

const anvil = started(() => startAnvil())
const files = started(() =>
  createServeFolder(serveConfig({ main: evmNetwork(anvil.url), second: evmNetwork(anvil.url) })),
)
const gateway = started(() => startServe(files.configFile))

const ask = (key: string, network = 'main') => post(httpUrl(gateway, network, key), callOf('eth_chainId'))

/**
 * Repeats a question until the answer is the expected one, and returns that answer. Errors: it did
 * not come within a second.
 */
const withinASecond = async <Answer>(question: () => Promise<Answer>, isIt: (answer: Answer) => boolean) => {
  const spentMs = stopwatch()
  for (;;) {
    const answer = await question()
    if (isIt(answer)) {
      spentMs()
      return answer
    }
    if (spentMs('go on') > 1_000) throw new Error(`after a second still ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('what the command line changes while the gateway runs', () => {
  test('a new key works within a second, on its networks only', async () => {
    const { key } = await files.createKey('main')
    await withinASecond(
      () => ask(key),
      ({ status }) => status === 200,
    )
    expect((await ask(key, 'second')).json.error).toMatchObject({ code: -33101, data: { network: 'second' } })
  })

  test('a revoked key is refused within a second, and its WebSocket closed', async () => {
    const { id, key } = await files.createKey('main')
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    expect((await ask(key)).status).toBe(200)
    await files.json('key', 'revoke', id)
    const spentMs = stopwatch()
    const refused = await withinASecond(
      () => ask(key),
      ({ status }) => status !== 200,
    )
    expect([refused.status, refused.json.error.code]).toEqual([401, -33100])
    expect((await socket.closed).code).toBe(1008)
    expect(spentMs()).toBeLessThan(1_000)
    expect((await refusedUpgrade(wsUrl(gateway, 'main', key))).status).toBe(401)
  })

  test('a rotated key works until its grace ends, and then no longer, not even over a WebSocket that is open', async () => {
    const { id, key } = await files.createKey('main')
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    const { key: next, revokesAt } = await files.json('key', 'rotate', id, '--grace', '2')
    await withinASecond(
      () => ask(next),
      ({ status }) => status === 200,
    )
    expect((await ask(key)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, Date.parse(revokesAt) - Date.now()))
    await withinASecond(
      () => ask(key),
      ({ status }) => status === 401,
    )
    const isClosed = await Promise.race([socket.closed, new Promise((resolve) => setTimeout(resolve, 1_000, 'open'))])
    expect(isClosed).toMatchObject({ code: 1008 })
    expect((await ask(next)).status).toBe(200)
  })

  test('a key rotated without grace is refused within a second', async () => {
    const { id, key } = await files.createKey('main')
    const { key: next } = await files.json('key', 'rotate', id, '--grace', '0')
    await withinASecond(
      () => ask(key),
      ({ status }) => status === 401,
    )
    expect((await ask(next)).status).toBe(200)
  })

  test('a suspended account is refused within a second with all its keys, and welcome again afterwards', async () => {
    const { account, key } = await files.createKey('main')
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    await files.json('account', 'set', account, '--suspended', 'on')
    const refused = await withinASecond(
      () => ask(key),
      ({ status }) => status !== 200,
    )
    expect([refused.status, refused.json.error.code]).toEqual([403, -33103])
    expect((await socket.closed).code).toBe(1008)
    await files.json('account', 'set', account, '--suspended', 'off')
    await withinASecond(
      () => ask(key),
      ({ status }) => status === 200,
    )
  })

  test("a key's allowlist and networks hold within a second, for its open WebSocket too", async () => {
    const { id, key } = await files.createKey('main')
    const socket = await openSocket(wsUrl(gateway, 'main', key))
    expect(JSON.parse(await socket.ask(callOf('eth_chainId')))).toHaveProperty('result')
    await files.json('key', 'set', id, '--allow-method', 'eth_blockNumber')
    const answer = await withinASecond(
      async () => JSON.parse(await socket.ask(callOf('eth_chainId'))),
      ({ error }) => error !== undefined,
    )
    expect(answer.error.code).toBe(-33102)
    expect(JSON.parse(await socket.ask(callOf('eth_blockNumber')))).toHaveProperty('result')
    await files.json('key', 'set', id, '--network', 'second')
    expect((await socket.closed).code).toBe(1008)
    expect((await ask(key)).status).toBe(403)
  })

  test('the daily limit of a key holds', async () => {
    const { id, key } = await files.createKey('main')
    await files.json('key', 'set', id, '--daily-limit', '9')
    await withinASecond(
      async () => (await files.json('key', 'list')) as { id: string; dailyLimit?: number }[],
      (keys) => keys.find((each) => each.id === id)?.dailyLimit === 9,
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect((await ask(key)).status).toBe(200)
    const second = await ask(key)
    expect([second.status, second.json.error.code]).toEqual([402, -33001])
  })
})

test('commands work while the gateway is busy, and no call of a caller suffers from them', async () => {
  const { account, key } = await files.createKey('main')
  let isOver = false
  const busy = Array.from({ length: 8 }, async () => {
    const statuses: number[] = []
    while (!isOver) statuses.push((await ask(key)).status)
    return statuses
  })
  const labels = ['a', 'b', 'c', 'd']
  // The commands run in separate processes. In this process, a command and the callers would take
  // turns.
  const create = async (label: string) => {
    const what = ['--account', account, '--network', 'main', '--label', label]
    const { stdout } = await runCommand('key', 'create', ...what, '--json', '--config', files.configFile)
    return JSON.parse(stdout) as { id: string }
  }
  const created = await Promise.all(labels.map(create)).finally(() => {
    isOver = true
  })
  const statuses = (await Promise.all(busy)).flat()
  // Each caller was answered during the commands, most of them several times.
  expect(statuses.length).toBeGreaterThan(busy.length)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(new Set(created.map(({ id }) => id)).size).toBe(labels.length)
  // A charge is in the journal before its reply leaves, and in the store a moment later.
  await expectSoon(async () => (await files.json('usage', '--account', account)).credits, 5 * statuses.length)
})
