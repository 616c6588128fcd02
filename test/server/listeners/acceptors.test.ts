import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Acceptors } from '../../../src/server/listeners/acceptors.js'
import { OpenConnections } from '../../../src/server/listeners/open-connections.js'
import { ownPort } from '../../support/own-port.js'

/** `reusePort` came with 23.1; before, `listen` overlooks it. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const canShare = (major > 23 || (major === 23 && minor >= 1)) && process.platform === 'linux'

describe('the sockets that accept connections', () => {
  const opened: Acceptors[] = []
  let maxConnections = 1_000
  let connections: OpenConnections | undefined
  /** The account whose key each connection has, before it is greeted. */
  let account: string | undefined
  const accepted = new Set<Socket>()
  const start = async (acceptors: number, port = 0) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      accepted.add(socket)
      socket.on('close', () => accepted.delete(socket))
      setImmediate(() => {
        if (account !== undefined) connections?.authenticated(socket, account)
        socket.end('hello')
      })
    })
    connections = new OpenConnections({ maxConnections: () => maxConnections, isIdle: () => false })
    const all = new Acceptors({ server }, connections)
    await all.listen({ host: '127.0.0.1', port }, acceptors)
    opened.push(all)
    return all
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((all) => all.close()))
  })
  const greet = (port: number): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })

  test(`are as many as asked for where Node can share a port, else one (here: ${canShare ? 'many' : 'one'})`, async () => {
    const all = await start(8)
    expect(all.size).toBe(canShare ? 8 : 1)
    const greetings = await Promise.all(Array.from({ length: 200 }, () => greet(all.address.port)))
    expect(greetings).toEqual(Array(200).fill('hello'))
  })

  test('are one when one is asked for', async () => {
    expect((await start(1)).size).toBe(1)
  })

  test('do not share the port of another process, nor of another gateway', async () => {
    const first = await start(4)
    await expect(start(4, first.address.port)).rejects.toThrow('EADDRINUSE')
    const stranger: Server = createServer()
    const port = await ownPort()
    await new Promise<void>((resolve) => stranger.listen(port, '127.0.0.1', resolve))
    await expect(start(4, port)).rejects.toThrow('EADDRINUSE')
    await new Promise((resolve) => stranger.close(resolve))
    expect((await start(4, port)).address.port).toBe(port)
  })

  test('count the connections of all of them against one bound, and give the places back', async () => {
    const all = await start(8)
    const { port } = all.address
    maxConnections = 3
    account = 'a'
    const idle = Array.from({ length: 3 }, () => connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    for (const socket of idle) socket.on('error', () => {})
    await Promise.all(idle.map((socket) => once(socket, 'data')))
    expect(await Promise.all([greet(port), greet(port), greet(port)])).toEqual(['', '', ''])
    for (const socket of idle) socket.destroy()
    await Promise.all([...accepted].map((socket) => socket.closed || once(socket, 'close')))
    expect(await greet(port)).toBe('hello')
  })
})
