import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { freePort } from '../support/free-port.js'
import { callOf, HASH, post, STORAGE_CALL, startTestGateway, type TestGateway } from '../support/gateway.js'

/** Ways of a network's only node to be out of order. */
const outages: Readonly<Record<string, FakeReply | 'refused'>> = {
  refused: 'refused',
  reset: { destroy: true },
  'broken off': { stream: ['{"jsonrpc":"2.0","id":1,"res', { destroy: true }] },
  'status 500': { raw: 'oops', status: 500 },
  'status 503 with a JSON-RPC error': {
    raw: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"down"}}',
    status: 503,
  },
  'status 429': { raw: '{}', status: 429 },
  garbage: { raw: '<html>' },
  'wrong id': { raw: '{"jsonrpc":"2.0","id":7,"result":"0x1"}' },
  'no result': { raw: '{"jsonrpc":"2.0","id":1}' },
}
const healthy: Readonly<Record<string, FakeReply>> = {
  result: { resultText: '"0x1"' },
  null: { resultText: 'null' },
  'node error': { raw: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}' },
  'node error with status 400': {
    raw: '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}',
    status: 400,
  },
}
const others = [
  callOf('eth_blockNumber'),
  callOf('eth_chainId'),
  callOf('eth_getTransactionReceipt', [HASH]),
  callOf('eth_getLogs', [{}]),
]

describe('failover to the partner', () => {
  let nodes: FakeUpstream
  let partner: FakeUpstream
  let gateway: TestGateway
  const keys: Record<string, string> = {}
  const nameOf = (text: string) => text.toLowerCase().replaceAll(/\W+/g, '-')
  beforeAll(async () => {
    nodes = await startFakeUpstream(({ headers }) => {
      const name =
        headers.authorization === undefined
          ? ''
          : Buffer.from(headers.authorization.slice(6), 'base64').toString().split(':')[0]
      const found = Object.entries({ ...outages, ...healthy }).find(([key]) => nameOf(key) === name)
      return found![1] as FakeReply
    })
    partner = await startFakeUpstream(() => ({ resultText: '"0xpartner"' }))
    const refused = `http://127.0.0.1:${await freePort()}`
    // One fake node for all networks: the credentials in its URL say which.
    const networks = Object.fromEntries(
      [...Object.entries(outages), ...Object.entries(healthy)].map(([name, reply]) => [
        nameOf(name),
        {
          urls: [reply === 'refused' ? refused : nodes.url.replace('//', `//${nameOf(name)}:x@`)],
          partner: partner.url,
        },
      ]),
    )
    gateway = await startTestGateway({ networks })
    for (const plan of ['growth', 'core']) {
      for (const isFailoverOn of [true, false])
        keys[`${plan} ${isFailoverOn}`] = await gateway.addKey({}, { plan, isFailoverOn })
    }
  })
  afterAll(async () => {
    await gateway.stop()
    await Promise.all([nodes.stop(), partner.stop()])
  })
  const ask = async (network: string, who: string, call: object) => {
    const before = partner.requests.length
    const reply = await post(`${gateway.url}/${nameOf(network)}/v3/${keys[who]}`, call)
    return { reply, partnerAsked: partner.requests.length - before }
  }

  test.each(Object.keys(outages))(
    'happens for eth_getStorageAt when the node is %s, with plan and switch',
    async (outage) => {
      const { reply, partnerAsked } = await ask(outage, 'growth true', STORAGE_CALL)
      expect([reply.status, reply.text, partnerAsked]).toEqual([
        200,
        '{"jsonrpc":"2.0","id":1,"result":"0xpartner"}',
        1,
      ])
      expect(reply.headers.get('x-served-by')).toBe('partner')
      expect(reply.headers.get('x-credits-cost')).toBe('80')
      expect(JSON.stringify(gateway.logLines.at(-1))).toContain('partner-1')
    },
  )

  test.each(Object.keys(outages))('happens for nobody and nothing else when the node is %s', async (outage) => {
    const tries = [
      ...['growth false', 'core true', 'core false'].map((who) => [who, STORAGE_CALL] as const),
      ...others.map((call) => ['growth true', call] as const),
    ]
    for (const [who, call] of tries) {
      const { reply, partnerAsked } = await ask(outage, who, call)
      expect([who, partnerAsked, [502, 503].includes(reply.status)]).toEqual([who, 0, true])
      expect([reply.json.error.code, reply.headers.get('x-credits-cost')]).toEqual([-32603, '0'])
      expect(reply.headers.get('x-served-by')).toBeNull()
    }
  })

  test.each(Object.keys(healthy))('does not happen when the node answers (%s)', async (answer) => {
    const { reply, partnerAsked } = await ask(answer, 'growth true', STORAGE_CALL)
    expect([reply.status, partnerAsked]).toEqual([200, 0])
    expect(reply.headers.get('x-served-by')).toBe('upstream')
  })

  test('leaves a record: a metric, and a row with who, what, why and where', async () => {
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    const count = /tollgate_forwarded_total\{network="refused",method="eth_getStorageAt"\} (\d+)/.exec(metrics)
    expect(Number(count?.[1])).toBe(1)
    for (const secret of Object.values(keys)) expect(metrics).not.toContain(secret)
    expect(metrics).not.toMatch(/acc_|key_/)
  })

  test('an outage of the partner too is told as an outage', async () => {
    partner.setScript(() => ({ destroy: true }))
    const { reply } = await ask('refused', 'growth true', STORAGE_CALL)
    expect([reply.status, reply.json.error.data, reply.headers.get('x-credits-cost')]).toEqual([
      503,
      { reason: 'no_upstream' },
      '0',
    ])
  })
})

describe('several upstreams', () => {
  test.each(Object.entries(outages).filter(([, reply]) => reply !== 'refused') as [string, FakeReply][])(
    'answer for each other when one is %s',
    async (_name, fault) => {
      const [bad, good] = [
        await startFakeUpstream(() => fault),
        await startFakeUpstream(() => ({ resultText: '"0x1"' })),
      ]
      const gateway = await startTestGateway({ networks: { eth: { urls: [bad.url, good.url] } } })
      const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
      for (const call of [STORAGE_CALL, ...others]) expect((await post(url, call)).json.result).toBe('0x1')
      // The broken one is left alone for a while.
      // One that closes the connection without a byte is asked once more over another.
      expect([bad.requests.length, good.requests.length]).toEqual(['destroy' in fault ? 2 : 1, 5])
      expect((await fetch(`${gateway.adminUrl}/readyz`)).status).toBe(200)
      await gateway.stop()
      await Promise.all([bad.stop(), good.stop()])
    },
  )

  test('one that is silent uses up its share of the time only, and the call is charged once', async () => {
    const [silent, good] = [
      await startFakeUpstream(() => ({ hang: true })),
      await startFakeUpstream(() => ({ resultText: '"0x1"' })),
    ]
    const networks = { two: { urls: [silent.url, good.url] }, one: { urls: [silent.url], partner: good.url } }
    const gateway = await startTestGateway({ networks })
    const plain = await gateway.addKey()
    const growth = await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })
    const [two, one] = await Promise.all([
      post(`${gateway.url}/two/v3/${plain}`, STORAGE_CALL),
      post(`${gateway.url}/one/v3/${growth}`, STORAGE_CALL),
    ])
    expect([two.json.result, two.headers.get('x-credits-remaining')]).toEqual(['0x1', String(3_000_000 - 80)])
    expect([one.json.result, one.headers.get('x-served-by')]).toEqual(['0x1', 'partner'])
    expect(silent.abortedCount).toBe(2)
    await gateway.stop()
    await Promise.all([silent.stop(), good.stop()])
  })
})
