import { request } from 'node:http'
import { join } from 'node:path'
import { systemPorts } from '../../../src/runtime/system-ports.js'
import { readAdminDocument } from '../../../src/server/admin/document.js'
import { ADMIN_TOKEN } from '../../support/admin-api.js'
import { fillStore, type StoreSize } from '../../support/big-store.js'
import { startTestGateway, type TestGateway } from '../../support/gateway.js'
import { longestTurnMs } from '../../support/longest-turn.js'

/** No operation may hold the event loop for longer. */
const MAX_TURN_MS = 20
/** The best of three counts, because a garbage collection lengthens some turn. */
const RUNS = 3

let gateway: TestGateway

/** Tries every operation of the admin document on a store of a size. */
export const operationsTakeShortTurns = (size: StoreSize): void => {
  beforeAll(async () => {
    gateway = await startTestGateway({
      networks: { main: { urls: ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'http://127.0.0.1:3'] } },
      admin: { token: ADMIN_TOKEN },
      dashboard: { enabled: true },
      more: { usageDays: 1_000 },
    })
    fillStore(join(gateway.folder, 'tollgate.db'), size, systemPorts.nowMs())
  })
  afterAll(() => gateway?.stop())

  test('every operation of the document is tried', () => {
    expect(Object.keys(CASES).sort()).toEqual([...methods].sort())
  })

  test.each(inOrder)('%s holds no turn of the event loop for long, whatever the store holds', async (method) => {
    const turns = CASES[method]!(0).map((): number[] => [])
    for (let run = 0; run < RUNS; run++)
      for (const [index, params] of CASES[method]!(run).entries())
        turns[index]!.push(await longestTurnMs(() => expectResult(method, params)))
    const best = turns.map((all) => Math.min(...all))
    expect(Math.max(...best)).toBeLessThan(MAX_TURN_MS)
  })
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
const LISTS = {
  allowedOrigins: Array.from({ length: 120 }, (_, index) => `https://${index}${'a'.repeat(480)}.example`),
}
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
  'key.create': () => [{ account: 'acc_big', networks: ['main'], ...LISTS }],
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
  forwarded: () => [{}, { limit: 10_000 }, { account: 'acc_big', limit: 10_000, since: '2000-01-01T00:00:00Z' }],
  audit: () => [{}, { limit: 1_000 }, { account: 'acc_big', limit: 1_000, before: 4_000 }],
  status: () => [{}],
  history: () => [{}, { network: 'main' }, { method: 'eth_call' }],
  upstreams: () => [{}],
  'upstreams.cordon': (run) => [{ name: `node-${run + 1}` }],
  'upstreams.uncordon': (run) => [{ name: `node-${run + 1}` }],
  'contract.print': () => [{}, { network: 'main' }],
}

const methods = readAdminDocument().methods.map(({ name }) => name)

/** account.delete comes last, because key.list reads the keys of an account that it deletes. */
const inOrder = [...methods.filter((name) => name !== 'account.delete'), 'account.delete']
