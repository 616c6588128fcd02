import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { OpenConnections } from '../../../src/server/listeners/open-connections.js'

/** Stands for a socket: what a table of connections sees of one. */
class TestSocket extends EventEmitter {
  destroyed = false
  isIdle = true
  constructor(readonly remoteAddress: string) {
    super()
  }
  readonly destroy = (): void => {
    this.destroyed = true
    this.emit('close')
  }
}

const startTable = (maxConnections: number) => {
  const isIdle = (socket: unknown) => (socket as TestSocket).isIdle
  const table = new OpenConnections({ maxConnections: () => maxConnections, isIdle })
  const as = (socket: TestSocket) => socket as unknown as Socket
  /** Undefined: refused. */
  const connect = (address: string): TestSocket | undefined => {
    if (!table.makeRoom()) return undefined
    const socket = new TestSocket(address)
    table.add(as(socket))
    return socket
  }
  const connectAll = (...addresses: string[]) => addresses.map((address) => connect(address)!)
  const ended = (sockets: TestSocket[]) => sockets.map(({ destroyed }) => destroyed)
  const use = (socket: TestSocket, account: string) => table.authenticated(as(socket), account)
  return { table, as, connect, connectAll, ended, use }
}

describe('a listener that is full', () => {
  test('ends the idlest connection without a good key, of the source that has most', () => {
    const { table, as, connect, connectAll, ended } = startTable(5)
    const sockets = connectAll('192.0.2.1', '192.0.2.2', '192.0.2.2', '192.0.2.2', '192.0.2.3')
    table.received(as(sockets[1]!))
    expect(connect('192.0.2.4')).toBeDefined()
    expect(ended(sockets)).toEqual([false, false, true, false, false])
    expect(table.size).toBe(5)
  })

  test('takes a /64 of IPv6 for one source, and the two forms of an IPv4 address', () => {
    const { connect, connectAll, ended } = startTable(4)
    const sockets = connectAll('192.0.2.1', '2001:db8::1', '2001:db8::ffff:2', '::ffff:192.0.2.1')
    connect('192.0.2.9')
    connect('192.0.2.9')
    expect(ended(sockets)).toEqual([true, true, false, false])
  })

  test('leaves those alone that had a good key, while there are others', () => {
    const { connect, connectAll, ended, use } = startTable(3)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1')
    use(sockets[0]!, 'a')
    for (let more = 0; more < 10; more++) connect('192.0.2.1')
    expect(ended(sockets)).toEqual([false, true, true])
  })

  test('ends the idlest connection that carries no request, of the account that has most, when all had a good key', () => {
    const { connect, connectAll, ended, use } = startTable(4)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1')
    for (const [index, account] of ['b', 'a', 'a', 'a'].entries()) use(sockets[index]!, account)
    sockets[1]!.isIdle = false
    connect('192.0.2.2')
    expect(ended(sockets)).toEqual([false, false, true, false])
  })

  test('ends one of them that was not used since the last look, if there is one', () => {
    const { table, as, connect, connectAll, ended, use } = startTable(3)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1')
    for (const socket of sockets) use(socket, 'a')
    for (const index of [0, 2]) table.received(as(sockets[index]!))
    use(connect('192.0.2.2')!, 'b')
    expect(ended(sockets)).toEqual([false, true, false])
    use(connect('192.0.2.2')!, 'b')
    expect(ended(sockets)).toEqual([true, true, false])
  })

  test('refuses when all carry requests, or are WebSockets', () => {
    const { table, as, connect, connectAll, ended, use } = startTable(2)
    const sockets = connectAll('192.0.2.1', '192.0.2.1')
    table.upgraded(as(sockets[0]!))
    for (const socket of sockets) use(socket, 'a')
    table.upgraded(as(sockets[1]!))
    expect(connect('192.0.2.2')).toBeUndefined()
    expect(ended(sockets)).toEqual([false, false])
    sockets[0]!.destroy()
    expect(connect('192.0.2.2')).toBeDefined()
  })

  test('takes an upgrade whose caller is not known yet for a connection without a good key', () => {
    const { table, as, connect, connectAll, ended } = startTable(1)
    const sockets = connectAll('192.0.2.1')
    table.upgraded(as(sockets[0]!))
    expect(connect('192.0.2.2')).toBeDefined()
    expect(ended(sockets)).toEqual([true])
  })

  test('counts every connection once, however it ends', async () => {
    const { table, as, connect, connectAll, use } = startTable(2)
    const [first, second] = connectAll('192.0.2.1', '192.0.2.1')
    const third = connect('192.0.2.2')!
    // Late news of a connection that was ended.
    table.received(as(first!))
    use(first!, 'a')
    first!.emit('close')
    expect(table.size).toBe(2)
    second!.destroy()
    const none = table.whenNone()
    third.destroy()
    await none
    expect(table.size).toBe(0)
  })
})
