import { wsUrl } from '../../../support/addresses.js'
import { type Collector, startCollector } from '../../../support/collector.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway, type TestGateway } from '../../../support/gateway.js'
import { started } from '../../../support/started.js'
import { stopwatch } from '../../../support/stopwatch.js'
import { openSocket } from '../../../support/web-socket.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const given = (flags: string) => ({ traceparent: `00-${TRACE}-${PARENT}-${flags}`, tracestate: 'rojo=1' })

let collector: Collector
let gateway: TestGateway
let key: string
const bad = started(() => startFakeUpstream(() => ({ destroy: true })))
const good = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
const partner = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
afterEach(async () => {
  await gateway.stop()
  await collector?.stop()
})

const start = async (tracing: object | undefined, upstreams: object[], network: object = {}) => {
  collector = await startCollector()
  const more = tracing && {
    tracing: { endpoint: `${collector.url}/v1/traces`, headers: { 'X-Token': 'very-secret' }, ...tracing },
  }
  gateway = await startTestGateway({ networks: { eth: { upstreams, ...network } }, ...(more && { more }) })
  key = await gateway.addKey({}, { plan: 'growth', isFailoverOn: true })
}
const node = (name: string, { url }: FakeUpstream, more: object = {}) => ({ name, url, ...more })
const ask = (headers: Record<string, string>, body: unknown = STORAGE_CALL) =>
  post(`${gateway.url}/eth/v3/${key}`, body, headers)
// biome-ignore lint/suspicious/noExplicitAny: OTLP is looked into
const spans = (): any[] =>
  // biome-ignore lint/suspicious/noExplicitAny: the same
  collector.posted.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as any[])
const attributes = (span: { attributes: { key: string; value: object }[] }) =>
  Object.fromEntries(span.attributes.map(({ key: name, value }) => [name, Object.values(value)[0]]))

test('without tracing a caller\u2019s trace is passed on to the node as it is, and nothing where there is none', async () => {
  await start(undefined, [node('good', good)])
  await ask(given('01'))
  expect(good.requests.at(-1)!.headers).toMatchObject(given('01'))
  await ask({ traceparent: 'nonsense', tracestate: 'rojo=1' })
  expect(good.requests.at(-1)!.headers).not.toHaveProperty('traceparent')
  expect(good.requests.at(-1)!.headers).not.toHaveProperty('tracestate')
})

test('a call and each of its attempts is a span, linked to the caller\u2019s and to what the node is told', async () => {
  await start({}, [node('bad', bad, { weight: 100 }), node('good', good, { weight: 0 })])
  const asked = bad.requests.length
  await ask(given('01'))
  await expectSoon(() => spans().length, 3)
  const call = spans().find(({ kind }) => kind === 2)
  const attempts = spans().filter(({ kind }) => kind === 3)
  expect(call).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
    traceState: 'rojo=1',
    name: 'eth_getStorageAt',
    status: {},
  })
  expect(attributes(call)).toMatchObject({
    'rpc.system': 'jsonrpc',
    'tollgate.network': 'eth',
    'tollgate.outcome': 'ok',
    'http.response.status_code': '200',
    'tollgate.key_id': gateway.last.keyId,
  })
  expect(attempts.map(attributes).map((each) => [each['tollgate.upstream'], each['tollgate.outcome']])).toEqual([
    ['bad', 'unreachable'],
    ['good', 'result'],
  ])
  expect(attempts.map(({ status }) => status)).toEqual([{ code: 2 }, {}])
  for (const { traceId, parentSpanId } of attempts) expect([traceId, parentSpanId]).toEqual([TRACE, call.spanId])
  expect(bad.requests[asked]!.headers.traceparent).toBe(`00-${TRACE}-${attempts[0].spanId}-01`)
  expect(good.requests.at(-1)!.headers.traceparent).toBe(`00-${TRACE}-${attempts[1].spanId}-01`)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans()) {
    expect(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)).toBeGreaterThan(0n)
    expect(Math.abs(Number(BigInt(startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  }
  for (const text of [key, 'very-secret'])
    expect(JSON.stringify([collector.posted.map(({ body }) => body), gateway.logLines])).not.toContain(text)
  expect(collector.posted[0]!.headers).toMatchObject({ 'x-token': 'very-secret' })
})

test('each call of a batch is a span, and so is a WebSocket\u2019s message; a caller that samples nothing is heeded', async () => {
  await start({ ratio: 1 }, [node('good', good)])
  await ask(given('00'))
  expect(good.requests.at(-1)!.headers.traceparent).toBe(`00-${TRACE}-${PARENT}-00`)
  await ask({}, [STORAGE_CALL, { ...STORAGE_CALL, method: 'eth_nothing' }])
  const socket = await openSocket(wsUrl(gateway, 'eth', key))
  await socket.ask(STORAGE_CALL)
  await socket.close()
  await expectSoon(() => spans().filter(({ kind }) => kind === 2).length, 3)
  const calls = spans().filter(({ kind }) => kind === 2)
  expect(calls.map(({ name }) => name).sort()).toEqual(['eth_getStorageAt', 'eth_getStorageAt', 'unknown'])
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined, undefined])
  // The batch has one trace, the message another.
  expect(new Set(calls.map(({ traceId }) => traceId)).size).toBe(2)
})

test('the ratio decides where a trace begins here, or the parent is to be ignored', async () => {
  await start({ ratio: 0.25, parent: 'ignore' }, [node('good', good)])
  for (let call = 0; call < 8; call++) await ask(call < 4 ? given('01') : {})
  await expectSoon(() => spans().filter(({ kind }) => kind === 2).length, 2)
  expect(spans().map(({ traceId }) => traceId === TRACE)).toEqual([true, true, false, false])
})

test('the partner is told nothing of traces', async () => {
  await start({}, [node('bad', bad)], { partner: node('partner-1', partner) })
  expect((await ask(given('01'))).json).toMatchObject({ result: '0x01' })
  expect(partner.requests.at(-1)!.headers).not.toHaveProperty('traceparent')
})

test('a collector that hangs delays no call and not the end', async () => {
  await start({ ratio: 1 }, [node('good', good)])
  collector.answer = () => undefined
  for (let call = 0; call < 200; call++) await ask({})
  // On a slow machine the first request has reached its time limit, and a second one followed.
  await expectSoon(() => collector.posted.length > 0, true)
  const spentMs = stopwatch()
  await ask({})
  expect(spentMs('go on')).toBeLessThan(1_000)
  await gateway.stop()
  expect(spentMs()).toBeLessThan(4_000)
})
