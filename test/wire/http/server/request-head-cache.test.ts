import { HeadScanner } from '../../../../src/wire/http/server/head-scanner.js'
import { fieldValue, readHead } from '../../../../src/wire/http/server/request-head.js'
import { RequestHeadCache } from '../../../../src/wire/http/server/request-reader.js'
import { startFakeUpstream } from '../../../support/fake-upstream.js'
import { callOf, startTestGateway } from '../../../support/gateway.js'
import { rawConnection } from '../../../support/raw-http.js'

const headText = (length: string, { method = 'POST', more = '', host = 'a' } = {}) =>
  `${method} /eth/v3/key HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${length} \r\n${more}\r\n`

/** Reads and keeps heads as a connection does; what stands before them is no part of them. */
const kept = (...texts: string[]): RequestHeadCache => {
  const last = new RequestHeadCache()
  for (const text of texts) {
    const source = Buffer.from(`before${text}`)
    const scanner = new HeadScanner()
    scanner.begin(6)
    expect(scanner.scan(source, source.length)).toBe('done')
    last.keep(readHead(source, scanner)!, source, 6, scanner.at, scanner.fields)
  }
  return last
}

const match = (last: RequestHeadCache, text: string): number => last.match(`xx${text}`, 2) - 2

test('the head that came last is known again, wherever in the bytes it stands', () => {
  const text = headText('120')
  const last = kept(text, text)
  expect(match(last, `${text}body`)).toBe(text.length)
  expect(last.head).toMatchObject({ method: 'POST', target: '/eth/v3/key', bodyLength: 120, keepsAlive: true })
  expect(fieldValue(last.bytes, last.fields, 'host')).toBe('a')
})

test('the length of the body may be another one of as many digits', () => {
  const last = kept(headText('120'), headText('120'))
  expect(match(last, headText('999'))).toBe(headText('999').length)
  expect(last.head?.bodyLength).toBe(999)
  expect(fieldValue(last.bytes, last.fields, 'content-length')).toBe('999')
  expect(match(last, headText('120'))).toBe(headText('120').length)
  expect(last.head?.bodyLength).toBe(120)
})

test.each([
  ['one that is not whole', headText('120').slice(0, -1)],
  ['another host', headText('120', { host: 'b' })],
  ['another method', headText('120', { method: 'PUTS' })],
  ['more fields', headText('120', { more: 'Expect: 100-continue\r\n' })],
  ['fewer digits', headText('12')],
  ['more digits', headText('1200')],
  ['no digits', headText('1,2')],
  ['a sign', headText('+12')],
  ['the byte before the digits', headText('/12')],
  ['the byte behind the digits', headText(':12')],
])('is not taken for it: %s', (_title, text) => {
  const last = kept(headText('120'), headText('120'))
  expect(match(last, text)).toBeLessThan(0)
  expect(last.head?.bodyLength).toBe(120)
  expect(fieldValue(last.bytes, last.fields, 'content-length')).toBe('120')
})

test.each([
  ['the first of a connection', [headText('120')]],
  ['what is no POST', [headText('120'), headText('120', { method: 'PUT' })]],
  ['without a body', [headText('120'), headText('0')]],
  ['with an expectation', [headText('120'), headText('120', { more: 'Expect: 100-continue\r\n' })]],
  ['in chunks', [headText('120'), 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n']],
  ['longer than a kilobyte', [headText('120'), headText('120', { more: `X: ${'a'.repeat(1_000)}\r\n` })]],
])('nothing is kept of a head: %s', (_title, texts) => {
  const last = kept(...texts)
  expect(match(last, texts.at(-1)!)).toBeLessThan(0)
})

test('requests whose heads are alike, or nearly, are each read as what they are', async () => {
  const upstream = await startFakeUpstream(() => ({ resultText: '"0x1"' }))
  const gateway = await startTestGateway({ networks: { eth: { urls: [upstream.url] } } })
  const known = await gateway.addKey()
  const request = (id: number, { key = known, more = '' } = {}) => {
    const body = JSON.stringify(callOf('eth_chainId', [], id))
    return `POST /eth/v3/${key} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${body.length}\r\n\r\n${body}`
  }
  const unknown = `${known.slice(0, -1)}${known.endsWith('1') ? '2' : '1'}`
  const requests = [
    ...[1, 2, 3, 4].map((id) => request(id)),
    request(5, { key: unknown }),
    request(6, { key: unknown }),
    request(7),
    request(10 ** 6),
    request(10 ** 60),
    request(8),
    request(9, { more: 'Connection: close\r\n' }),
  ].join('')
  const connection = rawConnection(gateway.url)
  // Cut where no head ends: some come whole, some in two pieces.
  for (let at = 0; at < requests.length; at += 397) {
    connection.write(requests.slice(at, at + 397))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const wire = await connection.ended
  await gateway.stop()
  await upstream.stop()
  const ids = wire.match(/"id":[^,]+/g)
  expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 10 ** 6, 10 ** 60, 8, 9].map((id) => `"id":${id}`))
  expect(wire.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3))).toEqual(
    [200, 200, 200, 200, 401, 401, 200, 200, 200, 200, 200].map(String),
  )
})
