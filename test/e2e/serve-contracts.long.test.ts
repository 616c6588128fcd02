import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpUrl, wsUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { operatorDocument, operatorMethod, ref } from '../support/operator-document.js'
import {
  createServeFolder,
  evmNetwork,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { openSocket, type TestSocket } from '../support/web-socket.js'

const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'
const MISSING = [-32601, 'method-not-found']
/**
 * Milliseconds until a change must have an effect. Each reload reads documents again, which takes
 * seconds on a busy machine.
 */
const SOON_MS = 15_000
/** Number of new connections that reaches both workers. */
const CONNECTIONS = 8

let node: FakeUpstream
let files: ServeFolder
let gateway: ServeProcess
let key: string
let sockets: TestSocket[]
let file: string
/** The node waits for this promise before it answers eth_slow. */
let mayAnswer: Promise<void>

/**
 * Part of a contract that comes with Tollgate. It is short, because each reload reads it and the
 * machine may be busy.
 */
const shipped = {
  name: 'ethereum',
  methods: ['eth_getBalance', 'eth_sendRawTransaction', 'eth_newBlockFilter', 'eth_getFilterChanges'],
}
const configText = (contracts: readonly unknown[]) =>
  serveConfig(
    { main: evmNetwork(node.url, ', statefulMethods: bind, pollMs: 0') },
    `contracts: ${JSON.stringify(contracts)}\n`,
  )
/**
 * Members that all methods get. Calls with different numbers are not answered together. The time
 * limit allows a call to wait for two reloads.
 */
const more = {
  params: [{ name: 'number', description: 'Any number.', required: false, schema: ref('Quantity') }],
  'x-limits': { timeoutMs: 60_000, timeoutError: 'upstream-timeout' },
}
const saveDocument = (...names: string[]) =>
  writeFileSync(file, JSON.stringify(operatorDocument(names.map((name) => operatorMethod(name, more))), null, 2))

beforeAll(async () => {
  const filters = new Set<string>()
  mayAnswer = Promise.resolve()
  node = await startFakeUpstream(async ({ json: { method, params } }): Promise<FakeReply> => {
    if (method === 'eth_newBlockFilter') {
      filters.add('0x1')
      return { resultText: '"0x1"' }
    }
    if (method === 'eth_getFilterChanges') return { resultText: filters.has(params[0]) ? '[]' : '"no filter"' }
    if (method === 'eth_slow') await mayAnswer
    return { resultText: '"0x2a"' }
  })
  files = createServeFolder(configText([shipped]))
  file = join(files.folder, 'own.json')
  key = (await files.createKey('main')).key
  gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  sockets = await Promise.all([0, 1, 2, 3].map(() => openSocket(wsUrl(gateway, 'main', key))))
})
afterAll(async () => {
  await gateway?.stop()
  await node?.stop()
  files?.remove()
})

const ask = async (method: string, params: unknown[] = []) =>
  (await post(httpUrl(gateway, 'main', key), callOf(method, params), { connection: 'close' })).json
/** Returns the different replies of both workers to a call. */
const everywhere = async (method: string, params: unknown[] = []): Promise<unknown[]> => {
  const replies = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask(method, params)))
  const open = await Promise.all(sockets.map(async (socket) => JSON.parse(await socket.ask(callOf(method, params)))))
  const said = [...replies, ...open].map(({ result, error }) =>
    JSON.stringify(result ?? [error.code, error.data?.name ?? error.message]),
  )
  return [...new Set(said)].map((text) => JSON.parse(text))
}
const reload = async (how: 'watch' | 'SIGHUP', change: () => void) => {
  const count = () => gateway.stderr.split('"configuration reloaded"').length
  const before = count()
  change()
  if (how === 'SIGHUP') gateway.child.kill('SIGHUP')
  await expectSoon(() => count() > before, true, SOON_MS)
}

describe('two workers with contracts', () => {
  test('answer the methods of shipped ones, and say the same of them', async () => {
    expect(await everywhere('eth_getBalance', [ADDRESS, 'latest'])).toEqual(['0x2a'])
    const documents = await everywhere('rpc.discover')
    const withoutCredits = documents.map((one) => {
      const { info, ...rest } = one as { info: Record<string, unknown> }
      return JSON.stringify([{ ...info, 'x-account': undefined }, rest])
    })
    expect(new Set(withoutCredits).size).toBe(1)
    expect(withoutCredits[0]).toContain('eth_sendRawTransaction')
  })

  test('each serve the filters that the other made', async () => {
    const ids = await Promise.all(Array.from({ length: CONNECTIONS }, () => ask('eth_newBlockFilter')))
    expect(new Set(ids.map(({ result }) => result)).size).toBe(1)
    expect(await everywhere('eth_getFilterChanges', [ids[0].result])).toEqual([[]])
    expect(await everywhere('eth_getFilterChanges', ['0x1'])).toEqual([[-32000, 'filter-not-found']])
  })

  test.each(['SIGHUP', 'watch'] as const)('both take an own document by %s, on open connections too', async (how) => {
    const names = ['eth_ownOne', 'eth_ownTwo'].map((name) => `${name}_${how}`)
    for (const name of names) expect(await everywhere(name)).toEqual([MISSING])
    saveDocument(...names)
    await reload(how, () => files.save(configText([shipped, file])))
    for (const name of names) await expectSoon(() => everywhere(name), ['0x2a'], SOON_MS)
    await reload(how, () => files.save(configText([shipped])))
    for (const name of names) await expectSoon(() => everywhere(name), [MISSING], SOON_MS)
  })

  test('keep the old contract when a document is broken, and say in which line it is', async () => {
    saveDocument('eth_before')
    await reload('watch', () => files.save(configText([shipped, file])))
    await expectSoon(() => everywhere('eth_before'), ['0x2a'], SOON_MS)
    writeFileSync(file, JSON.stringify(operatorDocument([operatorMethod('eth_after', { 'x-credits': -1 })]), null, 2))
    await gateway.until(
      'stderr',
      /own\.json:\d+:\d+[^\n]*x-credits.*configuration not reloaded; the old one stays in force/,
    )
    expect(await everywhere('eth_before')).toEqual(['0x2a'])
    expect(await everywhere('eth_after')).toEqual([MISSING])
    await reload('watch', () => saveDocument('eth_after'))
    await expectSoon(() => everywhere('eth_after'), ['0x2a'], SOON_MS)
  })

  test('do not complain of a document that they read while it is written', async () => {
    saveDocument('eth_piecemeal')
    await reload('watch', () => files.save(configText([shipped, file])))
    const whole = readFileSync(file, 'utf8')
    const complaints = () => gateway.stderr.split('configuration not reloaded').length
    /**
     * Writes the document again and again, each time so that it is half written only for a moment.
     * Returns false if it was half written for longer because this process was not run.
     */
    const writePiecemeal = async (): Promise<boolean> => {
      let longestMs = 0
      for (let round = 0; round < 20; round++) {
        if (round % 5 === 0) gateway.child.kill('SIGHUP')
        const beganMs = performance.now()
        writeFileSync(file, whole.slice(0, round))
        await sleep(20)
        writeFileSync(file, whole)
        longestMs = Math.max(longestMs, performance.now() - beganMs)
        await sleep(20)
      }
      await expectSoon(() => everywhere('eth_piecemeal'), ['0x2a'], SOON_MS)
      return longestMs < 60
    }
    let before = 0
    do before = complaints()
    while (!(await writePiecemeal()))
    expect(complaints()).toBe(before)
  })

  test('end calls in flight under the contract that they began with', async () => {
    saveDocument('eth_slow', 'eth_quick')
    await reload('SIGHUP', () => files.save(configText([shipped, file])))
    await expectSoon(() => everywhere('eth_quick'), ['0x2a'], SOON_MS)
    let answer = () => {}
    mayAnswer = new Promise((resolve) => {
      answer = resolve
    })
    const waiting = await openSocket(wsUrl(gateway, 'main', key))
    const before = node.requests.length
    const inFlight = [ask('eth_slow', ['0x1']), ask('eth_slow', ['0x2']), waiting.ask(callOf('eth_slow', ['0x3']))]
    await expectSoon(() => node.requests.length - before, inFlight.length, SOON_MS)
    await reload('SIGHUP', () => files.save(configText([shipped])))
    await expectSoon(() => everywhere('eth_quick'), [MISSING], SOON_MS)
    expect((await ask('eth_slow')).error.code).toBe(-32601)
    answer()
    const [one, other, overSocket] = await Promise.all(inFlight)
    expect([one.result, other.result, JSON.parse(overSocket as string).result]).toEqual(['0x2a', '0x2a', '0x2a'])
    await waiting.close()
  })

  test('dropped no connection meanwhile', () => {
    expect(sockets.map(({ socket }) => socket.readyState)).toEqual([1, 1, 1, 1])
  })
})
