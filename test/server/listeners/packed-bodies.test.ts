import { constants, createGzip, gzipSync } from 'node:zlib'
import { jest } from '@jest/globals'
import { threadJobs } from '../../../src/runtime/turns/fair-queue.js'
import { BodyBudget } from '../../../src/wire/http/server/body-budget.js'
import { unpackedBody } from '../../../src/wire/http/server/unpacked-body.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { post, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { parseAnswer, rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'

const MAX_BODY_BYTES = 200_000
const LEAST_BYTES = 65_536

test('gzip bodies of one account let those of another have their turn', async () => {
  const budget = new BodyBudget(() => ({ maxPendingBodyBytes: 100_000_000, maxBodyBytes: 1_000_000 }))
  const packed = gzipSync(Buffer.alloc(100_000))
  const begun: string[] = []
  const { run } = threadJobs
  const running = jest.spyOn(threadJobs, 'run').mockImplementation((owner, job) =>
    run.call(threadJobs, owner, () => {
      begun.push(owner)
      return job()
    }),
  )
  const unpack = (owner: string) => unpackedBody(budget, owner, packed, 1_000_000)
  const crowd = Array.from({ length: 40 }, () => unpack('a'))
  await Promise.all([...crowd, unpack('b')])
  running.mockRestore()
  expect(begun).toHaveLength(41)
  // Two run already, and one of the crowd may be next.
  expect(begun.indexOf('b')).toBeLessThan(4)
  expect(budget.heldBytes).toBe(0)
})

describe('a gzip body', () => {
  let url: string
  const upstream = started(() => startFakeUpstream(() => ({ resultText: '"0x01"' })))
  const gateway = started(() =>
    startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      limits: { maxBodyBytes: MAX_BODY_BYTES, maxPendingBodyBytes: MAX_BODY_BYTES * 4 },
    }),
  )
  beforeAll(async () => {
    url = `${gateway.url}/eth/v3/${await gateway.addKey()}`
  })
  const send = (bytes: Uint8Array, coding = 'gzip') => post(url, bytes, { 'content-encoding': coding })
  /** A call so long that the whole has `bytes`. */
  const callOfBytes = (bytes: number, filling: (index: number) => string = () => 'x') => {
    const bare = JSON.stringify({ ...STORAGE_CALL, more: '' }).length
    const more = Array.from({ length: bytes - bare }, (_, index) => filling(index)).join('')
    return JSON.stringify({ ...STORAGE_CALL, more })
  }
  const noise = () => String.fromCharCode(97 + Math.floor(Math.random() * 26))

  test.each(['gzip', 'x-gzip', 'GZIP', 'identity, gzip'])('is read: %s', async (coding) => {
    const reply = await send(gzipSync(JSON.stringify(STORAGE_CALL)), coding)
    expect([reply.status, reply.text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":"0x01"}'])
  })

  test('is read when it comes in chunks, and in several members', async () => {
    const text = JSON.stringify(STORAGE_CALL)
    const packed = Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))])
    expect((await send(packed)).status).toBe(200)
    const body = new Blob([new Uint8Array(packed)]).stream()
    const init = { method: 'POST', body, duplex: 'half', headers: { 'content-encoding': 'gzip' } }
    expect(await (await fetch(url, init as RequestInit)).json()).toMatchObject({ result: '0x01' })
  })

  test('may unpack to as much as a plain body has, and to no more', async () => {
    expect((await send(gzipSync(callOfBytes(MAX_BODY_BYTES, noise)))).status).toBe(200)
    const { status, json } = await send(gzipSync(callOfBytes(MAX_BODY_BYTES + 1, noise)))
    expect([status, json.error.data]).toEqual([413, { name: 'body-too-large', maxBytes: MAX_BODY_BYTES }])
  })

  test('may unpack to a hundred times its length, or to 64 KiB', async () => {
    expect((await send(gzipSync(callOfBytes(LEAST_BYTES)))).status).toBe(200)
    const packed = gzipSync(callOfBytes(MAX_BODY_BYTES))
    expect(packed.length * 100).toBeLessThan(MAX_BODY_BYTES)
    const { status, json } = await send(packed)
    expect([status, json.error.data.maxBytes]).toEqual([413, Math.max(LEAST_BYTES, packed.length * 100)])
  })

  test('that would become 160 megabytes is unpacked up to its bound', async () => {
    const bomb = await new Promise<Buffer>((resolve) => {
      const packer = createGzip({ level: constants.Z_BEST_COMPRESSION })
      const chunks: Buffer[] = []
      packer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
      const part = Buffer.alloc(16_777_216, ' ')
      for (let index = 0; index < 10; index++) packer.write(part)
      packer.end()
    })
    expect(bomb.length).toBeLessThan(MAX_BODY_BYTES)
    const before = process.memoryUsage()
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(bomb)))
    expect(replies.map(({ status }) => status).every((status) => status === 413 || status === 503)).toBe(true)
    expect(replies.some(({ status }) => status === 413)).toBe(true)
    const after = process.memoryUsage()
    expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(100_000_000)
  })

  test.each<[string, () => Uint8Array, string | undefined, number | null]>([
    ['cut', () => gzipSync(JSON.stringify(STORAGE_CALL)).subarray(0, 40), 'broken_gzip', null],
    ['no gzip at all', () => Buffer.from(JSON.stringify(STORAGE_CALL)), 'broken_gzip', 1],
    ['empty', () => Buffer.alloc(0), 'broken_gzip', null],
    [
      'changed',
      () => {
        const packed = gzipSync(JSON.stringify(STORAGE_CALL))
        packed[packed.length - 6]! ^= 0xff
        return packed
      },
      'broken_gzip',
      null,
    ],
    ['gzip of no JSON', () => gzipSync('{'), undefined, null],
  ])('that is %s is refused, and the connection goes on', async (_case, bytes, reason, id) => {
    const { status, json } = await send(bytes())
    expect([status, json.id, json.error.data?.reason]).toEqual([400, id, reason])
    expect((await post(url, STORAGE_CALL)).status).toBe(200)
  })

  test('of a refused caller is not unpacked', async () => {
    const { status, json } = await post(`${gateway.url}/eth/v3/tgk_none`, gzipSync('{'), { 'content-encoding': 'gzip' })
    expect([status, json.error.code]).toEqual([401, -33100])
  })

  test('keeps its place among the requests of its connection', async () => {
    const connection = rawConnection(url)
    const packed = gzipSync(JSON.stringify(STORAGE_CALL))
    const plain = JSON.stringify({ ...STORAGE_CALL, id: 2 })
    const { pathname } = new URL(url)
    connection.write(
      Buffer.concat([
        Buffer.from(
          `POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`,
        ),
        packed,
        Buffer.from(
          `POST ${pathname} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${plain.length}\r\n\r\n${plain}`,
        ),
      ]),
    )
    const wire = await connection.ended
    const second = wire.indexOf('HTTP/1.1', 10)
    expect(JSON.parse(parseAnswer(wire.slice(0, second)).text).id).toBe(1)
    expect(JSON.parse(parseAnswer(wire.slice(second)).text).id).toBe(2)
  })
})
