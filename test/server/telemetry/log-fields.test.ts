import { connect } from 'node:net'
import { wsUrl } from '../../support/addresses.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('what the log says of a call', () => {
  let key: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      listen: { trustedProxies: 1 },
      limits: { maxBodyBytes: 1000 },
    }),
  )
  beforeAll(async () => {
    key = await gateway.addKey()
  })
  const linesOf = (message: string) => gateway.logLines.filter((line) => line.message === message)
  const last = () => linesOf('call').at(-1)

  test('is where it came from, how it was answered, and how much passed', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.9', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
    await post(`${gateway.url}/eth/v3/${key}`, STORAGE_CALL, headers)
    expect(last()).toMatchObject({
      source: '203.0.113.9',
      status: 200,
      traceId: TRACE,
      paramsBytes: JSON.stringify(STORAGE_CALL.params).length,
      resultBytes: '"0x01"'.length,
    })
  })

  test('has the status of a refusal, with and without a key', async () => {
    await post(`${gateway.url}/eth/v3/${key}`, callOf('eth_nothing'))
    expect(last()).toMatchObject({ status: 200, outcome: 'method-not-found', resultBytes: undefined })
    expect(last()).toMatchObject({ method: 'unknown', unknownMethod: 'eth_nothing' })
    await post(`${gateway.url}/eth/v3/nokey`, STORAGE_CALL, { 'X-Forwarded-For': '203.0.113.10' })
    expect(last()).toMatchObject({ status: 401, outcome: 'unauthorized', source: '203.0.113.10', traceId: undefined })
    await fetch(`${gateway.url}/nowhere`, { headers: { 'X-Forwarded-For': '203.0.113.11' } })
    expect(last()).toMatchObject({ status: 404, source: '203.0.113.11' })
  })

  test('is the status of the whole batch for each of its calls', async () => {
    const before = linesOf('call').length
    await post(`${gateway.url}/eth/v3/${key}`, [STORAGE_CALL, { ...STORAGE_CALL, jsonrpc: '1.0' }] as never)
    expect(linesOf('call').slice(before)).toMatchObject([{ status: 200 }, { status: 200 }])
  })

  test('names the peer of a request that could not be read', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write('nonsense\r\n\r\n')
    await expectSoon(() => last(), expect.objectContaining({ status: 400, source: '127.0.0.1' }))
    socket.destroy()
  })

  test('has a line for a WebSocket that opens, and one with the reason when it closes', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.12', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }
    const caller = { source: '203.0.113.12', traceId: TRACE, network: 'eth', keyId: gateway.last.keyId }
    const socket = await openSocket(wsUrl(gateway, 'eth', key), { headers })
    await socket.ask(STORAGE_CALL)
    expect(last()).toMatchObject({ transport: 'websocket', status: undefined, source: '203.0.113.12' })
    await socket.close()
    await expectSoon(() => linesOf('websocket closed').length, 1)
    expect(linesOf('websocket opened')).toMatchObject([caller])
    expect(linesOf('websocket closed')).toMatchObject([{ ...caller, reason: 'by_caller', messages: 1 }])
  })

  test.each<[string, number, (socket: Awaited<ReturnType<typeof openSocket>>) => void]>([
    ['binary_message', 1003, ({ socket }) => socket.send(Buffer.from('x'))],
    ['broken_message', 1006, ({ send }) => send('x'.repeat(2000))],
    ['connection_lost', 1006, ({ socket }) => socket.terminate()],
  ])('tells %s from other ends of a WebSocket', async (reason, code, end) => {
    const before = linesOf('websocket closed').length
    end(await openSocket(wsUrl(gateway, 'eth', key)))
    await expectSoon(() => linesOf('websocket closed').length, before + 1)
    expect(linesOf('websocket closed').at(-1)).toMatchObject({ reason, code })
  })

  test('never has the key', () => {
    expect(linesOf('call').length).toBeGreaterThan(5)
    expect(JSON.stringify(gateway.logLines)).not.toContain(key)
  })
})
