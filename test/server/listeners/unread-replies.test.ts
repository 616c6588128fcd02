import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { callOf, STORAGE_CALL, startTestGateway } from '../../support/gateway.js'
import { rawConnection } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'

const MEGABYTE = 1_048_576
/** More than the system's buffers take of a reply that nobody reads. */
const ID_BYTES = 16 * MEGABYTE
const HELD_BYTES = 66 * MEGABYTE

const node = started(() => startFakeUpstream(() => ({ resultText: `"0x${'ab'.repeat(100_000)}"` })))
const gateway = started(() =>
  startTestGateway({
    networks: { eth: { urls: [node.url] } },
    plans: { core: { dailyCredits: 1_000_000, creditsPerSecond: 1_000_000, bodyBytesPerSecond: 10 ** 10 } },
    limits: {
      maxBodyBytes: ID_BYTES + 1_000,
      maxPendingBodyBytes: 1024 * MEGABYTE,
      maxUpstreamBytes: MEGABYTE,
      maxHeldBytes: HELD_BYTES,
    },
  }),
)
const call = JSON.stringify({ jsonrpc: '2.0', id: 'i'.repeat(ID_BYTES), method: 'no_such', params: [] })

const heldBytes = async () => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return Number(/^tollgate_held_answer_bytes (\d+)$/m.exec(text)![1])
}
const nothingHeld = () => expectSoon(heldBytes, 0, 10_000)

test('replies made of a caller\u2019s own ids are held for its account, and those beyond its part are 503', async () => {
  const key = await gateway.addKey()
  const { hostname, port } = new URL(gateway.url)
  const request = `POST /eth/v3/${key} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${call.length}\r\n\r\n${call}`
  const unread: Socket[] = []
  const sendUnread = async () => {
    const socket = connect({ host: hostname, port: Number(port) }).pause()
    await once(socket, 'connect')
    socket.write(request, 'latin1')
    unread.push(socket)
  }
  // The account may hold as much as it leaves free: half.
  for (const wantedBytes of [ID_BYTES, 2 * ID_BYTES]) {
    await sendUnread()
    await expectSoon(async () => (await heldBytes()) >= wantedBytes, true, 10_000)
  }
  const connection = rawConnection(gateway.url)
  connection.write(request)
  const reply = await connection.until(/\r\n\r\n\{[\s\S]*\}/)
  expect(reply).toMatch(/^HTTP\/1\.1 503 /)
  expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toMatchObject({
    id: null,
    error: { data: { name: 'overloaded' } },
  })
  expect(await heldBytes()).toBeLessThanOrEqual(HELD_BYTES / 2 + 1_000_000)
  const other = await fetch(`${gateway.url}/eth/v3/${await gateway.addKey()}`, {
    method: 'POST',
    body: JSON.stringify(callOf('eth_chainId')),
  })
  expect(other.status).not.toBe(503)
  connection.socket.destroy()
  for (const socket of unread) socket.destroy()
  await nothingHeld()
})

test('a WebSocket whose reply would be beyond its account\u2019s part is closed', async () => {
  const key = await gateway.addKey()
  const sockets = await Promise.all(
    Array.from({ length: 3 }, () => openSocket(`${gateway.url}/eth/ws/v3/${key}`, { perMessageDeflate: false })),
  )
  const [first, second, third] = sockets
  for (const { socket } of [first!, second!]) {
    const before = await heldBytes()
    socket.pause()
    socket.send(call)
    await expectSoon(async () => (await heldBytes()) >= before + ID_BYTES, true, 10_000)
  }
  third!.send(call)
  expect((await third!.closed).code).toBe(1006)
  for (const { socket } of sockets) socket.terminate()
  await nothingHeld()
})

test('a batch that is not answered, because too many of its subscriptions are refused, holds nothing', async () => {
  const socket = await openSocket(`${gateway.url}/eth/ws/v3/${await gateway.addKey()}`)
  socket.send([STORAGE_CALL, ...Array.from({ length: 10 }, (_, id) => callOf('eth_subscribe', ['nope'], id))])
  expect((await socket.closed).code).toBe(1008)
  await expectSoon(() => node.requests.at(-1)?.json.method, 'eth_getStorageAt')
  await nothingHeld()
})
