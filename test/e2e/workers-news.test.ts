import { httpUrl } from '../support/addresses.js'
import { type FakeChainNode, startChainNode } from '../support/fake-chain.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post } from '../support/gateway.js'
import {
  createServeFolder,
  type ServeFolder,
  type ServeProcess,
  serveConfig,
  startServe,
} from '../support/serve-process.js'
import { startWriteNode } from '../support/write-node.js'

const [BEFORE, NEWEST] = [1_000, 1_001]
const NEWEST_HEX = `0x${NEWEST.toString(16)}`
const CALLS = 12

/** Numbers of calls before the new block. They move the turns of the workers and of the nodes. */
const MOVED = [0, 1, 2, 3]

const chains: FakeChainNode[][] = []
let writeNodes: FakeUpstream[]
let folder: ServeFolder
let gateway: ServeProcess
let key: string

const networkOf = (nodes: readonly FakeUpstream[], more: string) => {
  const upstreams = nodes.map(({ url }, index) => `{ name: node-${index}, url: "${url}" }`)
  return `family: evm, hosts: [], contracts: [ethereum], upstreams: [${upstreams.join(', ')}], ${more}`
}

/** Two workers; both have polled the chains' nodes at the block before, and poll no more. */
beforeAll(async () => {
  for (const _ of MOVED) chains.push(await Promise.all([0, 1].map(() => startChainNode({ head: BEFORE }))))
  writeNodes = await Promise.all([0, 1].map(() => startWriteNode()))
  const networks = {
    writes: networkOf(writeNodes, 'pollMs: 0'),
    ...Object.fromEntries(
      chains.map((nodes, moved) => [`moved-${moved}`, networkOf(nodes, 'pollMs: 60000, checkAnswers: 0')]),
    ),
  }
  folder = createServeFolder(serveConfig(networks))
  gateway = await startServe(folder.configFile, undefined, ['--workers', '2'])
  key = (await folder.createKey(Object.keys(networks).join())).key
})
afterAll(async () => {
  await gateway?.stop()
  folder?.remove()
  for (const node of [...chains.flat(), ...writeNodes]) await node.stop()
})

/** Makes a call on a new connection. The workers take connections in turn. */
const ask = async (network: string, method: string, params: unknown[] = []) => {
  const { json } = await post(httpUrl(gateway, network, key), callOf(method, params), { connection: 'close' })
  return json.result
}
const askOften = async (network: string, method: string, params: unknown[] = []) => {
  const results: unknown[] = []
  for (let call = 0; call < CALLS; call++) results.push(await ask(network, method, params))
  return results
}
const often = (result: unknown) => Array(CALLS).fill(result)

test.each(MOVED)('a block that one worker told a caller of is known at the other, turns moved by %d', async (moved) => {
  const network = `moved-${moved}`
  for (let call = 0; call < moved; call++) await ask(network, 'eth_blockNumber')
  chains[moved]![0]!.facts.head = NEWEST
  const numbers = (await askOften(network, 'eth_blockNumber')).map(Number)
  expect(numbers).toEqual([...numbers].sort())
  expect(numbers.at(-1)).toBe(NEWEST)
  const blocks = await askOften(network, 'eth_getBlockByNumber', [NEWEST_HEX, false])
  expect(blocks.map((block) => (block as { number: string } | null)?.number)).toEqual(often(NEWEST_HEX))
})

test('after a write at one worker its account reads from the node that took it at the other, too', async () => {
  for (let sent = 1; sent <= 3; sent++) {
    expect(await ask('writes', 'eth_sendRawTransaction', ['0x02c0'])).toBe(HASH)
    expect(await askOften('writes', 'eth_getTransactionCount', [ADDRESS, 'pending'])).toEqual(often(`0x${sent}`))
  }
})
