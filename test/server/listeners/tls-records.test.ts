import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { jest } from '@jest/globals'
import { MessageFeed } from '../../../src/server/listeners/websocket/message-feed.js'
import { ServerConnection } from '../../../src/wire/http/server/server-connection.js'
import { writeCertificate } from '../../support/certificate.js'
import { expectSoon } from '../../support/expect-soon.js'
import { callOf, startTestGateway, type TestGateway } from '../../support/gateway.js'
import { started, temporaryFolder } from '../../support/started.js'
import { openRecordClient } from '../../support/tls-record-client.js'

/** Bytes of a call, blanks included. Each byte is sent in a separate TLS record. */
const BYTES = 4_000
const MOST_IN_A_TURN = 400

const folder = temporaryFolder()
const tls = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
const gateway = started((): Promise<TestGateway> => {
  writeCertificate('tollgate', tls)
  return startTestGateway({ networks: { eth: { urls: ['http://127.0.0.1:1'] } }, listen: { tls } })
})
afterEach(() => {
  jest.restoreAllMocks()
})

/** Counts the calls of a method in each turn of the event loop, until it is read. */
const callsByTurn = (owner: object, name: string): (() => number[]) => {
  const counts = [0]
  const methods = owner as Record<string, (...given: unknown[]) => unknown>
  const method = methods[name]!
  jest.spyOn(methods, name).mockImplementation(function (this: unknown, ...given) {
    counts[counts.length - 1]!++
    return method.apply(this, given)
  })
  let isOver = false
  const turn = (): void => {
    counts.push(0)
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    isOver = true
    return counts
  }
}

const upgradeOf = (key: string): string =>
  `GET /eth/ws/v3/${key} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
/** RFC 6455, section 5.2: a text, its length in two bytes, and a mask that changes nothing. */
const headOf = (length: number): Buffer => Buffer.from([0x81, 0xfe, length >> 8, length & 0xff, 0, 0, 0, 0])

test.each([
  ['body', ServerConnection.prototype],
  ['message', MessageFeed.prototype],
])('a %s that comes in TLS records of one byte is read in many turns, and answered', async (kind, reader) => {
  const key = await gateway.addKey()
  const one = await openRecordClient(Number(new URL(gateway.url).port))
  const call = JSON.stringify(callOf('rpc.discover')).padEnd(BYTES)
  const begin =
    kind === 'body' ? `POST /eth/v3/${key} HTTP/1.1\r\nHost: x\r\nContent-Length: ${BYTES}\r\n\r\n` : upgradeOf(key)
  one.client.write(begin)
  if (kind === 'message') {
    await expectSoon(() => one.answer().includes(' 101 '), true)
    one.client.write(headOf(BYTES))
  }
  const counts = callsByTurn(reader, 'receive')
  await one.sendOneByOne(call)
  await expectSoon(() => one.answer().includes('"jsonrpc":"2.0"'), true, 10_000)
  // The records of one turn; the others are joined while the connection waits for its next turn.
  const most = Math.max(...counts())
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThan(MOST_IN_A_TURN)
  one.close()
})

test('a message in more pieces than any client sends closes its connection', async () => {
  const key = await gateway.addKey()
  const one = await openRecordClient(Number(new URL(gateway.url).port))
  one.client.write(upgradeOf(key))
  await expectSoon(() => one.answer().includes(' 101 '), true)
  one.client.write(headOf(40_000))
  // Sends slowly, so that the connection is not paused.
  for (let sent = 0; sent < 6_000; sent += 50) await one.sendOneByOne(' '.repeat(50)).then(() => sleep(2))
  // RFC 6455, section 7.4.1: the code 1008 of the close frame.
  await expectSoon(() => one.answer().includes('\u0003\u00f0'), true, 10_000)
  one.close()
})
