import { parseConfig } from '../../../../src/server/config/load.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { type ChainFacts, type FakeChainNode, startChainNode } from '../../../support/fake-chain.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { ADDRESS, callOf, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../../support/gateway.js'
import { ownPort } from '../../../support/own-port.js'

const POLL_MS = 100
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const action of undo.splice(0).reverse()) await action()
})

/** Nodes on ports of their own, at which another one can take their place. */
const startNodes = async (...facts: Partial<ChainFacts>[]): Promise<FakeChainNode[]> => {
  const nodes = await Promise.all(facts.map(async (one) => startChainNode(one, await ownPort())))
  for (const node of nodes) undo.push(() => node.stop())
  return nodes
}

/**
 * A gateway with one network over the nodes, polled ten times a second; `more` is configuration of
 * it and of each upstream. No call is asked of two nodes because a busy machine made it slow.
 */
const startOver = async (nodes: readonly { url: string }[], more: object = {}, upstreams: object[] = []) => {
  const network = {
    pollMs: POLL_MS,
    hedging: false,
    upstreams: nodes.map(({ url }, index) => ({ name: `node-${index + 1}`, url, ...upstreams[index] })),
    ...more,
  }
  const gateway = await startTestGateway({ networks: { eth: network } })
  undo.push(() => gateway.stop())
  const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  return { gateway, call: (body: object = STORAGE_CALL) => post(url, body) }
}

const WITHIN_MS = 5_000
/**
 * Makes a first call, again if it was refused. A node is asked for its chain before, and while a
 * busy machine does not run this process, that answer may come too late.
 */
const firstCall = (call: () => ReturnType<typeof post>) => expectSoon(async () => (await call()).status, 200, WITHIN_MS)
const metric = async (gateway: TestGateway, name: string): Promise<string[]> =>
  (await (await fetch(`${gateway.adminUrl}/metrics`)).text()).split('\n').filter((line) => line.startsWith(`${name}{`))
const stateOf = async (gateway: TestGateway, upstream: string): Promise<string | undefined> =>
  (await metric(gateway, 'tollgate_upstream_state'))
    .find((line) => line.includes(`upstream="${upstream}"`) && line.endsWith(' 1'))
    ?.match(/state="(\w+)"/)?.[1]
const headOf = async (gateway: TestGateway, upstream: string) =>
  Number((await metric(gateway, 'tollgate_upstream_head')).find((line) => line.includes(upstream))?.split(' ')[1])
const changes = (gateway: TestGateway) =>
  gateway.logLines
    .filter(({ message }) => message === 'upstream state')
    .map(({ upstream, from, to, reason }) => `${upstream} ${from} ${to} ${reason}`)
/**
 * The changes but for those to `slow` and back: while a busy machine does not run this process, the
 * answer to a poll is late.
 */
const lastingChanges = (gateway: TestGateway) =>
  changes(gateway)
    .map((change) => change.replace(' slow ', ' up '))
    .filter((change) => !change.includes(' up up '))
const storageCalls = (node: FakeChainNode) => node.asked('eth_getStorageAt')

describe('a node of the wrong chain', () => {
  test('is never used, from the first call on: its chain is not the one that is configured', async () => {
    const nodes = await startNodes({ chainId: 2 }, { chainId: 1 })
    const { gateway, call } = await startOver(nodes, { chainId: 1 })
    await firstCall(call)
    for (let count = 1; count < 10; count++) expect((await call()).status).toBe(200)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)
    expect(nodes.map(storageCalls)).toEqual([0, 10])
    const ofWrongNode = changes(gateway).filter((line) => line.startsWith('node-1'))
    // On a busy machine the node's first answers may be late. Then it is down for that reason
    // before its chain is known.
    expect(ofWrongNode.at(-1)).toMatch(/ down (wrong_chain|poll_failed)$/)
    expect(ofWrongNode.join()).not.toMatch(/ down up /)
    await expectSoon(() => nodes[0]!.asked('eth_chainId') > 0, true, WITHIN_MS)
  })

  test('is not used when it is the only one, not even as the last resort', async () => {
    const nodes = await startNodes({ chainId: 2 })
    const { gateway, call } = await startOver(nodes, { chainId: 1 })
    for (let count = 0; count < 5; count++) expect((await call()).json.error.data.reason).toBe('no_upstream')
    expect(storageCalls(nodes[0]!)).toBe(0)
    const ready = await fetch(`${gateway.adminUrl}/readyz`)
    expect(await ready.json()).toMatchObject({ networksDown: ['eth'] })
  })

  test('is that of the first upstream in the file that answers, when none is configured', async () => {
    const nodes = await startNodes({ chainId: 'unknown' }, { chainId: 7 }, { chainId: 1 }, { chainId: 7 })
    const { gateway, call } = await startOver(nodes)
    await firstCall(call)
    for (let count = 1; count < 12; count++) expect((await call()).status).toBe(200)
    await expectSoon(() => stateOf(gateway, 'node-3'), 'down', WITHIN_MS)
    // They take turns, but for one whose answer to a poll was late.
    const areAsked = async () => (await call()) && nodes.map((node) => storageCalls(node) > 0)
    await expectSoon(areAsked, [true, true, false, true], WITHIN_MS)
  })

  test('is found when it takes the place of a right one', async () => {
    const nodes = await startNodes({}, {})
    const { gateway, call } = await startOver(nodes, { chainId: 1 })
    await call()
    const [first] = nodes
    const { port } = first!
    await first!.stop()
    await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)
    const impostor = await startFakeUpstream(
      ({ json }) => ({ resultText: json.method === 'eth_chainId' ? '"0x2"' : '"0x3e8"' }),
      port,
    )
    undo.push(() => impostor.stop())
    const isAskedForItsChain = () => impostor.requests.some(({ json }) => json.method === 'eth_chainId')
    await expectSoon(isAskedForItsChain, true, WITHIN_MS)
    for (let count = 0; count < 10; count++) expect((await call()).status).toBe(200)
    expect(impostor.requests.filter(({ json }) => json.method === 'eth_getStorageAt')).toEqual([])
    expect(await stateOf(gateway, 'node-1')).toBe('down')
  })

  test('is checked by its first block as well', async () => {
    const nodes = await startNodes({ fork: 'b' }, {})
    const genesis = `0x${Buffer.from('a:0').toString('hex').padStart(64, '0')}`
    const { call } = await startOver(nodes, { genesisHash: genesis.toUpperCase().replace('0X', '0x') })
    await firstCall(call)
    for (let count = 1; count < 6; count++) expect((await call()).status).toBe(200)
    expect(nodes.map(storageCalls)).toEqual([0, 6])
  })
})

describe('the poll', () => {
  test('finds a frozen node without a call, and sees it back within two seconds', async () => {
    const nodes = await startNodes({}, {})
    const { gateway, call } = await startOver(nodes)
    await expectSoon(() => headOf(gateway, 'node-2'), 1_000, WITHIN_MS)
    const before = changes(gateway).length
    nodes[0]!.facts.isFrozen = true
    // The node is `slow` on the way, unless this machine is so busy that every answer is late.
    expect(await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)).toBeLessThan(3_500)
    const requests = nodes[0]!.requests.length
    const startedMs = performance.now()
    for (let count = 0; count < 10; count++) expect((await call()).status).toBe(200)
    expect(storageCalls(nodes[0]!)).toBe(0)
    // Polls of a node never overlap: a frozen node gets one a second, not ten.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const seconds = (performance.now() - startedMs) / 1_000
    expect(nodes[0]!.requests.length - requests).toBeLessThanOrEqual(2 + seconds)
    nodes[0]!.facts.isFrozen = false
    expect(await expectSoon(() => stateOf(gateway, 'node-1'), 'up', WITHIN_MS)).toBeLessThan(2_000)
    // The probe that waited all the time is answered late, the next one in time.
    const isFall = (change: string) => change.startsWith('node-1') && change.endsWith(' down poll_failed')
    const seen = changes(gateway).slice(before)
    const sinceFall = seen.slice(seen.findIndex(isFall)).filter((change) => change.startsWith('node-1'))
    const recovery = sinceFall.slice(0, sinceFall.findIndex((change) => change.endsWith(' up answers')) + 1)
    expect(recovery.filter(isFall)).toHaveLength(1)
    expect([recovery.at(-1), recovery.length <= 3]).toEqual([
      expect.stringMatching(/^node-1 (down|slow) up answers$/),
      true,
    ])
    const falls =
      'tollgate_upstream_state_changes_total{network="eth",upstream="node-1",state="down",reason="poll_failed"}'
    const differences = async () => {
      const counted = await metric(gateway, 'tollgate_upstream_state_changes_total')
      const sum = counted.reduce((total, line) => total + Number(line.split(' ')[1]), 0)
      const told = changes(gateway)
      return [sum - told.length, counted.includes(`${falls} ${told.filter(isFall).length}`)]
    }
    await expectSoon(differences, [0, true])
  })

  test('sees a node that was away back within two seconds, and a network of one works at the first call', async () => {
    const nodes = await startNodes({})
    const { gateway, call } = await startOver(nodes)
    expect((await call()).status).toBe(200)
    const { port } = nodes[0]!
    await nodes[0]!.stop()
    await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)
    expect((await call()).status).toBe(503)
    const back = await startFakeUpstream(() => ({ resultText: '"0x1"' }), port)
    undo.push(() => back.stop())
    expect((await call()).status).toBe(200)
    expect(await expectSoon(() => stateOf(gateway, 'node-1'), 'up', WITHIN_MS)).toBeLessThan(2_000)
  })

  test('asks a node whose connections all carry calls, and finds it well', async () => {
    const held: (() => void)[] = []
    const node = await startFakeUpstream(async ({ json }) => {
      if (json.method === 'eth_getStorageAt') await new Promise<void>((resolve) => held.push(resolve))
      return { resultText: json.method === 'eth_getBlockByNumber' ? 'null' : '"0x1"' }
    })
    const network = { pollMs: POLL_MS, upstreams: [{ name: 'node-1', url: node.url }] }
    const gateway = await startTestGateway({ networks: { eth: network }, limits: { maxUpstreamConnections: 4 } })
    undo.push(
      () => node.stop(),
      () => gateway.stop(),
    )
    const urls = await Promise.all([1, 2].map(async () => `${gateway.url}/eth/v3/${await gateway.addKey()}`))
    const storage = (id: number) => callOf('eth_getStorageAt', [ADDRESS, `0x${id}`, 'latest'], id)
    const answers = [post(urls[0]!, [1, 2, 3].map(storage))]
    await expectSoon(() => held.length, 3, WITHIN_MS)
    answers.push(post(urls[1]!, storage(4)))
    await expectSoon(() => held.length, 4, WITHIN_MS)
    const polls = () => node.requests.filter(({ json }) => json.method === 'eth_blockNumber').length
    const before = polls()
    await expectSoon(() => polls() >= before + 5, true, WITHIN_MS)
    expect(changes(gateway).filter((change) => change.includes(' down '))).toEqual([])
    for (const answer of held) answer()
    await Promise.all(answers)
  })

  test('does not close the circuit for good while calls fail', async () => {
    const nodes = await startNodes({ isBroken: true }, {})
    const { gateway, call } = await startOver(nodes)
    await firstCall(call)
    const endMs = performance.now() + 2_500
    let calls = 1
    for (; performance.now() < endMs; calls++) {
      expect((await call()).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    // Three to open it, then one for each rest that is over.
    expect(storageCalls(nodes[0]!)).toBeLessThanOrEqual(3 + 4)
    expect(storageCalls(nodes[1]!)).toBe(calls)
    nodes[0]!.facts.isBroken = false
    await expectSoon(async () => (await call()).status === 200 && storageCalls(nodes[0]!) > 10, true, 4_000)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'up')
  })

  test('asks little of a node where nothing happens', async () => {
    const nodes = await startNodes({}, {})
    const node = nodes[0]!
    const startedMs = performance.now()
    await startOver(nodes)
    await expectSoon(() => node.asked('eth_blockNumber') >= 10, true, WITHIN_MS)
    const passedMs = performance.now() - startedMs
    expect(node.asked('eth_blockNumber')).toBeLessThanOrEqual(2 + passedMs / POLL_MS)
    // The poller asks for the newest block once, and for the final one every three seconds.
    const blocks = node.asked('eth_getBlockByNumber')
    expect([blocks >= 2, blocks <= 2 + Math.floor(passedMs / 3_000)]).toEqual([true, true])
    expect(node.asked('eth_chainId')).toBeLessThanOrEqual(2)
  })

  test('ends when the gateway stops, and when the network leaves the configuration', async () => {
    const nodes = await startNodes({}, {})
    const { gateway } = await startOver([nodes[0]!])
    const text = gateway.configText({ networks: { eth: { urls: [nodes[1]!.url], pollMs: POLL_MS } } })
    const { config } = parseConfig(text, { path: gateway.folder, env: {}, fileExists: () => true })
    gateway.reload(config!)
    // By its third round, one of the old network that was under way is over.
    await expectSoon(() => nodes[1]!.asked('eth_blockNumber') > 2, true, WITHIN_MS)
    const before = nodes[0]!.requests.length
    await new Promise((resolve) => setTimeout(resolve, 3 * POLL_MS))
    expect(nodes[0]!.requests.length).toBe(before)
    await undo.pop()!()
    const after = nodes[1]!.requests.length
    await new Promise((resolve) => setTimeout(resolve, 3 * POLL_MS))
    expect(nodes[1]!.requests.length).toBe(after)
  })
})

describe('heads', () => {
  test('of a lagging node make it behind: it is asked after the others, until it has caught up', async () => {
    const nodes = await startNodes({ head: 990 }, {}, {})
    const { gateway, call } = await startOver(nodes)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'behind', WITHIN_MS)
    for (let count = 0; count < 10; count++) await call()
    const [lagging, ...others] = nodes.map(storageCalls)
    expect([lagging, others[0]! + others[1]!]).toEqual([0, 10])
    nodes[0]!.facts.head = 1_000
    expect(await expectSoon(() => stateOf(gateway, 'node-1'), 'up', WITHIN_MS)).toBeLessThan(2_000)
  })

  test('leave a lagging node behind when another goes away, and report each change once', async () => {
    const nodes = await startNodes({ head: 990 }, {}, {})
    const { gateway } = await startOver(nodes)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'behind', WITHIN_MS)
    await nodes[1]!.stop()
    await expectSoon(() => stateOf(gateway, 'node-2'), 'down', WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 5 * POLL_MS))
    expect(lastingChanges(gateway)).toEqual(['node-1 up behind lag', 'node-2 up down poll_failed'])
  })

  test('of a node that comes back far behind make it behind before it is asked', async () => {
    const nodes = await startNodes({}, {})
    const { gateway, call } = await startOver(nodes)
    await firstCall(call)
    for (const node of ['node-1', 'node-2']) await expectSoon(() => headOf(gateway, node), 1_000, WITHIN_MS)
    const { port } = nodes[0]!
    await nodes[0]!.stop()
    await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)
    const before = changes(gateway).length
    const back = await startChainNode({ head: 900 }, port)
    undo.push(() => back.stop())
    await expectSoon(async () => (await call()) && stateOf(gateway, 'node-1'), 'behind', WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 10 * POLL_MS))
    for (let count = 0; count < 10; count++) await call()
    const ofNode = changes(gateway)
      .slice(before)
      .filter((change) => change.startsWith('node-1'))
    expect([ofNode, storageCalls(back)]).toEqual([['node-1 down behind lag'], 0])
    back.facts.head = 1_000
    await expectSoon(() => stateOf(gateway, 'node-1'), 'up', WITHIN_MS)
  })

  test('of a node that was down at the start, and comes far behind, make it behind before it is asked', async () => {
    const port = await ownPort()
    const [leader] = await startNodes({})
    const { gateway, call } = await startOver([{ url: `http://127.0.0.1:${port}` }, leader!])
    await expectSoon(() => stateOf(gateway, 'node-1'), 'down', WITHIN_MS)
    await expectSoon(() => headOf(gateway, 'node-2'), 1_000, WITHIN_MS)
    const late = await startChainNode({ head: 900 }, port)
    undo.push(() => late.stop())
    await expectSoon(async () => (await call()) && stateOf(gateway, 'node-1'), 'behind', WITHIN_MS)
    const ofNode = changes(gateway).filter((change) => change.startsWith('node-1'))
    expect([ofNode.at(-1), storageCalls(late)]).toEqual(['node-1 down behind lag', 0])
  })

  test('of two nodes count when blocks are shown, not when they are only claimed', async () => {
    const nodes = await startNodes({ head: 990 }, {})
    const { gateway } = await startOver(nodes)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'behind', WITHIN_MS)
    nodes[0]!.facts.head = 1_000
    await expectSoon(() => stateOf(gateway, 'node-1'), 'up', WITHIN_MS)
    nodes[1]!.facts.lie = 500
    await expectSoon(() => headOf(gateway, 'node-2'), 1_500, WITHIN_MS)
    await new Promise((resolve) => setTimeout(resolve, 5 * POLL_MS))
    expect(changes(gateway).filter((change) => change.endsWith(' behind lag'))).toHaveLength(1)
  })

  test('of a node that forges blocks upon those of two honest ones, which grow, are not believed', async () => {
    const nodes = await startNodes({ head: 999_999_999 }, {}, {})
    const growing = setInterval(() => {
      for (const node of nodes.slice(1)) node.facts.head += 1
    }, 200)
    undo.push(async () => clearInterval(growing))
    const { gateway, call } = await startOver(nodes)
    const numbers: number[] = []
    for (let count = 0; count < 40; count++) {
      await call()
      if (count % 4 === 0) numbers.push(Number((await call(callOf('eth_blockNumber'))).json.result))
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    expect(Math.max(...numbers)).toBeLessThan(2_000)
    expect(
      nodes
        .slice(1)
        .map(storageCalls)
        .every((calls) => calls > 5),
    ).toBe(true)
    expect(changes(gateway).filter((change) => change.includes('behind'))).toEqual([])
  })

  test('of one node that goes on count when two others have stopped', async () => {
    const nodes = await startNodes({ head: 1_100 }, {}, {})
    const { gateway } = await startOver(nodes)
    await expectSoon(() => stateOf(gateway, 'node-2'), 'behind', 20_000)
    await expectSoon(() => stateOf(gateway, 'node-1'), 'up')
  })

  test.each<[string, Partial<ChainFacts>[]]>([
    ['a liar of three', [{ lie: 5_000 }, {}, {}]],
    ['a liar of two', [{}, { lie: 5_000 }]],
    ['one that lags far behind', [{ head: 500 }, {}, {}]],
    ['a liar and one that lags', [{ lie: 5_000 }, {}, { head: 500 }, {}]],
  ])('keep the boundary of a near-head network right in spite of %s', async (_, facts) => {
    const nodes = await startNodes(...facts)
    const { call } = await startOver(nodes, { recentBlocks: 128 })
    const at = async (block: number) => {
      const params = [`0x${'11'.repeat(20)}`, '0x0', `0x${block.toString(16)}`]
      const { json } = await call(callOf('eth_getStorageAt', params))
      return json.error?.code ?? 'answered'
    }
    const verdicts = async (oldest: number) => [await at(oldest), await at(oldest - 1)]
    expect(await verdicts(1_000 - 127)).toEqual(['answered', -32002])
    for (const node of nodes) node.facts.head += 1
    expect(await verdicts(1_001 - 127)).toEqual(['answered', -32002])
  })
})

test('calls take turns by weight, and stay below the calls per second', async () => {
  const nodes = await startNodes({}, {}, {})
  const startedMs = performance.now()
  const { call } = await startOver(nodes, { pollMs: 0 }, [{ weight: 3 }, { weight: 0 }, { callsPerSecond: 1 }])
  for (let count = 0; count < 20; count++) expect((await call()).status).toBe(200)
  const [heavy, spare, limited] = nodes.map(storageCalls)
  const seconds = (performance.now() - startedMs) / 1_000
  expect([spare, limited! <= 2 + seconds, heavy! + limited!]).toEqual([0, true, 20])
})
