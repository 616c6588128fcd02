import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { operatorMethod, writeMethod } from '../support/operator-document.js'
import { startedEach } from '../support/started.js'
import { writtenContract } from '../support/written-contract.js'

const has: FakeReply = { resultText: '"0x2a"' }
const lacks = (code = -32601, message = 'the method does not exist/is not available'): FakeReply => ({
  json: { jsonrpc: '2.0', id: 1, error: { code, message } },
})
const inWords = lacks(-32000, 'the method eth_rare does not exist/is not available')
const contract = writtenContract([operatorMethod('eth_rare'), writeMethod('eth_rarelySent')])

let nodes: FakeUpstream[]
let url: string
let nowMs: number

beforeEach(async () => {
  nowMs = Date.now()
  nodes = await Promise.all([lacks(), has].map((reply) => startFakeUpstream(() => reply)))
})
const gateway = startedEach(() =>
  startTestGateway({
    // A second attempt at a slow call would add to the calls that the tests count.
    networks: { eth: { urls: nodes.map((node) => node.url), hedging: false } },
    contracts: [contract.file],
    admin: { token: ADMIN_TOKEN },
    ports: { nowMs: () => nowMs },
  }),
)
beforeEach(async () => {
  url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
})
afterEach(async () => {
  for (const node of nodes) await node.stop()
})
afterAll(() => contract.remove())

const counts = () => nodes.map(({ requests }) => requests.length)
const ask = (method = 'eth_rare') => post(url, callOf(method))
const takenOut = async () => {
  const { json } = await callApi(gateway.adminUrl, 'upstreams')
  return (json.result as { takenOut: object }[]).map((one) => one.takenOut)
}

describe('a method that a node lacks', () => {
  test.each(['eth_rare', 'eth_rarelySent'])('is asked elsewhere, at once and from then on: %s', async (method) => {
    for (let round = 0; round < 6; round++) expect((await ask(method)).json.result).toBe('0x2a')
    expect(counts()).toEqual([1, 6])
  })

  test('is no failure of the node, which is asked for other methods, and is shown', async () => {
    for (let round = 0; round < 4; round++) await ask()
    nodes[0]!.setScript(() => has)
    for (let round = 0; round < 4; round++) expect((await ask('eth_chainId')).json.result).toBe('0x2a')
    expect(counts()[0]).toBeGreaterThan(1)
    expect(await takenOut()).toEqual([{ eth_rare: 'no_method' }, {}])
  })

  test('is asked again after a rest, which is longer when it is lacking still', async () => {
    const askedAfter = async (ms: number) => {
      nowMs += ms
      const before = counts()[0]!
      for (let round = 0; round < 3; round++) await ask()
      return counts()[0]! - before
    }
    await ask()
    await ask()
    expect(await askedAfter(9_000)).toBe(0)
    expect(await askedAfter(2_000)).toBe(1)
    expect(await askedAfter(60_000)).toBe(0)
    expect(await askedAfter(30_000)).toBe(1)
    expect(await askedAfter(590_000)).toBe(0)
    expect(await askedAfter(60_000)).toBe(1)
    nodes[0]!.setScript(() => has)
    expect(await askedAfter(700_000)).toBeGreaterThan(0)
    expect(await takenOut()).toEqual([{}, {}])
  })

  test('by no node at all is one clear error, free of charge and asked of no node again', async () => {
    for (const node of nodes) node.setScript(() => lacks(-32600, 'Unsupported method: eth_rare on ETH_MAINNET'))
    const first = await ask()
    expect([first.status, first.headers.get('x-credits-cost')]).toEqual([200, '0'])
    expect(first.json.error).toEqual({
      code: -32601,
      message: 'the method eth_rare does not exist/is not available: no node of this network has it',
      data: { name: 'method-unavailable' },
    })
    const before = counts()
    expect((await ask()).json.error).toEqual(first.json.error)
    expect(counts()).toEqual(before)
  })

  test('in words that a caller may have chosen is taken from others once two accounts met it', async () => {
    nodes[0]!.setScript(() => inWords)
    const other = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    for (let round = 0; round < 6; round++) expect((await ask()).json.result).toBe('0x2a')
    expect([counts()[0], await takenOut()]).toEqual([3, [{}, {}]])
    for (let round = 0; round < 6; round++) await post(other, callOf('eth_rare'))
    expect([counts()[0], await takenOut()]).toEqual([4, [{ eth_rare: 'no_method' }, {}]])
  })

  test('in such words by every node is the one clear error, too, and keeps nothing from others', async () => {
    for (const node of nodes) node.setScript(() => inWords)
    for (let round = 0; round < 2; round++)
      expect((await ask()).json.error).toMatchObject({ code: -32601, data: { name: 'method-unavailable' } })
    expect(counts()).toEqual([2, 2])
    for (const node of nodes) node.setScript(() => has)
    const other = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    expect((await post(other, callOf('eth_rare'))).json.result).toBe('0x2a')
  })

  test('by the only node that answers is not said to be lacking everywhere', async () => {
    await nodes[1]!.stop()
    for (let round = 0; round < 2; round++) expect((await ask()).json.error.data.reason).toBe('no_upstream')
  })
})
