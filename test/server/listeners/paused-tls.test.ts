import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { SecureServer } from '../../../src/wire/http/server/secure-server.js'
import { writeCertificate } from '../../support/certificate.js'
import { expectSoon } from '../../support/expect-soon.js'
import { started, temporaryFolder } from '../../support/started.js'
import { openRecordClient } from '../../support/tls-record-client.js'

/** Tens of thousands of records take a busy machine longer than other events. */
const WITHIN_MS = 30_000

const folder = temporaryFolder()
const streams: Socket[] = []
const server = started(async () => {
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeCertificate('tollgate', files)
  const secure = new SecureServer({
    timeoutMs: 5_000,
    sourceOf: (address) => address,
    onSecure: (stream) => streams.push(stream.on('error', () => {})),
  })
  secure.setCertificate({ cert: readFileSync(files.cert), key: readFileSync(files.key) })
  const listening = createServer((socket) => secure.take(socket)).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return listening
})

test('what comes in tiny TLS records while a connection is paused is kept in a few pieces', async () => {
  const client = await openRecordClient((server.address() as AddressInfo).port)
  await expectSoon(() => streams.length, 1)
  const stream = streams[0]!
  const pieces: Buffer[] = []
  let isEnded = false
  stream
    .on('data', (piece: Buffer) => pieces.push(piece))
    .on('end', () => {
      isEnded = true
    })
  const received = () => Buffer.concat(pieces).toString()
  let sent = 0
  const text = Array.from({ length: 2_500 }, (_, index) => String(index)).join(' ')
  for (const part of [text, ' and on']) {
    pieces.length = 0
    stream.pause()
    await client.sendOneByOne(part)
    sent += part.length
    await expectSoon(() => stream.bytesRead, sent, WITHIN_MS)
    stream.resume()
    await expectSoon(received, part, WITHIN_MS)
    expect(pieces.length).toBe(1)
  }
  // More than a paused connection takes.
  stream.pause()
  await client.sendOneByOne(text.repeat(2))
  await expectSoon(() => stream.bytesRead >= sent + 16_384, true, WITHIN_MS)
  stream.resume()
  await expectSoon(() => received().endsWith(text + text), true, WITHIN_MS)
  stream.pause()
  client.client.end('the last words')
  stream.resume()
  await expectSoon(() => isEnded, true, WITHIN_MS)
  expect(received()).toMatch(/the last words$/)
  client.close()
}, 120_000)
