import { startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { callOf, post } from '../support/gateway.js'
import { createServeFolder, evmNetwork, runCommand, serveConfig, startServe } from '../support/serve-process.js'
import { started } from '../support/started.js'
import { stopwatch } from '../support/stopwatch.js'
import { openSocket, refusedUpgrade, type TestSocket } from '../support/web-socket.js'

const anvil = started(() => startAnvil())
const files = started(() =>
  createServeFolder(serveConfig({ main: evmNetwork(anvil.url), second: evmNetwork(anvil.url) })),
)
const gateway = started(() => startServe(files.configFile))

const ask = (key: string, network = 'main') => post(httpUrl(gateway, network, key), callOf('eth_chainId'))

const PAUSE_MS = 20
/** A question that takes longer waits for a process that a busy machine does not run. */
const LONGEST_MS = 50

/**
 * Repeats a question until the answer is the expected one, and returns that answer. Errors: it did
 * not come within a second, without the time in which the gateway or this process was paused.
 */
const withinASecond = async <Answer>(question: () => Promise<Answer>, isIt: (answer: Answer) => boolean) => {
  for (let countedMs = 0; ; countedMs += PAUSE_MS) {
    const spentMs = stopwatch()
    const answer = await question()
    countedMs += Math.min(spentMs(), LONGEST_MS)
    if (isIt(answer)) return answer
    if (countedMs > 1_000) throw new Error(`after a second still ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
/** Also tells whether the gateway has closed a WebSocket of the key. */
const askAndLook = async (key: string, { socket }: TestSocket) => {
  const reply = await ask(key)
  return { reply, isClosed: socket.readyState === socket.CLOSED }
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
    const { reply } = await withinASecond(
      () => askAndLook(key, socket),
      ({ reply: { status }, isClosed }) => status !== 200 && isClosed,
    )
    expect([reply.status, reply.json.error.code]).toEqual([401, -33100])
    expect((await socket.closed).code).toBe(1008)
    expect((await refusedUpgrade(wsUrl(gateway, 'main', key))).status).toBe(401)
  })

  test('a rotated key works until its grace ends, and then no longer, not even over a WebSocket that is open', async () => {
    const rotated = async (graceSeconds: number) => {
      const { id, key } = await files.createKey('main')
      const socket = await openSocket(wsUrl(gateway, 'main', key))
      const { key: next, revokesAt } = await files.json('key', 'rotate', id, '--grace', String(graceSeconds))
      await withinASecond(
        () => ask(next),
        ({ status }) => status === 200,
      )
      const { status } = await ask(key)
      const leftMs = Date.parse(revokesAt) - Date.now()
      return { key, socket, next, status, leftMs }
    }
    let one = await rotated(2)
    // A busy machine may let the grace pass.
    for (let graceSeconds = 4; one.leftMs < 0; graceSeconds *= 2) one = await rotated(graceSeconds)
    const { key, socket, next, status, leftMs } = one
    expect(status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, leftMs))
    await withinASecond(
      () => askAndLook(key, socket),
      ({ reply, isClosed }) => reply.status === 401 && isClosed,
    )
    expect((await socket.closed).code).toBe(1008)
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
    const remaining = async () => {
      const { headers } = await post(httpUrl(gateway, 'main', key), callOf('eth_nothing'))
      return headers.get('x-credits-remaining')
    }
    await withinASecond(remaining, (left) => left === '9')
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
    // Twice even if this process was paused all the time.
    while (!isOver || statuses.length < 2) statuses.push((await ask(key)).status)
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
