import { setTimeout as wait } from 'node:timers/promises'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, HASH, post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { parseAnswer, rawConnection, rawRequest } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

const BODY = JSON.stringify(STORAGE_CALL)
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":"0x01"}'

describe('an HTTP request', () => {
  let path: string
  const upstream = started(() =>
    startFakeUpstream(({ json }) => {
      if (json.method === 'eth_getTransactionReceipt')
        return { stream: ['{"jsonrpc":"2.0","id":1,"result":"', 'r'.repeat(600_000), { waitMs: 200 }, '"}'] }
      return { resultText: '"0x01"', delayMs: json.method === 'eth_blockNumber' ? 150 : 0 }
    }),
  )
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      listen: { trustedProxies: 2 },
    }),
  )
  beforeAll(async () => {
    path = `/eth/v3/${await gateway.addKey()}`
  })
  const head = (more = '', target = path) => `POST ${target} HTTP/1.1\r\nHost: eth.localhost\r\n${more}`
  const whole = (body = BODY, more = '') =>
    `${head(`${more}Content-Length: ${Buffer.byteLength(body)}`)}\r\n\r\n${body}`

  test('may be one of many on a connection, sent before the others were answered', async () => {
    const slow = JSON.stringify(callOf('eth_blockNumber', [], 'slow'))
    const connection = rawConnection(gateway.url)
    connection.write(whole(slow) + whole() + whole('[]') + whole(BODY, 'Connection: close\r\n'))
    const wire = await connection.ended
    expect(wire.match(/"id":[^,]+/g)).toEqual(['"id":"slow"', '"id":1', '"id":null', '"id":1'])
  })

  test('may come in chunks, byte by byte, and after 100 Continue', async () => {
    const chunks = [...BODY].map((character) => `1\r\n${character}\r\n`).join('')
    const chunked = `${head('Transfer-Encoding: chunked\r\nConnection: close')}\r\n\r\n${chunks}0\r\n\r\n`
    expect((await rawRequest(gateway.url, chunked)).text).toBe(ANSWER)
    const connection = rawConnection(gateway.url)
    connection.write(`${head(`Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${BODY.length}`)}\r\n\r\n`)
    await connection.until(/100 Continue/)
    connection.write(BODY)
    expect(await connection.ended).toContain(ANSWER)
  })

  test('may come without a Host, in HTTP/1.0, with a query, by the network\u2019s host, and with an absolute target', async () => {
    const length = `Content-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`
    const key = path.split('/').at(-1)
    for (const request of [
      `POST ${path} HTTP/1.0\r\n${length}`,
      `POST ${path}?a=/b HTTP/1.1\r\nHost: whatever:1\r\n${length}`,
      `POST /v3/${key} HTTP/1.1\r\nHost: ETH.localhost.:8545\r\n${length}`,
      `POST http://eth.localhost/v3/${key} HTTP/1.1\r\nHost: eth.localhost\r\n${length}`,
    ]) {
      const answer = await rawRequest(gateway.url, request)
      expect([answer.status, answer.text]).toEqual([200, ANSWER])
    }
  })

  test('broken while the one before it is being answered does not spoil that answer', async () => {
    const receipt = JSON.stringify(callOf('eth_getTransactionReceipt', [HASH]))
    const connection = rawConnection(gateway.url)
    connection.write(whole(receipt))
    await connection.until(/rrrr/)
    connection.write('GARBAGE\r\n\r\n')
    const wire = await connection.ended
    // The answer is ended, and then the gateway says what was wrong.
    const isWhole = /\r\n0\r\n\r\nHTTP\/1\.1 400 /.test(wire)
    expect([wire.match(/HTTP\/1\.1 \d+/g)?.length, isWhole]).toEqual([2, true])
  })

  test('that two parsers could read differently is refused', async () => {
    for (const request of [
      `${head('Content-Length: 5\r\nTransfer-Encoding: chunked')}\r\n\r\n0\r\n\r\n`,
      `${head('Content-Length: 5\r\nContent-Length: 6')}\r\n\r\n{}`,
      `${head('Transfer-Encoding: chunked, identity')}\r\n\r\n0\r\n\r\n`,
      `${head('X : y\r\nContent-Length: 2')}\r\n\r\n{}`,
    ]) {
      const answer = await rawRequest(gateway.url, request)
      expect([answer.status, JSON.parse(answer.text).error.code]).toEqual([400, -32600])
    }
  })

  test('of a browser is allowed from everywhere, with whatever headers it asks for', async () => {
    const preflight = await fetch(gateway.url + path, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-headers': 'content-type,solana-client' },
    })
    expect([preflight.status, await preflight.text()]).toEqual([204, ''])
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': 'content-type,solana-client',
    })
    const exposed = (await post(gateway.url + path, STORAGE_CALL)).headers.get('access-control-expose-headers')
    for (const name of ['Cost', 'Remaining', 'Reset']) expect(exposed).toContain(`X-Credits-${name}`)
    expect(exposed).toContain('X-Request-Id')
    expect(exposed).toContain('X-Served-By')
  })

  test('for the contract is answered without a key, per network, with and without a body', async () => {
    for (const target of ['/openrpc.json', '/eth/openrpc.json']) {
      const headers = { 'accept-encoding': 'identity' }
      const got = await fetch(gateway.url + target, { headers })
      const headOnly = await fetch(gateway.url + target, { method: 'HEAD', headers })
      const text = await got.text()
      expect(JSON.parse(text).openrpc).toBe('1.3.2')
      expect([got.headers.get('access-control-allow-origin'), headOnly.headers.get('content-length')]).toEqual([
        '*',
        String(Buffer.byteLength(text)),
      ])
      expect(await headOnly.text()).toBe('')
    }
    const discovered = await post(gateway.url + path, callOf('rpc.discover'))
    const { info, ...others } = discovered.json.result
    const open = await (await fetch(`${gateway.url}/eth/openrpc.json`)).json()
    expect({ ...others, info: { ...info, 'x-account': undefined } }).toEqual(open)
    expect(info['x-account']).toMatchObject({ dailyCredits: 3_000_000 })
    expect(discovered.headers.get('x-credits-cost')).toBe('0')
  })

  test('comes from the address that the outermost trusted proxy saw, not from one that the client invented', async () => {
    const listed = `${gateway.url}/eth/v3/${await gateway.addKey({ allowedSources: ['10.1.0.0/16', '2001:db8::/32'] })}`
    for (const [forwarded, status] of [
      ['10.1.2.3, 192.0.2.1', 200],
      ['10.9.9.9, 10.1.2.3, 192.0.2.1', 200],
      ['10.1.2.3, 10.9.9.9, 192.0.2.1', 403],
      ['10.1.2.3', 200],
      ['::ffff:10.1.2.3, 192.0.2.1', 200],
      // As Azure's Application Gateway writes it, which says the port, too.
      ['10.1.2.3:1234, 192.0.2.1:80', 200],
      ['10.9.9.9:1234, 192.0.2.1', 403],
      ['[2001:db8::1]:1234, 192.0.2.1', 200],
      ['[2001:db8::1], 192.0.2.1', 200],
      ['2001:db8::1, 192.0.2.1', 200],
      ['[2001:db9::1]:1234, 192.0.2.1', 403],
      ['nonsense, 192.0.2.1', 403],
      ['nonsense:1234, 192.0.2.1', 403],
      ['', 403],
    ] as const) {
      const reply = await post(listed, STORAGE_CALL, forwarded === '' ? {} : { 'x-forwarded-for': forwarded })
      expect([forwarded, reply.status]).toEqual([forwarded, status])
    }
  })

  test('whose body is too large is refused even while it is still being sent', async () => {
    const connection = rawConnection(gateway.url)
    connection.write(`${head('Content-Length: 30000000')}\r\n\r\n`)
    for (let part = 0; part < 30; part++) {
      connection.write(Buffer.alloc(1_000_000, 0x20))
      await wait(2)
    }
    const answer = parseAnswer(await connection.ended)
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.text).error.data).toEqual({ name: 'body-too-large', maxBytes: 5_242_880 })
  })

  test('writes no secret to the log', async () => {
    await post(gateway.url + path, STORAGE_CALL)
    await post(`${gateway.url}/eth/v3/tgk_secret`, STORAGE_CALL)
    const log = JSON.stringify(gateway.logLines)
    expect(log).not.toContain('tgk_')
    expect(gateway.logLines.filter((line) => line.message === 'call').length).toBeGreaterThan(2)
  })
})
