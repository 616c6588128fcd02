import type { ErrorName } from '../../../generated/errors.js'
import { expectSoon } from '../../support/expect-soon.js'
import { parseAnswer, rawConnection, rawRequest } from '../../support/raw-http.js'
import { stopwatch } from '../../support/stopwatch.js'
import { openSocket, refusedUpgrade } from '../../support/web-socket.js'
import { errorOnWire } from './error-on-wire.js'
import type { ErrorWorld } from './error-setting.js'
import type { ProvokedError } from './request-errors.js'

const expectRaw = async (wire: string, status: number, error: object) => {
  const answer = parseAnswer(wire)
  expect(answer.text).toBe(JSON.stringify({ jsonrpc: '2.0', id: null, error }))
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    connection: 'close',
  })
}
const row = (name: ErrorName, about: string, provoke: ProvokedError['provoke']): ProvokedError => ({
  name,
  about,
  provoke,
})
const head = async ({ gateway }: ErrorWorld) => `POST /eth/v3/${await gateway.addKey()} HTTP/1.1\r\nHost: x\r\n`

/**
 * Errors that Node's HTTP parser finds before the gateway gets the request, and errors of upgrades.
 */
export const socketErrors: readonly ProvokedError[] = [
  row('invalid-request', 'bytes that are no HTTP', async (world) => {
    for (const bytes of [
      'NONSENSE\r\n\r\n',
      `${await head(world)}Content-Length: abc\r\n\r\n`,
      '\x16\x03\x01\x02\x00',
    ]) {
      const connection = rawConnection(world.gateway.url)
      connection.write(bytes)
      const error = errorOnWire('invalid-request', {
        code: -32600,
        message: 'Invalid Request',
        data: { reason: 'broken_http' },
      })
      await expectRaw(await connection.ended, 400, error)
    }
  }),
  row('headers-too-large', 'more header bytes than allowed', async (world) => {
    const connection = rawConnection(world.gateway.url)
    connection.write(`${await head(world)}X-Big: ${'x'.repeat(5_000)}\r\n\r\n`)
    await expectRaw(
      await connection.ended,
      431,
      errorOnWire('headers-too-large', { code: -32600, message: 'Request header fields too large' }),
    )
  }),
  row('request-timeout', 'headers that never end', async (world) => {
    const connection = rawConnection(world.gateway.url)
    const [startedMs, spentMs] = [performance.now(), stopwatch()]
    connection.write(await head(world))
    await expectRaw(
      await connection.ended,
      408,
      errorOnWire('request-timeout', { code: -32600, message: 'Request Timeout' }),
    )
    expect(performance.now() - startedMs).toBeGreaterThan(2_400)
    // The limit is 2.5 s. The server looks often enough to close the connection soon after.
    expect(spentMs()).toBeLessThan(5_500)
  }),
  row('request-timeout', 'a body that never ends', async (world) => {
    const connection = rawConnection(world.gateway.url)
    connection.write(`${await head(world)}Content-Length: 100\r\n\r\n{"jsonrpc"`)
    await expectRaw(
      await connection.ended,
      408,
      errorOnWire('request-timeout', { code: -32600, message: 'Request Timeout' }),
    )
  }),
  row('expectation-failed', 'an expectation nobody knows', async (world) => {
    const answer = await rawRequest(
      world.gateway.url,
      `${await head(world)}Expect: miracles\r\nContent-Length: 2\r\n\r\n{}`,
    )
    expect(answer.status).toBe(417)
    expect(JSON.parse(answer.text)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: errorOnWire('expectation-failed', { code: -32600, message: 'Expectation Failed' }),
    })
  }),
  row('too-many-connections', 'one WebSocket more than the plan has', async ({ gateway }) => {
    const url = `${gateway.url}/eth/ws/v3/${await gateway.addKey({}, { plan: 'lonely' })}`
    const first = await openSocket(url)
    const refused = await refusedUpgrade(url)
    expect(refused.status).toBe(429)
    const error = errorOnWire('too-many-connections', {
      code: -33201,
      message: 'too many WebSocket connections',
      data: { maxConnections: 1 },
    })
    expect(JSON.parse(refused.text)).toEqual({ jsonrpc: '2.0', id: null, error })
    await first.close()
    const reopens = async () => {
      const second = await openSocket(url).catch(() => undefined)
      await second?.close()
      return second !== undefined
    }
    await expectSoon(reopens, true)
  }),
  row('invalid-request', 'upgrades that are no WebSocket handshake get JSON too', async ({ gateway }) => {
    const path = `/eth/ws/v3/${await gateway.addKey()}`
    for (const lines of [
      'Upgrade: websocket\r\nConnection: Upgrade\r\n',
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n',
      'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 7\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
    ]) {
      const answer = await rawRequest(gateway.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n${lines}\r\n`)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.headers['content-type']).toBe('application/json')
      expect(JSON.parse(answer.text)).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { code: -32600, data: { name: 'invalid-request' } },
      })
    }
  }),
]
