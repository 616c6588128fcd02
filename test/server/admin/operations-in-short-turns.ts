import { request } from 'node:http'
import { join } from 'node:path'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import { readAdminDocument } from '../../../src/server/admin/document.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { ACCOUNTS_TO_DELETE, fillStore, type StoreSize } from '../../support/big-store.js'
import { callOf, post, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { longestTurnMs } from '../../support/longest-turn.js'
import { machineSlowness } from '../../support/machine-speed.js'

/** No operation may hold the event loop for longer; a slower CPU may in proportion. */
const MAX_TURN_MS = 20 * machineSlowness()
/**
 * The best run counts, because a garbage collection or a busy machine lengthens some turn. Work
 * that takes too long takes as long in each run. No further run follows a good one.
 */
const MOST_RUNS = 10

/** The rows that the history of calls keeps (networks × methods), its upstreams, and its time. */
const HISTORY = { networks: 5, rows: 200, upstreams: 100, ms: 86_400_000 }
const NODES = ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3']

let gateway: TestGateway

/** Tries every operation of the admin document on a store of a size. */
export const operationsTakeShortTurns = (size: StoreSize): void => {
  beforeAll(async () => {
    let behindMs = HISTORY.ms
    const others = Array.from({ length: HISTORY.networks - 1 }, (_, at) => `other-${at}`)
    const urls = Array.from({ length: HISTORY.upstreams / others.length }, () => NODES[0]!)
    gateway = await startTestGateway({
      networks: { main: { urls: NODES }, ...Object.fromEntries(others.map((name) => [name, { urls }])) },
      contracts: ['ethereum'],
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true },
      more: { usageDays: 1_000 },
      ports: { nowMs: () => systemPorts.nowMs() - behindMs },
    })
    await callEveryMethod(['main', ...others])
    behindMs = 0
    fillStore(join(gateway.folder, 'tollgate.db'), size, systemPorts.nowMs())
  })
  afterAll(() => gateway?.stop())

  test('every operation of the document is tried', () => {
    expect(Object.keys(CASES).sort()).toEqual([...methods].sort())
  })

  test.each(inOrder)('%s holds no turn of the event loop for long, whatever the store holds', async (method) => {
    const best = CASES[method]!(0).map(() => Number.POSITIVE_INFINITY)
    const mostRuns = method === 'account.delete' ? ACCOUNTS_TO_DELETE : MOST_RUNS
    for (let run = 0; run < mostRuns && Math.max(...best) >= MAX_TURN_MS; run++)
      for (const [index, params] of CASES[method]!(run).entries())
        if (best[index]! >= MAX_TURN_MS)
          best[index] = Math.min(best[index]!, await longestTurnMs(() => expectResult(method, params)))
    expect(Math.max(...best)).toBeLessThan(MAX_TURN_MS)
  })
}

/** Makes a day of history: a call of every method on every network a day ago. */
const callEveryMethod = async (networks: readonly string[]): Promise<void> => {
  const key = await gateway.addKey()
  for (const network of networks) {
    const { methods } = (await (await fetch(`${gateway.url}/${network}/openrpc.json`)).json()) as {
      methods: { name: string }[]
    }
    // Most are refused; each is counted with its duration.
    for (let at = 0; at < methods.length; at += 100)
      await post(
        `${gateway.url}/${network}/v3/${key}`,
        methods.slice(at, at + 100).map(({ name }) => callOf(name)),
      )
  }
  const { json } = await callApi(gateway.adminUrl, 'history', {})
  expect(json.result.networks.length * json.result.methods.length).toBeGreaterThanOrEqual(HISTORY.rows)
  expect(json.result.upstreams).toHaveLength(HISTORY.upstreams)
}

const expectResult = async (method: string, params: object): Promise<void> => {
  const { status, start } = await ask(method, params)
  if (!start.includes('"result":')) throw new Error(`${method} ${JSON.stringify(params)}: ${status} ${start}`)
}

/** Asks an operation and skips over its reply, so that the test itself adds nothing to a turn. */
const ask = (method: string, params: object): Promise<{ status: number; start: string; bytes: number }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const sent = request(`${gateway.adminUrl}/api`, { method: 'POST', agent: false, headers })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let start = ''
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        if (start === '') start = chunk.subarray(0, 300).toString()
        bytes += chunk.length
      })
      response.on('end', () => resolve({ status: response.statusCode!, start, bytes }))
    })
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  })

const YEAR = { from: '2000-01-01' }
const LABELS = Array(8).fill('a'.repeat(60)).join('.')
/** Sixty-three different letters outside of ASCII, the longest label of a name. */
const LETTERS = String.fromCodePoint(...Array.from({ length: 63 }, (_, at) => 0x4e00 + ((at * 37) % 63)))
const LISTS = { allowedOrigins: Array.from({ length: 120 }, (_, index) => `https://${index}.${LABELS}.example`) }
const DEAR_LISTS = { allowedOrigins: Array.from({ length: 300 }, (_, index) => `https://${index}.${LETTERS}`) }
const KEY = { id: 'key_acc_big_1' }

/** Params of each operation; several where the work depends on them. A change differs by `run`. */
const CASES: Readonly<Record<string, (run: number) => readonly object[]>> = {
  'account.create': () => [{ name: 'New', plan: 'core' }],
  'account.list': () => [{}, { after: 'acc_000900' }, { search: 'nowhere' }, { search: 'Account' }],
  'account.show': () => [{ id: 'acc_big' }],
  'account.set': (run) => [{ id: 'acc_big', dailyCredits: run + 1 }],
  'account.delete': (run) => [{ id: `acc_end_${run}`, yes: true }],
  'account.invite': () => [{ id: 'acc_big' }],
  'account.passkeys': () => [{ id: 'acc_big' }],
  'account.remove-passkeys': () => [{ id: 'acc_big' }],
  'operator.invite': () => [{}],
  'key.create': () => [
    { account: 'acc_big', networks: ['main'], ...LISTS },
    { account: 'acc_big', networks: ['main'], ...DEAR_LISTS },
  ],
  'key.list': () => [
    {},
    { account: 'acc_big' },
    { account: 'acc_end_2' },
    { account: 'acc_big', after: 'key_acc_big_70' },
  ],
  'key.show': () => [KEY, { id: 'key_acc_end_2_1' }],
  'key.revoke': (run) => [{ id: `key_acc_big_${10 + run}` }],
  'key.delete': (run) => [{ id: `key_acc_big_${20 + run}`, yes: true }],
  'key.rotate': (run) => [{ id: `key_acc_big_${30 + run}` }],
  'key.set': () => [
    { ...KEY, label: 'x' },
    { ...KEY, ...LISTS },
  ],
  usage: () => [
    ...['network', 'method', 'key', 'day', 'hour'].flatMap((by) => [
      { account: 'acc_big', by },
      { account: 'acc_big', by, ...YEAR },
    ]),
    { all: true },
    { all: true, by: 'key', after: 'acc_a' },
    { all: true, by: 'hour', after: 'acc_a', ...YEAR },
    { all: true, day: '2001-01-01' },
  ],
  'usage.time': () =>
    ['network', 'method', 'key'].flatMap((by) => [
      { account: 'acc_big', by },
      { account: 'acc_big', by, ...YEAR },
    ]),
  'usage.ranking': () => [{}, { by: 'lastUsed', limit: 500 }, { search: 'big' }],
  errors: () => [
    { account: 'acc_big', limit: 1_000 },
    { account: 'acc_big', limit: 1_000, ...YEAR },
  ],
  latency: () => [
    { account: 'acc_big', limit: 1_000 },
    { account: 'acc_big', limit: 1_000, ...YEAR },
  ],
  forwarded: () => [{}, { limit: 10_000 }, { account: 'acc_big', limit: 10_000, since: '2000-01-01T00:00:00Z' }],
  audit: () => [{}, { limit: 1_000 }, { account: 'acc_big', limit: 1_000, before: 4_000 }],
  status: () => [{}],
  history: () => [{}, { network: 'main' }, { method: 'eth_call' }],
  upstreams: () => [{}],
  'upstreams.cordon': (run) => [{ network: 'main', name: `node-${(run % NODES.length) + 1}` }],
  'upstreams.uncordon': (run) => [{ network: 'main', name: `node-${(run % NODES.length) + 1}` }],
  'contract.print': () => [{}, { network: 'main' }],
}

const methods = readAdminDocument().methods.map(({ name }) => name)

/** account.delete comes last, because key.list reads the keys of an account that it deletes. */
const inOrder = [...methods.filter((name) => name !== 'account.delete'), 'account.delete']
