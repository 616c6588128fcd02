import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { freePort } from '../../../../src/server/cluster/free-port.js'
import { connectUpstream } from '../../../../src/server/upstreams/transport/connect.js'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { startAnvil } from '../../../../src/tools/demo/anvil.js'
import { type FakeUpstream, startFakeUpstream } from '../../../support/fake-upstream.js'
import { ask } from '../../../support/raw-node.js'

type Message = { readonly id: number; readonly params: readonly [string] }
const call = (name: string, method = 'eth_getStorageAt') =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}","params":["${name}"]}`

describe('calls that share a WebSocket', () => {
  let node: FakeUpstream
  let server: WebSocketServer
  let transport: UpstreamTransport
  let isSharing = false
  let sockets: WebSocket[]
  let messages: Message[]
  let handle: (message: Message, socket: WebSocket) => void
  const answer = ({ id, params }: Message, socket: WebSocket) =>
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: `ws ${params[0]}` }))

  const listen = async (port = 0, options: ServerOptions = {}) => {
    server = new WebSocketServer({ host: '127.0.0.1', port, ...options })
    server.on('connection', (socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      socket.on('message', (data) => {
        const message = JSON.parse(String(data)) as Message
        messages.push(message)
        handle(message, socket)
      })
    })
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const connect = (wsUrl: string, headers?: Record<string, string>) => {
    transport = connectUpstream(
      { url: node.url, wsUrl, share: 'websocket', headers },
      {
        maxConnections: 50,
        maxWaiting: 1_000,
        maxAnswerBytes: 100_000,
        onSharing: (is) => {
          isSharing = is
        },
      },
    )
  }
  const untilSharing = async (wanted = true) => {
    while (isSharing !== wanted) await wait(5)
  }
  /** Asks as whoever forwards does: the id of the answer must be the one that the sink was told. */
  const askFor = (name: string, isCheap = true) => {
    const asked = ask(transport, call(name), {}, isCheap)
    const result = asked.heard.then(({ body, idText, error }) => {
      if (error !== undefined) return error.message
      const json = JSON.parse(String(body)) as { id: number; result: string }
      return `${json.id}` === idText ? json.result : 'wrong id'
    })
    return { ...asked, result }
  }
  const askAll = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => askFor(`${index}`).result))
  const overSocket = (count: number) => Array.from({ length: count }, (_, index) => `ws ${index}`)
  const overHttp = (count: number) => Array.from({ length: count }, (_, index) => `http ${index}`)

  beforeEach(async () => {
    sockets = []
    messages = []
    isSharing = false
    handle = answer
    node = await startFakeUpstream(({ json }) => ({ json: { ...json, result: `http ${json.params[0]}` } }))
  })
  afterEach(async () => {
    await transport.close()
    await node.stop()
    for (const socket of sockets) socket.terminate()
    server.close()
  })
  const start = async (options: ServerOptions = {}) => {
    connect(`ws://127.0.0.1:${await listen(0, options)}`)
    await untilSharing()
  }

  test('are answered over one connection, however many there are', async () => {
    await start()
    expect(await askAll(200)).toEqual(overSocket(200))
    expect(await askAll(3)).toEqual(overSocket(3))
    expect(sockets).toHaveLength(1)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(203)
    expect(node.requests).toHaveLength(0)
  })

  test('of one turn go out in one write', async () => {
    await start()
    let reads = 0
    const { _socket: wire } = sockets[0] as unknown as { _socket: NodeJS.EventEmitter }
    wire.on('data', () => {
      reads++
    })
    await askAll(100)
    expect(reads).toBe(1)
  })

  test('get their own answers, whatever the order', async () => {
    const held: Message[] = []
    handle = (message, socket) => {
      held.push(message)
      if (held.length === 20) for (const one of held.reverse()) answer(one, socket)
    }
    await start()
    expect(await askAll(20)).toEqual(overSocket(20))
  })

  test('go over HTTP when they are not cheap', async () => {
    await start()
    expect(await askFor('0', false).result).toBe('http 0')
  })

  test('go over HTTP until there is a connection', async () => {
    connect(`ws://127.0.0.1:${await listen()}`)
    expect(await askAll(3)).toEqual(overHttp(3))
    await untilSharing()
    expect(await askAll(3)).toEqual(overSocket(3))
  })

  test('go over HTTP where WebSockets are refused', async () => {
    const port = await listen(0, { verifyClient: () => false })
    connect(`ws://127.0.0.1:${port}`)
    await wait(400)
    expect(await askAll(3)).toEqual(overHttp(3))
    expect(isSharing).toBe(false)
  })

  test('that were under way when the connection broke are asked over HTTP, and then it is made again', async () => {
    handle = (message, socket) => (message.params[0] === '3' ? socket.terminate() : undefined)
    await start()
    expect(await askAll(5)).toEqual(overHttp(5))
    handle = answer
    await untilSharing()
    expect(await askAll(5)).toEqual(overSocket(5))
    expect(sockets).toHaveLength(2)
  })

  test('share again when a node that was away is back', async () => {
    const port = await freePort()
    connect(`ws://127.0.0.1:${port}`)
    expect(await askAll(2)).toEqual(overHttp(2))
    await wait(100)
    await listen(port)
    await untilSharing()
    expect(await askAll(2)).toEqual(overSocket(2))
  })

  test('are not confused by what they did not ask for', async () => {
    handle = (message, socket) => {
      socket.send('no JSON')
      socket.send('{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":{"id":1}}}')
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: message.id + 1_000, result: 'stolen' }))
      socket.send(JSON.stringify([{ jsonrpc: '2.0', id: message.id, result: 'stolen' }]))
      socket.send(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: 'stolen' })))
      answer(message, socket)
      answer({ ...message, params: ['stolen'] }, socket)
    }
    await start()
    expect(await askAll(5)).toEqual(overSocket(5))
    expect(await askAll(5)).toEqual(overSocket(5))
  })

  test('are forgotten when no caller waits for them any more', async () => {
    const held: Message[] = []
    handle = (message) => void held.push(message)
    await start()
    const left = askFor('left')
    const stays = askFor('stays')
    while (held.length < 2) await wait(5)
    left.exchange.abort()
    for (const message of held) answer(message, sockets[0]!)
    expect(await stays.result).toBe('ws stays')
    await wait(20)
    expect(left.count()).toBe(0)
  })

  test('leave a connection on which nothing is answered any more', async () => {
    handle = () => {}
    await start()
    const all = [askFor('0'), askFor('1'), askFor('2'), askFor('3')]
    while (messages.length < 4) await wait(5)
    for (const { exchange } of all.slice(0, 3)) {
      exchange.abort()
      // What is given up at once is one sign.
      await wait(110)
    }
    expect(await all[3]!.result).toBe('http 3')
  })

  test('keep their connection when a single caller leaves with all he asked', async () => {
    const held: Message[] = []
    handle = (message) => void held.push(message)
    await start()
    const all = Array.from({ length: 9 }, (_, call) => askFor(`${call}`))
    while (held.length < 9) await wait(5)
    for (const { exchange } of all.slice(0, 8)) exchange.abort()
    await wait(20)
    for (const message of held) answer(message, sockets[0]!)
    expect(await all[8]!.result).toBe('ws 8')
  })

  test('leave a connection whose other end is silent, pings included', async () => {
    handle = () => {}
    await start({ autoPong: false })
    expect(await askFor('0').result).toBe('http 0')
  })

  test('go over HTTP when the answer is larger than is taken', async () => {
    handle = ({ id }, socket) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: 'x'.repeat(200_000) }))
    await start()
    expect(await askFor('0').result).toBe('http 0')
  })

  test('carry the user and password of the address, and the configured headers', async () => {
    let header: string | undefined
    const port = await listen(0, {
      verifyClient: ({ req }: { req: { headers: Record<string, string | string[] | undefined> } }) => {
        header = `${req.headers.authorization} ${req.headers['x-api-key']}`
        return true
      },
    })
    connect(`ws://user:p%40ss@127.0.0.1:${port}/path`, { 'X-Api-Key': 'k3y' })
    await untilSharing()
    expect(header).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')} k3y`)
  })

  test('that are under way may finish when the transport is closed', async () => {
    handle = (message, socket) => void setTimeout(() => answer(message, socket), 50)
    await start()
    const all = askAll(3)
    await wait(10)
    await transport.close()
    expect(await all).toEqual(overSocket(3))
  })
})

describe('a real EVM node', () => {
  test.each(['batch', 'websocket'] as const)(
    'answers calls that share round trips by %s as it answers them alone',
    async (share) => {
      const anvil = await startAnvil()
      let isSharing = false
      const setting = {
        maxConnections: 10,
        maxWaiting: 1_000,
        maxAnswerBytes: 1_000_000,
        onSharing: (is: boolean) => {
          isSharing = is
        },
      } as const
      const single = connectUpstream({ url: anvil.url, share: 'off' }, setting)
      const shared = connectUpstream({ url: anvil.url, wsUrl: anvil.wsUrl, share }, setting)
      while (!isSharing) await wait(5)
      const bodies = [
        ...Array.from(
          { length: 40 },
          (_, index) =>
            `{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["0x${'11'.repeat(20)}","0x${index.toString(16)}","latest"]}`,
        ),
        '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
        '{"jsonrpc":"2.0","id":1,"method":"eth_getStorageAt","params":["nonsense"]}',
        '{"jsonrpc":"2.0","id":1,"method":"eth_none","params":[]}',
      ]
      // Of an error anvil says other things over WebSocket than over HTTP.
      const askAll = (transport: UpstreamTransport) =>
        Promise.all(
          bodies.map(async (body) => {
            const heard = await ask(transport, body, {}, true).heard
            const { id, result, error } = JSON.parse(String(heard.body)) as Record<string, unknown>
            expect(`${id}`).toBe(heard.idText)
            return error === undefined ? result : 'an error'
          }),
        )
      const answers = await askAll(shared)
      expect(answers.slice(-3)).toEqual(['0x7a69', 'an error', 'an error'])
      expect(answers).toEqual(await askAll(single))
      expect(isSharing).toBe(true)
      await Promise.all([single.close(), shared.close()])
      await anvil.stop()
    },
  )
})
