import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'

const hex = (number: number) => `0x${number.toString(16)}`
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const HEAD = 1_000
const OLDEST = HEAD - 127
const ANSWERED = 'answered'

describe('a near-head network of 128 blocks', () => {
  let upstream: FakeUpstream
  let gateway: TestGateway
  let url: string
  let head = HEAD
  let nowMs = Date.UTC(2026, 10, 21)
  const tags: Record<string, () => number> = {
    latest: () => head,
    pending: () => head + 1,
    safe: () => head - 32,
    finalized: () => head - 64,
    earliest: () => 0,
  }
  beforeAll(async () => {
    upstream = await startFakeUpstream(({ json }) => {
      const [first] = json.params
      if (json.method === 'eth_blockNumber') return { resultText: `"${hex(head)}"` }
      if (json.method === 'eth_getBlockByNumber')
        return { json: { jsonrpc: '2.0', id: 1, result: { number: hex(tags[first]!()) } } }
      if (json.method === 'eth_getBlockByHash') {
        return {
          json: { jsonrpc: '2.0', id: 1, result: Number(first) > 5_000 ? null : { number: hex(Number(first)) } },
        }
      }
      return { resultText: `"${ANSWERED}"` }
    })
    gateway = await startTestGateway({
      networks: { near: { urls: [upstream.url], recentBlocks: 128 } },
      ports: { nowMs: () => nowMs },
    })
    url = `${gateway.url}/near/v3/${await gateway.addKey()}`
  })
  beforeEach(() => {
    head = HEAD
    nowMs += 60_000
  })
  afterAll(async () => {
    await gateway.stop()
    await upstream.stop()
  })
  const verdict = async (call: object) => {
    const { json } = await post(url, call)
    return json.result ?? json.error.code
  }
  const storage = (block: unknown) => callOf('eth_getStorageAt', [ADDRESS, '0x0', block])
  const logs = (filter: object) => callOf('eth_getLogs', [filter])

  test.each<[unknown, string | number]>([
    [hex(OLDEST), ANSWERED],
    [hex(OLDEST - 1), -32002],
    ['0x0', -32002],
    [hex(HEAD), ANSWERED],
    [hex(HEAD + 9), ANSWERED],
    ['latest', ANSWERED],
    ['pending', ANSWERED],
    ['safe', ANSWERED],
    ['finalized', ANSWERED],
    ['earliest', -32002],
    [{ blockNumber: hex(OLDEST) }, ANSWERED],
    [{ blockNumber: hex(OLDEST - 1) }, -32002],
    [{ blockNumber: 'earliest' }, -32002],
    [{ blockHash: hashOf(OLDEST) }, ANSWERED],
    [{ blockHash: hashOf(OLDEST - 1) }, -32002],
    [hashOf(OLDEST - 1), -32002],
    // No node has shown the block, so the node judges.
    [hashOf(6_000), ANSWERED],
    [undefined, ANSWERED],
    [null, ANSWERED],
  ])('storage at %j: %s', async (block, expected) => {
    expect(await verdict(storage(block))).toBe(expected)
  })

  test.each<[object, string | number]>([
    [{ fromBlock: hex(OLDEST), toBlock: hex(HEAD) }, ANSWERED],
    [{ fromBlock: hex(OLDEST - 1), toBlock: hex(HEAD) }, -32002],
    [{ fromBlock: 'earliest' }, -32002],
    [{ fromBlock: 'earliest', toBlock: 'latest' }, -32002],
    [{ toBlock: hex(OLDEST - 1) }, -32002],
    [{ fromBlock: 'finalized', toBlock: 'latest' }, ANSWERED],
    [{ blockHash: hashOf(OLDEST) }, ANSWERED],
    [{ blockHash: hashOf(OLDEST - 1) }, -32002],
    [{}, ANSWERED],
    [{ fromBlock: null, toBlock: null }, ANSWERED],
  ])('logs of %j: %s', async (filter, expected) => {
    expect(await verdict(logs(filter))).toBe(expected)
  })

  test('moves with the head', async () => {
    expect(await verdict(storage(hex(OLDEST)))).toBe(ANSWERED)
    head = HEAD + 1
    expect(await verdict(storage(hex(OLDEST)))).toBe(-32002)
    expect(await verdict(storage(hex(OLDEST + 1)))).toBe(ANSWERED)
  })

  test('serves earliest while the chain is young', async () => {
    head = 127
    expect(await verdict(storage('earliest'))).toBe(ANSWERED)
    head = 128
    expect(await verdict(storage('earliest'))).toBe(-32002)
  })

  test('recovers from a head that was wrong once, or went back', async () => {
    head = 0xffffffff
    expect(await verdict(storage(hex(HEAD)))).toBe(-32002)
    head = HEAD
    nowMs += 10_000
    expect(await verdict(storage(hex(HEAD)))).toBe(ANSWERED)
  })

  test('refuses free of charge, and without a question for each refusal', async () => {
    expect(await verdict(storage('0x1'))).toBe(-32002)
    const asked = upstream.requests.length
    const reply = await post(
      url,
      Array.from({ length: 100 }, (_, id) => ({ ...storage('0x1'), id })),
    )
    expect(reply.headers.get('x-credits-cost')).toBe('0')
    expect(upstream.requests.length - asked).toBe(1)
  })

  test('says what it can: the oldest block served and the latest', async () => {
    const { json } = await post(url, storage('0x1'))
    expect(json.error).toEqual({
      code: -32002,
      message: 'only the latest 128 blocks are available on this network',
      data: { name: 'outside-window', oldestBlock: hex(OLDEST), latestBlock: hex(HEAD) },
    })
  })
})
