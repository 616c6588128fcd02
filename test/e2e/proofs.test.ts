import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { createEvmFixture, type EvmFixture } from '../../src/tools/demo/evm-fixture.js'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import type { FakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { type Bend, passTo, startProxy } from '../support/proxy.js'

const NOBODY = `0x${'12'.repeat(20)}`
const word = (value: number | bigint) => `0x${value.toString(16).padStart(64, '0')}`
const [LIMIT, ZERO] = [word(1234), word(0)]

/** Ways of a partner to lie about storage that holds 1234. */
const lies: Readonly<Record<string, Bend>> = {
  'another value': ({ method }, answer) =>
    method === 'eth_getStorageAt' ? { ...answer, result: word(1235) } : undefined,
  'zero, with a proof of another position': ({ method }, answer) => {
    if (method === 'eth_getStorageAt') return { ...answer, result: ZERO }
    return method === 'eth_getProof'
      ? { ...answer, result: { ...answer.result, storageProof: other.storageProof } }
      : undefined
  },
  'a proof with a changed node': bendProof((nodes) => nodes.map((node) => node.replace(/..$/, 'ff'))),
  'a proof without its last node': bendProof((nodes) => nodes.slice(0, -1)),
  'a proof without nodes': bendProof(() => []),
  'a proof of another account': ({ method }, answer) =>
    method === 'eth_getProof'
      ? { ...answer, result: { ...answer.result, accountProof: foreign.accountProof } }
      : undefined,
  'a proof that is an empty object': ({ method }, answer) =>
    method === 'eth_getProof' ? { ...answer, result: {} } : undefined,
  'a value that is none': ({ method }, answer) =>
    method === 'eth_getStorageAt' ? { ...answer, result: '0xyz' } : undefined,
}
/** Ways of an honest partner not to prove what it says. */
const excuses: Readonly<Record<string, Bend>> = {
  'does not know the method': refuse({ code: -32601, message: 'no such method' }),
  'left the branch': refuse({ code: -32000, message: 'hash is not currently canonical' }),
  'answers null': ({ method }, answer) => (method === 'eth_getProof' ? { ...answer, result: null } : undefined),
  'says too much': ({ method }) =>
    method === 'eth_getProof'
      ? { raw: `{"jsonrpc":"2.0","id":1,"result":{"more":"${'0'.repeat(400_000)}"}}` }
      : undefined,
  'does not answer': ({ method }) => (method === 'eth_getProof' ? { destroy: true } : undefined),
}

function bendProof(change: (nodes: string[]) => string[]): Bend {
  return ({ method }, answer) => {
    if (method !== 'eth_getProof') return undefined
    const [slot] = answer.result.storageProof
    return { ...answer, result: { ...answer.result, storageProof: [{ ...slot, proof: change(slot.proof) }] } }
  }
}
function refuse(error: object): Bend {
  return ({ method }) => (method === 'eth_getProof' ? { json: { jsonrpc: '2.0', id: 1, error } } : undefined)
}

let anvil: Anvil
let world: EvmFixture
let gateway: TestGateway
let key: string
/** The network's own node of all networks, polled; and one partner for each network. */
let own: FakeUpstream
const partners: Record<string, FakeUpstream> = {}
/**
 * The newest block that the own node showed before its outage; and one that it was never asked
 * about.
 */
let known: { number: string; hash: string }
let unknown: { number: string; hash: string }
// biome-ignore lint/suspicious/noExplicitAny: a node's proof
let foreign: any
// biome-ignore lint/suspicious/noExplicitAny: a node's proof
let other: any

const networkOf = (name: string) => name.replaceAll(/[^a-z]+/g, '-')
const ask = (network: string, params: unknown[]) =>
  post(httpUrl(gateway, network, key), callOf('eth_getStorageAt', params))
const told = ({ status, json, headers }: Awaited<ReturnType<typeof ask>>) => [
  status,
  json.result ?? json.error.data?.reason,
  headers.get('x-served-by'),
  headers.get('x-verified'),
]
const proofsCounted = async (network: string) => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^tollgate_proofs_total\{network="([^"]+)",outcome="(\w+)"\} (\d+)$/gm)]
      .filter(([, name]) => name === network)
      .map(([, , outcome, count]) => [outcome, Number(count)]),
  )
}
const blockAt = async (tag: string) => {
  const block = (await callNode(anvil.url, 'eth_getBlockByNumber', [tag, false])) as { number: string; hash: string }
  return { number: block.number, hash: block.hash }
}
beforeAll(async () => {
  anvil = await startAnvil()
  world = await createEvmFixture(anvil.url)
  unknown = await blockAt('0x2')
  known = await blockAt('latest')
  const at = { blockHash: known.hash }
  foreign = await callNode(anvil.url, 'eth_getProof', [NOBODY, [word(0)], at])
  other = await callNode(anvil.url, 'eth_getProof', [world.contractAddress, [word(5)], at])
  own = await startProxy(anvil.url)
  const networks: Record<string, object> = {}
  const add = async (name: string, bend?: Bend, change: object = {}) => {
    partners[name] = await startProxy(anvil.url, bend)
    networks[networkOf(name)] = {
      upstreams: [{ name: 'own', url: own.url, headers: { 'x-network': networkOf(name) } }],
      partner: { name: 'partner-1', url: partners[name]!.url, verifyProofs: true, ...change },
      pollMs: 500,
      cache: false,
    }
  }
  await add('honest')
  await add('trusted', undefined, { verifyProofs: false })
  for (const [name, bend] of Object.entries({ ...lies, ...excuses })) await add(name, bend)
  // Not polled: its node is asked when there is something to check.
  partners.pruned = await startProxy(anvil.url)
  networks.pruned = {
    urls: [own.url],
    partner: { name: 'partner-1', url: partners.pruned.url, verifyProofs: true },
    cache: false,
  }
  gateway = await startTestGateway({ networks: networks as never })
  key = await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })
  // Polls do not overlap: a network has taken in the block once it polls again.
  const hasPolled = (network: string) => {
    const asked = own.requests.filter(({ headers }) => headers['x-network'] === network).map(({ json }) => json.method)
    const block = asked.indexOf('eth_getBlockByNumber')
    return block >= 0 && asked.includes('eth_blockNumber', block)
  }
  const polled = Object.keys(networks).filter((network) => network !== 'pruned')
  await expectSoon(() => polled.every(hasPolled), true, 60_000)
})
afterAll(async () => {
  await gateway.stop()
  await Promise.all([own, ...Object.values(partners)].map((proxy) => proxy.stop()))
  await anvil.stop()
})

describe('during an outage of the network\u2019s own node', () => {
  beforeAll(async () => {
    own.setScript(() => ({ destroy: true }))
    await callNode(anvil.url, 'anvil_mine', ['0x2'])
  })

  test.each<[string, () => unknown[], () => string]>([
    ['a number', () => [world.contractAddress, world.plainPosition, known.number], () => LIMIT],
    ['an EIP-1898 number', () => [world.contractAddress, '0x0', { blockNumber: known.number }], () => LIMIT],
    ['a hash', () => [world.contractAddress, '0x0', known.hash], () => LIMIT],
    [
      'an EIP-1898 hash',
      () => [world.contractAddress, '0x0', { blockHash: known.hash.toUpperCase().replace('X', 'x') }],
      () => LIMIT,
    ],
    ['an element of a mapping', () => [world.contractAddress, world.mappingPosition, known.number], () => word(1000)],
    ['a position that holds nothing', () => [world.contractAddress, '0x77', known.number], () => ZERO],
    ['an account that does not exist', () => [NOBODY, '0x0', known.number], () => ZERO],
  ])('a partner\u2019s value is proven at a block that the node told of before: %s', async (_, params, value) => {
    expect(told(await ask('honest', params()))).toEqual([200, value(), 'partner', 'proof'])
  })

  test.each<[string, () => unknown]>([
    ['a block that the node never told of', () => unknown.number],
    ['a block that came after', () => '0x7fffff'],
    ['latest, which has moved on', () => 'latest'],
    ['finalized', () => 'finalized'],
  ])('is not proven at %s, and passed on without the header', async (_, block) => {
    const [status, , servedBy, verified] = told(await ask('honest', [world.contractAddress, '0x0', block()]))
    expect([status, servedBy, verified]).toEqual([200, 'partner', null])
  })

  test('nothing is asked of a partner that is trusted', async () => {
    const params = [world.contractAddress, '0x0', known.number]
    expect(told(await ask('trusted', params))).toEqual([200, LIMIT, 'partner', null])
    expect(partners.trusted!.requests.map(({ json }) => json.method)).toEqual(['eth_getStorageAt'])
  })

  test('browsers may read the header', async () => {
    const { headers } = await ask('honest', [world.contractAddress, '0x0', known.number])
    expect(headers.get('access-control-expose-headers')).toContain('X-Verified')
  })

  test('a batch says it only if all that the partner answered was proven', async () => {
    const call = (block: string) => callOf('eth_getStorageAt', [world.contractAddress, '0x0', block])
    const batch = async (...blocks: string[]) =>
      (await post(httpUrl(gateway, 'honest', key), blocks.map(call))).headers.get('x-verified')
    expect(await batch(known.number, known.hash)).toBe('proof')
    expect(await batch(known.number, 'latest')).toBeNull()
  })

  test.each(Object.keys(lies))('a partner that sends %s is refused, told of, and not asked again', async (name) => {
    const network = networkOf(name)
    const params = [world.contractAddress, '0x0', known.number]
    const before = gateway.logLines.length
    expect(told(await ask(network, params)).slice(0, 2)).toEqual([502, 'bad_upstream_answer'])
    expect(await proofsCounted(network)).toEqual({ wrong: 1 })
    const lines = gateway.logLines.slice(before)
    expect(lines).toContainEqual(expect.objectContaining({ level: 'warn', network, upstream: 'partner-1' }))
    const asked = partners[name]!.requests.length
    const [status, result] = told(await ask(network, params))
    expect([status, result]).toEqual([503, 'no_upstream'])
    expect(partners[name]!.requests.length).toBe(asked)
  })

  test.each(Object.keys(excuses))('a partner that %s when asked for a proof is passed on, unproven', async (name) => {
    const network = networkOf(name)
    const params = [world.contractAddress, '0x0', known.number]
    for (let round = 0; round < 2; round++)
      expect(told(await ask(network, params))).toEqual([200, LIMIT, 'partner', null])
    expect(await proofsCounted(network)).toEqual({ unproven: 2 })
  })
})

describe('when the network\u2019s own node has the blocks, but not the state', () => {
  beforeAll(() => {
    const gone = { code: -32000, message: 'missing trie node 11 (path ) state 0x11 is not available' }
    own.setScript(
      passTo(anvil.url, ({ method }) =>
        method === 'eth_getStorageAt' ? { json: { jsonrpc: '2.0', id: 1, error: gone } } : undefined,
      ),
    )
  })

  test.each<[string, () => unknown]>([
    ['a number', () => unknown.number],
    ['a hash', () => unknown.hash],
    ['latest', () => 'latest'],
    ['nothing, which means latest', () => undefined],
  ])('it is asked for the state root: %s', async (_, block) => {
    const params = [world.contractAddress, '0x0', block()].filter((param) => param !== undefined)
    expect(told(await ask('pruned', params))).toEqual([200, LIMIT, 'partner', 'proof'])
  })

  test('another value at latest is not held against the partner, which may see another block', async () => {
    partners.pruned!.setScript(
      passTo(anvil.url, ({ method }, answer) =>
        method === 'eth_getStorageAt' ? { ...answer, result: word(1) } : undefined,
      ),
    )
    expect(told(await ask('pruned', [world.contractAddress, '0x0', 'latest']))).toEqual([200, word(1), 'partner', null])
    // At a number it is a lie.
    expect(told(await ask('pruned', [world.contractAddress, '0x0', known.number])).slice(3)).toEqual([null])
    expect(await proofsCounted('pruned')).toEqual({ proven: 4, unproven: 1, wrong: 1 })
  })
})
