import { type MethodName, methods } from '../../../generated/methods.js'
import { ADMIN_TOKEN, callApi } from '../../support/admin-api.js'
import { type FakeReply, startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, STORAGE_CALL, startTestGateway, type TestReply } from '../../support/gateway.js'
import { ownPort } from '../../support/own-port.js'
import { started } from '../../support/started.js'

const errorOf = (code: number, message: string): FakeReply => ({
  raw: `{"jsonrpc":"2.0","id":1,"error":${JSON.stringify({ code, message })}}`,
})

/**
 * What is wrong with the network's only node, what its callers are told, and the reason on record
 * when the partner was asked.
 */
interface Outage {
  readonly reply: FakeReply | 'refused'
  readonly told: 'no_upstream' | 'bad_upstream_answer' | 'upstream_timeout' | "the node's error"
  readonly reason: string
}
const outages: Readonly<Record<string, Outage>> = {
  refused: { reply: 'refused', told: 'no_upstream', reason: 'unreachable' },
  reset: { reply: { destroy: true }, told: 'no_upstream', reason: 'unreachable' },
  'broken off': {
    reply: { stream: ['{"jsonrpc":"2.0","id":1,"res', { destroy: true }] },
    told: 'no_upstream',
    reason: 'unreachable',
  },
  frozen: { reply: { hang: true }, told: 'upstream_timeout', reason: 'upstream_timeout' },
  'status 500': { reply: { raw: 'oops', status: 500 }, told: 'no_upstream', reason: 'http_error' },
  'status 429': { reply: { raw: '{}', status: 429 }, told: 'no_upstream', reason: 'rate_limited' },
  nonsense: { reply: { raw: '<html>' }, told: 'bad_upstream_answer', reason: 'bad_upstream_answer' },
  'wrong id': {
    reply: { raw: '{"jsonrpc":"2.0","id":7,"result":"0x1"}' },
    told: 'bad_upstream_answer',
    reason: 'bad_upstream_answer',
  },
  'no result': {
    reply: { raw: '{"jsonrpc":"2.0","id":1}' },
    told: 'bad_upstream_answer',
    reason: 'bad_upstream_answer',
  },
  syncing: { reply: errorOf(-32008, 'Initial sync is still in progress'), told: "the node's error", reason: 'syncing' },
  'missing state': {
    reply: errorOf(-32000, 'missing trie node 5c99 (path )'),
    told: "the node's error",
    reason: 'no_state',
  },
  'over its limit': {
    reply: errorOf(-32005, 'daily request count exceeded, request rate limited'),
    told: "the node's error",
    reason: 'rate_limited',
  },
}
/** Nodes that answer; the partner has no business with any of them. */
const healthy: Readonly<Record<string, FakeReply | undefined>> = {
  answering: undefined,
  'answering with an error': errorOf(-32000, 'execution aborted'),
  'refusing the params': errorOf(-32602, 'invalid block range params'),
  'answering an unknown error': errorOf(-31999, 'a new wording'),
}
const calls: Readonly<Partial<Record<MethodName, object>>> = {
  eth_getStorageAt: STORAGE_CALL,
  eth_blockNumber: callOf('eth_blockNumber'),
  eth_chainId: callOf('eth_chainId'),
  eth_getTransactionReceipt: callOf('eth_getTransactionReceipt', [HASH]),
  eth_getLogs: callOf('eth_getLogs', [{}]),
}
const results: Readonly<Record<string, string>> = {
  eth_getStorageAt: `"0x${'0'.repeat(63)}1"`,
  eth_getTransactionReceipt: 'null',
  eth_getLogs: '[]',
}
const PARTNERS = `0x${'0'.repeat(63)}2`

type Row = readonly [node: string, method: MethodName, plan: 'growth' | 'core', isOn: boolean]
const rowsOf = (nodes: object): Row[] =>
  Object.keys(nodes).flatMap((node) =>
    (Object.keys(calls) as MethodName[]).flatMap((method) =>
      (['growth', 'core'] as const).flatMap((plan) => [true, false].map((isOn) => [node, method, plan, isOn] as const)),
    ),
  )

const nameOf = (text: string) => text.replaceAll(/\W+/g, '-')
/** One fake node is all networks' node: the user name in its URL says whose. */
const userOf = (authorization: string | undefined) =>
  Buffer.from((authorization ?? '').slice('Basic '.length), 'base64')
    .toString()
    .split(':')[0]!

const keys: Record<string, { text: string; accountId: string }> = {}
const frozen = new Map<string, Promise<TestReply>>()

const post4 = ([name, method, plan, isOn]: Row) =>
  post(`${gateway.url}/${nameOf(name)}/v3/${keys[`${plan} ${isOn}`]!.text}`, calls[method])

const node = started(() =>
  startFakeUpstream(({ headers, json }) => {
    const name = userOf(headers.authorization)
    const outage = Object.entries(outages).find(([key]) => nameOf(key) === name)?.[1].reply
    const answer = Object.entries(healthy).find(([key]) => nameOf(key) === name)?.[1]
    return (outage as FakeReply | undefined) ?? answer ?? { resultText: results[json.method] ?? '"0x1"' }
  }),
)
const partner = started(() => startFakeUpstream(() => ({ resultText: `"${PARTNERS}"` })))
const gateway = started(async () => {
  const refused = `http://127.0.0.1:${await ownPort()}`
  const networks = Object.fromEntries(
    [...Object.keys(outages), ...Object.keys(healthy)].map((name) => [
      nameOf(name),
      {
        urls: [name === 'refused' ? refused : node.url.replace('//', `//${nameOf(name)}:secret@`)],
        partner: partner.url,
      },
    ]),
  )
  return startTestGateway({ networks, admin: { token: ADMIN_TOKEN } })
})
beforeAll(async () => {
  for (const plan of ['growth', 'core']) {
    for (const isFailoverOn of [true, false]) {
      const text = await gateway.addKey({}, { plan, isFailoverOn })
      keys[`${plan} ${isFailoverOn}`] = { text, accountId: gateway.last.accountId }
    }
  }
  // Those take their time: all at once, before the others.
  for (const row of rowsOf({ frozen: true })) frozen.set(String(row), post4(row))
})

const mayFailOver = ([, method, plan, isOn]: Row) => methods[method].canFailOver && plan === 'growth' && isOn

describe('failover, row by row', () => {
  test.each(rowsOf(outages))('node %s, %s, plan %s, switched on: %s', async (...row) => {
    const outage = outages[row[0]]!
    const reply = await (frozen.get(String(row)) ?? post4(row))
    const said = reply.json.error?.data?.reason ?? (reply.json.error === undefined ? 'a result' : "the node's error")
    const seen = [said, reply.headers.get('x-served-by'), Number(reply.headers.get('x-credits-cost')) > 0]
    if (mayFailOver(row)) {
      expect(seen).toEqual(['a result', 'partner', true])
      expect(reply.text).toBe(`{"jsonrpc":"2.0","id":1,"result":"${PARTNERS}"}`)
    } else if (outage.told === "the node's error") {
      expect(seen).toEqual(["the node's error", 'upstream', true])
      expect(reply.text).toBe((outage.reply as { raw: string }).raw)
    } else if (row[0] === 'frozen' && row[1] === 'eth_getLogs') {
      expect([reply.json.error.message, seen[1]]).toEqual(['query timeout exceeded', null])
    } else expect(seen).toEqual([outage.told, null, false])
  })

  test.each(rowsOf(healthy))('node %s, %s, plan %s, switched on: %s: not forwarded', async (...row) => {
    const reply = await post4(row)
    expect([reply.status, reply.headers.get('x-served-by')]).toEqual([200, 'upstream'])
  })

  test('each forwarded call is on record, with account, method and reason, and no other', async () => {
    const { json } = await callApi(gateway.adminUrl, 'forwarded')
    const forwarded = json.result as Record<string, unknown>[]
    const expected = Object.entries(outages).map(([name, { reason }]) => ({
      accountId: keys['growth true']!.accountId,
      network: nameOf(name),
      method: 'eth_getStorageAt',
      partner: 'partner-1',
      reason,
    }))
    const byNetwork = (a: { network?: unknown }, b: { network?: unknown }) =>
      String(a.network).localeCompare(String(b.network))
    expect([...forwarded].sort(byNetwork)).toMatchObject(expected.sort(byNetwork))
    // Shorter than the ten seconds of a time limit: no call waited for one.
    for (const { durationMs } of forwarded) expect(durationMs).toBeLessThan(9_000)
    expect(partner.requests).toHaveLength(expected.length)
    const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
    for (const { network } of expected)
      expect(metrics).toContain(`tollgate_forwarded_total{network="${network}",method="eth_getStorageAt"} 1`)
  })
})
