import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'libsql'
import type { ErrorName } from '../../../generated/errors.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post, STORAGE_CALL, startTestGateway, type TestReply } from '../../support/gateway.js'
import { operatorDocument, operatorMethod, writeMethod } from '../../support/operator-document.js'
import { parseAnswer, rawConnection } from '../../support/raw-http.js'
import { AUDIENCE, createIssuer, ISSUER, tokenOf } from '../../support/tokens.js'
import { errorOnWire } from './error-on-wire.js'
import { expectError, type ProvokedError } from './request-errors.js'

const row = (name: ErrorName, about: string, provoke: ProvokedError['provoke']): ProvokedError => ({
  name,
  about,
  provoke,
})

/**
 * Calls a method of an operator's document, with an effect, on a node that cuts every connection.
 */
const provokeByEffect = async (method: object, status: number, error: object): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-effect-'))
  const file = join(folder, 'more.json')
  writeFileSync(file, JSON.stringify(operatorDocument([method])))
  const upstream = await startFakeUpstream(() => ({ destroy: true }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } }, contracts: [file] })
  expectError(await post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, callOf('eth_mine')), status, error, 1)
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
}

/** Errors that need a gateway in trouble. */
export const gatewayErrors: readonly ProvokedError[] = [
  row('internal-error', 'a bug in a stage, before and after credits were held', async ({ gateway, clock }) => {
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const before = (await post(url, STORAGE_CALL)).headers.get('x-credits-remaining')
    for (const file of ['pipeline/stages/throttle', 'pipeline/forward']) {
      clock.bugIn = file
      const reply = await post(url, { ...STORAGE_CALL, id: 'b' })
      clock.bugIn = undefined
      const error = errorOnWire('internal-error', {
        code: -32603,
        message: 'internal error',
        data: { reason: 'internal_error' },
      })
      expectError(reply, 500, error, 'b')
      expect(reply.headers.get('x-credits-remaining')).toBe(before)
      expect(gateway.logLines.filter((line) => line.message === 'bug').at(-1)).toMatchObject({
        requestId: reply.headers.get('x-request-id'),
      })
    }
    expect(Number((await post(url, STORAGE_CALL)).headers.get('x-credits-remaining'))).toBe(Number(before) - 80)
  }),
  row('ledger-unavailable', 'a store that cannot be written', async () => {
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    expect((await post(url, STORAGE_CALL)).status).toBe(200)
    const database = new Database(join(gateway.folder, 'tollgate.db'))
    database.exec('ALTER TABLE usage RENAME TO elsewhere')
    const error = errorOnWire('ledger-unavailable', {
      code: -32603,
      message: 'the credit ledger is unavailable',
      data: { reason: 'ledger_unavailable' },
    })
    // The first is found out when its charge is written: the answer must not leave for nothing. The
    // second is refused at once.
    for (let round = 0; round < 2; round++) expectError(await post(url, STORAGE_CALL), 503, error, 1)
    const ready = async () => [
      (await fetch(`${gateway.adminUrl}/readyz`)).status,
      /^tollgate_ready .*$/m.exec(await (await fetch(`${gateway.adminUrl}/metrics`)).text())?.[0],
    ]
    expect(await ready()).toEqual([503, 'tollgate_ready 0'])
    database.exec('ALTER TABLE elsewhere RENAME TO usage')
    database.close()
    await expectSoon(ready, [200, 'tollgate_ready 1'])
    const back = await post(url, STORAGE_CALL)
    expect([back.status, back.headers.get('x-credits-remaining')]).toEqual([200, String(3_000_000 - 160)])
    expect(await ready()).toEqual([200, 'tollgate_ready 1'])
    await gateway.stop()
    await upstream.stop()
  }),
  row('write-outcome-unknown', 'a write whose answer is lost', async () => {
    const error = {
      code: -32603,
      message: 'the node did not answer: it may or may not have taken the transaction',
      data: { name: 'write-outcome-unknown', reason: 'write_outcome_unknown' },
    }
    await provokeByEffect(writeMethod('eth_mine'), 504, error)
  }),
  row('stateful-method-refused', 'a filter', async () => {
    const message = 'the method eth_mine does not exist/is not available: what it makes would live in one node only'
    await provokeByEffect(operatorMethod('eth_mine', { 'x-effect': 'stateful' }), 200, {
      code: -32601,
      message,
      data: { name: 'stateful-method-refused' },
    })
  }),
  row('filter-not-found', 'the id of a filter that no node made', async () => {
    const upstream = await startFakeUpstream(() => ({ destroy: true }))
    const gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url], statefulMethods: 'bind' } },
      contracts: ['ethereum'],
    })
    const error = { code: -32000, message: 'filter not found', data: { name: 'filter-not-found' } }
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    expectError(await post(url, callOf('eth_getFilterChanges', ['0x1'])), 200, error, 1)
    await gateway.stop()
    await upstream.stop()
  }),
  row('method-unavailable', 'a method that no node has', async () => {
    const error = { code: -32601, message: 'the method does not exist/is not available' }
    const upstream = await startFakeUpstream(() => ({ json: { jsonrpc: '2.0', id: 1, error } }))
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
    const message = 'the method eth_getStorageAt does not exist/is not available: no node of this network has it'
    const reply = await post(`${gateway.url}/eth/v3/${await gateway.addKey()}`, { ...STORAGE_CALL, id: 1 })
    expectError(reply, 200, { code: -32601, message, data: { name: 'method-unavailable' } }, 1)
    await gateway.stop()
    await upstream.stop()
  }),
  row('too-many-bodies', 'more unfinished bodies than there is room for', async () => {
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
    const limits = { maxBodyBytes: 4_096, maxPendingBodyBytes: 4_096 }
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } }, limits })
    const head = `POST /eth/v3/${await gateway.addKey()} HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\n`
    const connections = [rawConnection(gateway.url), rawConnection(gateway.url)]
    for (const connection of connections) connection.write(`${head}{`)
    const refused = parseAnswer(await Promise.race(connections.map(({ ended }) => ended)))
    const error = errorOnWire('too-many-bodies', {
      code: -32603,
      message: 'the gateway is reading too many request bodies',
      data: { reason: 'too_many_bodies' },
    })
    expect([refused.status, JSON.parse(refused.text)]).toEqual([503, { jsonrpc: '2.0', id: null, error }])
    for (const { socket } of connections) socket.destroy()
    await gateway.stop()
    await upstream.stop()
  }),
  row('too-many-tokens', 'more tokens at once than an address may have checked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-tokens-'))
    const jwks = join(folder, 'jwks.json')
    const issuer = createIssuer('EdDSA')
    writeFileSync(jwks, JSON.stringify({ keys: [issuer.jwk] }))
    const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
    const gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      fixedLimits: { maxUnknownKeysPerSecond: 1, maxMessagesInFlight: 200 },
      more: { tokens: { jwks, issuer: ISSUER, audience: AUDIENCE } },
    })
    const key = await gateway.addKey({ requiresToken: true })
    const requestWith = (jti: number) => {
      const token = tokenOf(issuer, { sub: gateway.last.accountId, jti })
      return `POST /eth/v3/${key} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`
    }
    const connection = rawConnection(gateway.url)
    // Ten and a hundred may be checked, and one more each second.
    connection.write(Array.from({ length: 190 }, (_, jti) => requestWith(jti)).join(''))
    const wire = await connection.until(/too_many_tokens"\}\}\}/)
    const error = errorOnWire('too-many-tokens', {
      code: -32603,
      message: 'the gateway is checking too many tokens',
      data: { reason: 'too_many_tokens' },
    })
    const [first] = wire.split(/(?=HTTP\/1\.1 )/).filter((reply) => reply.includes('too_many_tokens'))
    const refused = parseAnswer(first!)
    expect([refused.status, JSON.parse(refused.text)]).toEqual([503, { jsonrpc: '2.0', id: null, error }])
    connection.socket.destroy()
    await gateway.stop()
    await upstream.stop()
    rmSync(folder, { recursive: true })
  }),
  row('overloaded', 'more bytes of answers than may be held', async () => {
    const head = `{"jsonrpc":"2.0","id":1,"result":"${'a'.repeat(3_000)}`
    let letGo: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const answer = async function* () {
      yield head
      await gate
      yield '"}'
    }
    const upstream = await startFakeUpstream(() => ({ stream: answer() }))
    // One account may hold half of it.
    const limits = { maxUpstreamBytes: 4_096, maxHeldBytes: 8_192 }
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } }, limits })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const first = post(url, STORAGE_CALL)
    // It is the first to hold its bytes.
    await expectSoon(() => upstream.requests.length, 1)
    const error = errorOnWire('overloaded', {
      code: -32603,
      message: 'the gateway is holding too many answers',
      data: { reason: 'overloaded' },
    })
    // Other calls: identical ones would wait for the first one's answer. Each holds more.
    const others: Promise<TestReply>[] = []
    let refused: TestReply | undefined
    while (refused === undefined) {
      const another = post(url, callOf('eth_getStorageAt', [ADDRESS, `0x${others.length + 1}`, 'latest']))
      others.push(another)
      refused = await Promise.race([another, pause(50, undefined)])
    }
    expectError(refused, 503, error, 1)
    letGo()
    await Promise.all(others)
    expect((await first).json.result).toHaveLength(3_000)
    // The held bytes are given back: there is room again.
    expect((await post(url, STORAGE_CALL)).status).toBe(200)
    await gateway.stop()
    await upstream.stop()
  }),
  row('answer-too-large', 'an answer over the size cap, announced or not', async () => {
    const result = `"${'a'.repeat(5_000)}"`
    const upstream = await startFakeUpstream(() => ({ resultText: result }))
    const limits = { maxUpstreamBytes: 4_096, maxHeldBytes: 8_192 }
    const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } }, limits })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const error = errorOnWire('answer-too-large', {
      code: -32603,
      message: 'the answer is larger than the gateway takes',
      data: { reason: 'bad_upstream_answer' },
    })
    expectError(await post(url, callOf('eth_blockNumber')), 502, error, 1, 80)
    upstream.setScript(() => ({ stream: ['{"jsonrpc":"2.0","id":1,"result":', result, '}'] }))
    expectError(await post(url, callOf('eth_blockNumber')), 502, error, 1, 80)
    await gateway.stop()
    await upstream.stop()
  }),
  row('request-too-large', 'a call longer than the only node takes', async () => {
    const upstream = await startFakeUpstream(() => ({ resultText: '[]' }))
    const upstreams = [{ name: 'node', url: upstream.url, maxRequestBytes: 1_024 }]
    const gateway = await startTestGateway({ networks: { eth: { upstreams } } })
    const url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
    const error = errorOnWire('request-too-large', {
      code: -32600,
      message: 'the request is larger than the nodes of this network take',
      data: { maxBytes: 1_024 },
    })
    expectError(await post(url, callOf('eth_getLogs', [{ topics: [Array(16).fill(HASH)] }])), 413, error, 1)
    expect(upstream.requests).toHaveLength(0)
    await gateway.stop()
    await upstream.stop()
  }),
]
