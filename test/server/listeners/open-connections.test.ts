import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { OpenConnections } from '../../../src/server/listeners/open-connections.js'

/** Stands for a socket: what a table of connections sees of one. */
class TestSocket extends EventEmitter {
  destroyed = false
  isIdle = true
  isUnfinished = false
  constructor(readonly remoteAddress: string) {
    super()
  }
  readonly destroy = (): void => {
    this.destroyed = true
    this.emit('close')
  }
}

const startTable = (most: number | (() => number)) => {
  const table = new OpenConnections({
    maxConnections: typeof most === 'number' ? () => most : most,
    isIdle: (socket: unknown) => (socket as TestSocket).isIdle,
    isUnfinished: (socket: unknown) => (socket as TestSocket).isUnfinished,
  })
  const as = (socket: TestSocket) => socket as unknown as Socket
  const connect = (address: string): TestSocket => {
    table.makeRoom()
    const socket = new TestSocket(address)
    table.add(as(socket))
    return socket
  }
  const connectAll = (...addresses: string[]) => addresses.map(connect)
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
    use(connect('192.0.2.2'), 'b')
    expect(ended(sockets)).toEqual([false, true, false])
    use(connect('192.0.2.2'), 'b')
    expect(ended(sockets)).toEqual([true, true, false])
  })

  test('lets newcomers in when all are WebSockets, and ends each when its key is known', () => {
    const { table, as, connect, connectAll, ended, use } = startTable(2)
    const sockets = connectAll('192.0.2.1', '192.0.2.1')
    table.upgraded(as(sockets[0]!))
    for (const socket of sockets) use(socket, 'a')
    table.upgraded(as(sockets[1]!))
    const newcomers = connectAll('192.0.2.2', '192.0.2.3')
    for (const newcomer of newcomers) {
      newcomer.isIdle = false
      use(newcomer, 'b')
    }
    expect(ended([...sockets, ...newcomers])).toEqual([false, false, true, true])
    sockets[0]!.destroy()
    use(connect('192.0.2.2'), 'b')
    expect(table.size).toBe(2)
  })

  test('lets as many newcomers in above its bound as have a good key; the next replaces the idlest of the source that has most', () => {
    const { table, connectAll, ended, use } = startTable(100)
    for (const socket of connectAll(...Array<string>(100).fill('192.0.2.1'))) {
      socket.isIdle = false
      use(socket, 'a')
    }
    const newcomers = connectAll('192.0.2.3', ...Array<string>(99).fill('192.0.2.2'))
    expect(table.size).toBe(200)
    connectAll('192.0.2.4')
    expect(table.size).toBe(200)
    expect(ended(newcomers).indexOf(true)).toBe(1)
  })

  test('ends one that waits for its client to read its last answer before any other', () => {
    const { table, as, connect, connectAll, ended, use } = startTable(3)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1')
    for (const socket of sockets) use(socket, 'a')
    table.ending(as(sockets[1]!))
    use(connect('192.0.2.2'), 'b')
    expect(ended(sockets)).toEqual([false, true, false])
  })

  test('ends an unfinished request of the account that has most, when all carry requests', () => {
    const { connect, connectAll, ended, use } = startTable(4)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.1')
    for (const [index, account] of ['b', 'a', 'a', 'a'].entries()) use(sockets[index]!, account)
    for (const socket of sockets) socket.isIdle = false
    for (const index of [0, 2]) sockets[index]!.isUnfinished = true
    const newcomers = ['a', 'c', 'c'].map((account) => {
      const socket = connect('192.0.2.2')
      socket.isIdle = false
      use(socket, account)
      return socket
    })
    expect(ended(newcomers)).toEqual([true, false, true])
    expect(ended(sockets)).toEqual([false, false, true, false])
  })

  test('does not grow when it is over a bound that was lowered', () => {
    let most = 3
    const { table, connect, connectAll, ended, use } = startTable(() => most)
    const sockets = connectAll('192.0.2.1', '192.0.2.1', '192.0.2.1')
    for (const socket of sockets) {
      socket.isIdle = false
      use(socket, 'a')
    }
    most = 1
    use(connect('192.0.2.2'), 'b')
    expect(table.size).toBe(3)
    expect(ended(sockets).filter(Boolean)).toEqual([true])
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
    const third = connect('192.0.2.2')
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
