import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sharedReads } from '../../../../src/wire/http/server/server.js'
import { expectSoon } from '../../../support/expect-soon.js'

const server = createServer({ allowHalfOpen: true, pauseOnConnect: true })
const open = new Set<Socket>()
const heard = new Map<Socket, string>()
/** Sockets that are read as streams, as after an upgrade. */
const streams = new Set<Socket>()
const share = sharedReads((from, bytes) => {
  if (streams.has(from)) return from.push(bytes)
  heard.set(from, heard.get(from) + bytes.toString('latin1'))
  from.write(bytes)
  return true
})
beforeAll(async () => {
  server.on('connection', (accepted) => {
    const socket = share(accepted)
    // This node has what it takes; where one has not, all else here would test nothing.
    if (socket === undefined) throw new Error('this Node cannot share reads')
    heard.set(socket, '')
    open.add(socket)
    socket.on('end', () => socket.end()).on('close', () => open.delete(socket))
    socket.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const dial = async () => {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(client, 'connect')
  return client
}

test('connections that read into one buffer hear each its own bytes, whole and in order', async () => {
  const pieces = (name: number) =>
    Array.from({ length: 40 }, (_, piece) => `<${name}.${piece}>`.repeat(1 + (piece % 7) * 800))
  const echoes = await Promise.all(
    Array.from({ length: 12 }, async (_, name) => {
      const client = await dial()
      let echo = ''
      client.on('data', (bytes) => {
        echo += bytes.toString('latin1')
      })
      for (const piece of pieces(name)) {
        client.write(piece)
        if (piece.length % 3 !== 0) await nextTurn()
      }
      client.end()
      await once(client, 'close')
      return echo
    }),
  )
  for (const [name, echo] of echoes.entries()) expect(echo).toBe(pieces(name).join(''))
  await expectSoon(() => open.size, 0)
})

test('a paused connection is not read, and goes on where it was', async () => {
  const client = await dial()
  client.write('one')
  await once(client, 'data')
  const [socket] = open
  socket!.pause()
  client.write('two')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard.get(socket!)).toBe('one')
  socket!.resume()
  await once(client, 'data')
  expect(heard.get(socket!)).toBe('onetwo')
  client.destroy()
  await once(socket!, 'close')
})

test('a stream whose owner does not read takes no more than it has room for, and loses nothing', async () => {
  const client = await dial()
  client.write('one')
  await once(client, 'data')
  const [socket] = open
  socket!.pause()
  streams.add(socket!)
  const sent = 16 * 1_048_576
  client.write(Buffer.alloc(sent))
  // A paused stream reads ahead.
  socket!.read(0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(socket!.readableLength).toBeLessThan(262_144)
  let read = 0
  socket!.on('data', ({ length }) => {
    read += length
  })
  socket!.resume()
  await expectSoon(() => read, sent)
  client.destroy()
  await once(socket!, 'close')
})

test('the other end stays known, and the server counts the connection no more', async () => {
  const client = await dial()
  client.write('one')
  await once(client, 'data')
  const [socket] = open
  expect([socket!.remoteAddress, socket!.remotePort]).toEqual(['127.0.0.1', client.localPort])
  expect(await new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0)
  client.destroy()
  await once(socket!, 'close')
})

test('a connection that is gone already stays as it is', () => {
  expect(share(new Socket())).toBeUndefined()
})
