import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'

const storage = (slot: number) =>
  callOf('eth_getStorageAt', [`0x${'11'.repeat(20)}`, `0x${slot.toString(16)}`, 'latest'], slot)
const receipt = (byte: string) => callOf('eth_getTransactionReceipt', [`0x${byte.repeat(32)}`])

describe('a gateway whose node allows shared round trips', () => {
  let url: string
  const node = started(() => {
    const answer = ({ id, params }: { id: number; params: string[] }) => ({
      jsonrpc: '2.0',
      id,
      result: params[1] ?? null,
    })
    return startFakeUpstream(({ json }) => ({ json: Array.isArray(json) ? json.map(answer) : answer(json) }))
  })
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [], upstreams: [{ name: 'node-1', url: node.url, share: 'batch' }] } },
    }),
  )
  beforeAll(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })

  test('answers, and charges, each member of a batch by itself, with one question to the node', async () => {
    const calls = Array.from({ length: 10 }, (_, slot) => storage(slot))
    const { json, headers } = await post(url, calls)
    expect(json).toEqual(calls.map(({ id, params }) => ({ jsonrpc: '2.0', id, result: params[1] })))
    expect(headers.get('x-credits-cost')).toBe('800')
    expect(node.requests.map(({ json: body }) => body.length)).toEqual([10])
  })

  test('sends receipts, whose logs may be many, alone', async () => {
    const before = node.requests.length
    const { json } = await post(url, [storage(1), receipt('22'), storage(2), receipt('33')])
    expect(json).toHaveLength(4)
    const sizes = node.requests.slice(before).map(({ json: body }) => (Array.isArray(body) ? body.length : 1))
    expect(sizes.sort()).toEqual([1, 1, 2])
  })

  test('says in its log that round trips are shared', () => {
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ network: 'eth', upstream: 'node-1', isSharing: true }),
    )
  })
})
