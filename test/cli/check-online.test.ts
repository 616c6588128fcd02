import { startAnvil } from '../../src/tools/demo/anvil.js'
import { CONFIG, Workplace } from '../support/command-line.js'
import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'

const place = new Workplace()

/** A node by what it answers to each method, or a function of the params; "!…" is its error. */
const answers = (results: Record<string, unknown>) =>
  startFakeUpstream(({ json }): FakeReply => {
    const given = results[json.method]
    const result = typeof given === 'function' ? given(...json.params) : given
    return typeof result === 'string' && result.startsWith('!')
      ? { json: { jsonrpc: '2.0', id: json.id, error: { code: -32000, message: result.slice(1) } } }
      : { json: { jsonrpc: '2.0', id: json.id, result } }
  })
const GOOD = { eth_chainId: '0x1', eth_blockNumber: '0xffff', eth_getStorageAt: `0x${'0'.repeat(64)}`, eth_getLogs: [] }
const oneBlock = ({ fromBlock, toBlock }: Record<string, string>) => (fromBlock === toBlock ? [] : '!range too wide')
const SOLANA = { getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', getSlot: 7 }

test('check --online reports what the nodes can and cannot do', async () => {
  const nodes: FakeUpstream[] = await Promise.all([
    answers(GOOD),
    answers({ ...GOOD, eth_chainId: '0x5', eth_blockNumber: '0xff00' }),
    answers({ ...GOOD, eth_getStorageAt: '!missing trie node at https://node/KEY', eth_getLogs: oneBlock }),
    answers(SOLANA),
  ])
  const [good, other, pruned, solana] = nodes.map(({ url }) => url)
  const write = (more: string) =>
    place.write(
      'tollgate.yaml',
      CONFIG.replace('{ name: a, url: "http://127.0.0.1:1" }', `{ name: a, url: "${good}" }${more}`).replace(
        'http://127.0.0.1:2',
        solana!,
      ),
    )
  write('')
  expect(await place.tollgate('check', '--online')).toMatchObject({ status: 0, stderr: '' })
  write(
    `, { name: b, url: "${other}" }, { name: c, url: "${pruned}", archive: true }, { name: d, url: "http://127.0.0.1:1" }`,
  )
  const ran = await place.tollgate('check', '--online', '--json')
  expect(ran.status).toBe(1)
  expect(
    JSON.parse(ran.stdout).nodes.map(({ upstream, findings }: { upstream: string; findings: string[] }) => [
      upstream,
      findings,
    ]),
  ).toEqual([
    ['a', []],
    ['b', ['is on chain 5, not on 1', 'is 255 blocks behind the newest one']],
    [
      'c',
      [
        'has not the state of block 1, though archive is true: -32000 missing trie node at …',
        'refuses eth_getLogs of 10000 blocks: -32000 range too wide; set maxBlockRange to what it takes',
      ],
    ],
    ['d', ['does not answer: econnrefused']],
    ['b', []],
  ])
  expect((await place.tollgate('check', '--online')).stdout).toMatch(/ethereum-mainnet b: is on chain 5, not on 1\n/)
  for (const node of nodes) await node.stop()
})

test('check --online quotes the first words of a refusal by HTTP, without addresses and HTML', async () => {
  const refusing = (raw: string) => startFakeUpstream(() => ({ raw, status: 403 }))
  const nodes = await Promise.all([
    refusing('invalid host specified\n'),
    refusing('see\thttps://node/KEY'),
    refusing('<html>no</html>'),
    answers(SOLANA),
  ])
  const [host, address, page, solana] = nodes.map(({ url }) => url)
  const upstreams = `{ name: a, url: "${host}" }, { name: b, url: "${address}" }, { name: c, url: "${page}" }`
  place.write(
    'tollgate.yaml',
    CONFIG.replace('{ name: a, url: "http://127.0.0.1:1" }', upstreams).replace('http://127.0.0.1:2', solana!),
  )
  const { stdout } = await place.tollgate('check', '--online', '--json')
  expect(JSON.parse(stdout).nodes.flatMap(({ findings }: { findings: string[] }) => findings)).toEqual([
    'does not answer: http_403 invalid host specified',
    'does not answer: http_403 see …',
    'does not answer: http_403',
  ])
  for (const node of nodes) await node.stop()
})

test('check --online repeats no key that a node echoes, and no control characters', async () => {
  const [key, password] = ['0a1b2c3d4e5f', 'pa55word-of-mine']
  // Longer than an excerpt, which then ends within the key.
  const echoed = (path: string) => `Route POST:${path} \u001b[2Jnot found ${'x'.repeat(66)} ${path} ${password}`
  const refusing = await startFakeUpstream(() => ({ raw: echoed(`/v3/${key}?token=${key}9`), status: 404 }))
  const failing = await answers({ ...GOOD, eth_blockNumber: `!${echoed(`/v3/${key}`)}` })
  const sockets = await startFakeSocketNode()
  sockets.answer(() => ({ error: { code: -32601, message: `invalid api key: ${key}` } }))
  const upstreams = [
    `{ name: a, url: "${refusing.url}/v3/${key}?token=${key}9", headers: { authorization: "Bearer ${password}" } }`,
    `{ name: b, url: "${failing.url}/v3/${key}", wsUrl: "${sockets.url}/${key}", headers: { x: ${password} } }`,
  ]
  place.write('tollgate.yaml', CONFIG.replace('{ name: a, url: "http://127.0.0.1:1" }', upstreams.join(', ')))
  const { stdout } = await place.tollgate('check', '--online', '--json')
  const said = JSON.parse(stdout).nodes.flatMap(({ findings }: { findings: string[] }) => findings)
  expect(said.slice(0, 3)).toEqual([
    expect.stringMatching(/^does not answer: http_404 Route POST:\/v3\/…\?token=… \[2Jnot found x+/),
    expect.stringMatching(/^does not tell its newest block: -32000 Route POST:\/v3\/… \[2Jnot found x+/),
    'its wsUrl refuses eth_subscribe: -32601 invalid api key: …',
  ])
  for (const secret of [key.slice(0, 4), password.slice(0, 4), '\\u001b']) expect(stdout).not.toContain(secret)
  await Promise.all([refusing, failing, sockets].map((node) => node.stop()))
})

test('check --online subscribes on the WebSocket of each node that has one', async () => {
  const [evm, solana, good, refusing] = await Promise.all([
    answers(GOOD),
    answers(SOLANA),
    startFakeSocketNode(),
    startFakeSocketNode(),
  ])
  refusing.answer(() => ({ error: { code: -32601, message: 'nothing at wss://node/KEY' } }))
  const run = async () => {
    const { stdout } = await place.tollgate('check', '--online', '--json')
    return JSON.parse(stdout).nodes.map((node: { hasWebSocket: boolean | null; findings: string[] }) => [
      node.hasWebSocket,
      node.findings,
    ])
  }
  const write = (wsUrl: string) =>
    place.write(
      'tollgate.yaml',
      CONFIG.replace('url: "http://127.0.0.1:1"', `url: "${evm.url}", wsUrl: "${good.url}"`).replace(
        'url: "http://127.0.0.1:2"',
        `url: "${solana.url}", wsUrl: "${wsUrl}"`,
      ),
    )
  write(refusing.url)
  expect(await run()).toEqual([
    [true, []],
    [false, ['its wsUrl refuses slotSubscribe: -32601 nothing at …']],
  ])
  expect(good.calls[0]).toMatchObject({ method: 'eth_subscribe', params: ['newHeads'] })
  write('ws://127.0.0.1:1')
  expect(await run()).toEqual([
    [true, []],
    [false, ['its wsUrl does not answer: econnrefused']],
  ])
  await Promise.all([evm, solana, good, refusing].map((node) => node.stop()))
})

test('check --online advises on maxBlockRange only where one block is answered', async () => {
  const node = await answers({ ...GOOD, eth_getLogs: '!the method does not exist' })
  place.write('tollgate.yaml', CONFIG.replace('http://127.0.0.1:1', node.url))
  const { stdout } = await place.tollgate('check', '--online').finally(() => node.stop())
  expect(stdout).toMatch(/: does not answer eth_getLogs: -32000 the method does not exist$/m)
  expect(stdout).not.toContain('maxBlockRange')
})

test.each([
  ['listen: { port: 8000 }\nadmin: { port: 8000 }', 'admin.port: is listen.port too, 8000'],
  ['admin: { host: "0.0.0.0", port: 8545 }', 'admin.port: is listen.port too, 8545'],
  ['store: sqlite:./nowhere/tollgate.db', 'store: there is no folder '],
  ['listen: { publicUrl: "https://a:b@c" }', 'listen.publicUrl: is a base address'],
  ['listen: { publicUrl: "https://a b" }', 'listen.publicUrl: is not a valid address'],
])('check refuses %s', async (text, message) => {
  place.write('tollgate.yaml', `${CONFIG}${text}\n`)
  const { status, stderr } = await place.tollgate('check')
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)])
})

test("check warns of a day's credits that never pay one call of the dearest method", async () => {
  const checked = async (dailyCredits: number) => {
    place.write('tollgate.yaml', CONFIG.replace('dailyCredits: 3000000', `dailyCredits: ${dailyCredits}`))
    const { status, stdout } = await place.tollgate('check', '--json')
    return { status, warnings: JSON.parse(stdout).warnings as string[] }
  }
  const warning =
    'dailyCredits of plan core must be at least 255, the price of eth_getLogs, or no account pays one call'
  expect(await checked(254)).toEqual({ status: 0, warnings: [warning] })
  expect(await checked(255)).toEqual({ status: 0, warnings: [] })
  expect(await checked(0)).toEqual({ status: 0, warnings: [] })
})

test('two listeners may have one port on two addresses, or each a free one', async () => {
  for (const text of ['admin: { host: 10.0.0.5, port: 8545 }', 'listen: { port: 0 }\nadmin: { port: 0 }']) {
    place.write('tollgate.yaml', `${CONFIG}${text}\n`)
    expect((await place.tollgate('check')).status).toBe(0)
  }
})

const NO_METHOD = { code: -32601, message: 'the method does not exist' }
/** A node that has these methods, and refuses params that none of them takes. */
const nodeWith = (methods: readonly string[], document?: object) =>
  startFakeUpstream(({ json }): FakeReply => {
    const known = GOOD[json.method as keyof typeof GOOD]
    if (known !== undefined) return { json: { jsonrpc: '2.0', id: json.id, result: known } }
    if (json.method === 'rpc.discover' && document !== undefined)
      return { json: { jsonrpc: '2.0', id: json.id, result: document } }
    const error = methods.includes(json.method) ? { code: -32602, message: 'too many arguments' } : NO_METHOD
    return { json: { jsonrpc: '2.0', id: json.id, error } }
  })
const online = async (url: string, before = '') => {
  place.write('tollgate.yaml', `${before}${CONFIG.replace('http://127.0.0.1:1', url)}`)
  const { stdout } = await place.tollgate('check', '--online')
  return /^ethereum-mainnet a: (has methods .*)$/m.exec(stdout)?.[1]
}

describe('the methods that a node has and no contract names', () => {
  test('are those that it does not refuse, and a contract that names them ends the remark', async () => {
    const node = await nodeWith(['eth_getBalance', 'eth_call', 'debug_traceCall'])
    expect(await online(node.url)).toBe(
      'has methods that no contract of the network names: debug_traceCall, eth_call, eth_getBalance (contracts: [ethereum-debug, ethereum])',
    )
    expect(node.requests.length).toBeLessThan(120)
    const asked = node.requests.map(({ json }) => json.method)
    // Nothing that runs without params and costs much, and nothing of chains for tests.
    expect(asked).not.toContain('txpool_content')
    expect(asked.filter((method) => /^(anvil|evm|hardhat)_/.test(method))).toEqual([])
    expect(await online(node.url, 'contracts: [ethereum]\n')).toBe(
      'has methods that no contract of the network names: debug_traceCall (contracts: [ethereum-debug])',
    )
    expect(await online(node.url, 'contracts: [ethereum, ethereum-debug]\n')).toBeUndefined()
    await node.stop()
  })

  test('are those of the document that it serves', async () => {
    const methods = [{ name: 'own_method' }, { name: 'eth_getLogs' }, null, { name: 7 }, { name: 'x'.repeat(99) }]
    const node = await nodeWith([], { methods })
    expect(await online(node.url)).toBe('has methods that no contract of the network names: own_method')
    await node.stop()
  })

  test('are not guessed at where the node answers anything to anything', async () => {
    const node = await answers(new Proxy(GOOD, { get: (all, name) => all[name as keyof typeof GOOD] ?? '!no' }))
    expect(await online(node.url)).toBeUndefined()
    await node.stop()
  })

  test('are found on a real node, which does nothing for it', async () => {
    const anvil = await startAnvil()
    expect(await online(anvil.url)).toMatch(/debug_\w+.* and \d+ more \(contracts: \[ethereum-debug, ethereum\]\)$/)
    await anvil.stop()
  })
})
