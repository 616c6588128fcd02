import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, readWholeConfig, startTestGateway, type TestSetting } from '../support/gateway.js'
import { startedEach } from '../support/started.js'

/**
 * A node that keeps filters as anvil and nethermind do: their ids are numbers that any caller could
 * guess.
 */
const startNode = async (): Promise<FakeUpstream & { readonly filters: Map<string, number>; isAway: boolean }> => {
  const filters = new Map<string, number>()
  const notFound: FakeReply = { json: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'filter not found' } } }
  const node = await startFakeUpstream(({ json: { method, params } }) => {
    if (kept.isAway) return { raw: '', status: 503 }
    if (/^eth_new/.test(method)) {
      const id = `0x${(filters.size + 1).toString(16)}`
      filters.set(id, 0)
      return { resultText: `"${id}"` }
    }
    if (!filters.has(params[0])) return method === 'eth_uninstallFilter' ? { resultText: 'false' } : notFound
    filters.set(params[0], filters.get(params[0])! + 1)
    if (method === 'eth_uninstallFilter') return { resultText: String(filters.delete(params[0])) }
    return { resultText: `["0x${String(node.port).padStart(64, '0')}"]` }
  })
  const kept = Object.assign(node, { filters, isAway: false })
  return kept
}

let nodes: Awaited<ReturnType<typeof startNode>>[]
let key: string

const setting = (more: Partial<TestSetting['networks'][string]> = {}): TestSetting => ({
  networks: {
    eth: { urls: nodes.map(({ url }) => url), statefulMethods: 'bind', ...more },
    other: { urls: nodes.map(({ url }) => url), statefulMethods: 'bind' },
    plain: { urls: nodes.map(({ url }) => url) },
    single: { urls: [nodes[0]!.url] },
  },
  contracts: ['ethereum'],
})
beforeEach(async () => {
  nodes = await Promise.all([startNode(), startNode(), startNode()])
})
const gateway = startedEach(() => startTestGateway(setting()))
beforeEach(async () => {
  key = await gateway.addKey()
})
afterEach(async () => {
  for (const node of nodes) await node.stop()
})

const ask = async (method: string, params: unknown[] = [], { network = 'eth', of = key } = {}) =>
  post(`${gateway.url}/${network}/v3/${of}`, callOf(method, params))
const makers = ['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter'] as const
const make = async (method: (typeof makers)[number] = 'eth_newBlockFilter') =>
  (await ask(method, method === 'eth_newFilter' ? [{}] : [])).json.result as string
const changes = (id: string, more: object = {}) => ask('eth_getFilterChanges', [id], more)
/** Reloads the configuration with one of the nodes, named `one`. */
const useOnly = async (node: number): Promise<void> => {
  const upstreams = [{ name: 'one', url: nodes[node]!.url }]
  gateway.reload(await readWholeConfig(gateway.configText(setting({ urls: [], upstreams })), gateway.folder))
}
const notFound = { code: -32000, message: 'filter not found', data: { name: 'filter-not-found' } }

describe('a filter', () => {
  test.each(makers)('of %s is asked for at the node that made it, and at no other', async (method) => {
    const filters = await Promise.all([make(method), make(method), make(method)])
    expect(nodes.map((node) => node.filters.size)).toEqual([1, 1, 1])
    const found = new Set<string>()
    for (const id of filters) {
      const first = (await changes(id)).json.result[0] as string
      for (let round = 0; round < 3; round++) expect((await changes(id)).json.result).toEqual([first])
      found.add(first)
    }
    expect(found.size).toBe(3)
    expect(nodes.map((node) => node.filters.get('0x1'))).toEqual([4, 4, 4])
  })

  test('is still made and found after a reload whose store waits for a restart', async () => {
    const single = { network: 'single' }
    const id = (await ask('eth_newBlockFilter', [], single)).json.result
    const next = { ...setting(), more: { store: 'postgres://gate@db.example/tollgate' } }
    expect(gateway.reload(await readWholeConfig(gateway.configText(next), gateway.folder))).toEqual(['store'])
    expect((await changes(id, single)).json.error).toBeUndefined()
    expect((await ask('eth_newBlockFilter', [], single)).json.error).toBeUndefined()
  })

  test('is read whole, removed, and then gone, at the prices of the contract', async () => {
    const id = await make('eth_newFilter')
    const logs = await ask('eth_getFilterLogs', [id])
    expect([logs.json.error, logs.headers.get('x-credits-cost')]).toEqual([undefined, '255'])
    expect((await ask('eth_uninstallFilter', [id])).json.result).toBe(true)
    expect((await ask('eth_uninstallFilter', [id])).json.result).toBe(false)
    const gone = await changes(id)
    expect([gone.status, gone.json.error, gone.headers.get('x-credits-cost')]).toEqual([200, notFound, '0'])
  })

  test('is nothing to another key, on another network, or under the id that its node gave it', async () => {
    const id = await make()
    const before = nodes.map(({ requests }) => requests.length)
    expect((await changes(id, { of: await gateway.addKey() })).json.error).toEqual(notFound)
    expect((await changes(id, { network: 'other' })).json.error).toEqual(notFound)
    expect((await changes('0x1')).json.error).toEqual(notFound)
    for (const unknown of ['0x1', '0xabc', id.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))]) {
      const gone = await ask('eth_uninstallFilter', [unknown])
      expect([gone.json.result, gone.headers.get('x-credits-cost')]).toEqual([false, '0'])
    }
    expect(nodes.map(({ requests }) => requests.length)).toEqual(before)
  })

  test('waits for its node when that is down for a moment, and then goes on', async () => {
    const ids = [await make(), await make(), await make()]
    nodes[0]!.isAway = true
    for (let round = 0; round < 8; round++) await Promise.all(ids.map((id) => changes(id)))
    const errors = await Promise.all(ids.map(async (id) => (await changes(id)).json.error))
    expect(errors.filter(Boolean)).toMatchObject([{ code: -32603, data: { reason: 'no_upstream' } }])
    expect((await changes(await make())).json.error).toBeUndefined()
    nodes[0]!.isAway = false
    const going = async () => (await Promise.all(ids.map((id) => changes(id)))).map(({ json }) => json.error)
    await expectSoon(going, [undefined, undefined, undefined])
  })

  test('is asked once: a node hands out changes once, though no answer comes', async () => {
    const id = (await ask('eth_newBlockFilter', [], { network: 'single' })).json.result
    await changes(id, { network: 'single' })
    const { requests } = nodes[0]!
    const before = requests.length
    // The connection has served calls before, so a read would be repeated on another one.
    nodes[0]!.setScript(() => (requests.length === before + 1 ? { destroy: true } : { resultText: '[]' }))
    const { json } = await changes(id, { network: 'single' })
    expect([json.error.data.reason, requests.length]).toEqual(['no_upstream', before + 1])
  })

  test('is gone when its node leaves the configuration, and stays when others do', async () => {
    const ids = [await make(), await make(), await make()]
    const upstreams = nodes.slice(1).map(({ url }, index) => ({ name: `node-${index + 2}`, url }))
    gateway.reload(await readWholeConfig(gateway.configText(setting({ urls: [], upstreams })), gateway.folder))
    const errors = await Promise.all(ids.map(async (id) => (await changes(id)).json.error))
    expect(errors.filter((error) => error === undefined)).toHaveLength(2)
    expect(errors.find(Boolean)).toEqual(notFound)
  })

  test.each([
    ['its node moves to another URL', (): Promise<void> => useOnly(1)],
    ['its node restarts', async () => nodes[0]!.filters.clear()],
  ])('is gone when %s and counts from 1 again, and is not the newer filter of another key', async (_, change) => {
    await useOnly(0)
    const old = await make()
    await change()
    const other = await gateway.addKey()
    const newer = (await ask('eth_newBlockFilter', [], { of: other })).json.result
    expect((await changes(old)).json.error).toEqual(notFound)
    expect((await ask('eth_uninstallFilter', [old])).json.result).toBe(false)
    expect((await changes(newer, { of: other })).json.result).toHaveLength(1)
  })

  test('is refused on a network of several nodes that does not bind, in words upon which clients poll', async () => {
    const { error } = (await ask('eth_newBlockFilter', [], { network: 'plain' })).json
    expect(error).toMatchObject({ code: -32601, message: expect.stringMatching(/^the method .* does not exist/) })
  })

  test('is bound by default on a network of one node', async () => {
    const id = (await ask('eth_newBlockFilter', [], { network: 'single' })).json.result
    expect((await changes(id, { network: 'single' })).json.result).toHaveLength(1)
  })

  test('that its node forgot is gone for eth_uninstallFilter too, in the words of any node', async () => {
    const id = await make()
    for (const node of nodes)
      node.setScript(() => ({ json: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'filter not found' } } }))
    expect((await ask('eth_uninstallFilter', [id])).json.result).toBe(false)
  })

  test('whose node answers with no id is said to be a bad answer', async () => {
    for (const node of nodes) node.setScript(() => ({ resultText: '{"a":1}' }))
    expect((await ask('eth_newBlockFilter')).json.error.data.reason).toBe('bad_upstream_answer')
    for (const node of nodes) node.setScript(() => ({ resultText: `"0x${'a'.repeat(5_000)}"` }))
    expect((await ask('eth_newBlockFilter')).json.error.data.reason).toBe('bad_upstream_answer')
  })
})
