import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Listening, listenOn } from '../../../src/runtime/listen-on.js'
import { startFront } from '../../../src/tools/mock/front.js'
import { startRecordingProxy } from '../../../src/tools/record/recording-proxy.js'
import { TrafficRecorder } from '../../../src/tools/record/traffic-recorder.js'

const recorder = () => new TrafficRecorder({ calls: 1, events: 1, bytes: 1_000, share: 1 }, () => {}, Math.random)
const frontDeps = { sample: () => ({ code: 1, message: 'x' }), controls: () => undefined }
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const UPGRADE =
  'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
const UPGRADED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

/** An endpoint that gives its connections to the test, each with the first bytes that came. */
let endpoint: Server
let connections: AsyncIterableIterator<Socket>
let front: Listening

const connectionOf = async (): Promise<Socket> => (await connections.next()).value as Socket
const received = async (socket: Socket): Promise<string> => {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'close')
  return text
}

describe.each([
  [
    'the recording proxy',
    (url: string) => startRecordingProxy(new URL(url), { host: '127.0.0.1', port: 0 }, recorder(), () => {}),
  ],
  ['the front of the mock', (url: string) => startFront(url, 0, frontDeps)],
])('%s', (_, start) => {
  beforeEach(async () => {
    const waiting: Socket[] = []
    let wake: (() => void) | undefined
    endpoint = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        waiting.push(socket)
        wake?.()
      })
    }).listen(0, '127.0.0.1')
    await once(endpoint, 'listening')
    connections = (async function* () {
      for (;;) {
        while (waiting.length === 0)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        yield waiting.shift()!
      }
    })()
    front = await start(`http://127.0.0.1:${(endpoint.address() as { port: number }).port}`)
  })
  afterEach(async () => {
    await front.stop()
    endpoint.close()
  })

  const ask = async (text: string) => {
    const caller = connect(Number(new URL(front.url).port), '127.0.0.1').on('error', () => {})
    caller.write(text)
    return { caller, onward: await connectionOf() }
  }

  test('stops while a WebSocket is open, and closes both of its ends', async () => {
    const { caller, onward } = await ask(UPGRADE)
    const ended = Promise.all([received(caller), once(onward, 'close')])
    onward.write(UPGRADED)
    await once(caller, 'data')
    await front.stop()
    expect((await ended)[0]).toContain('101 Switching')
  })

  test('lets go of a WebSocket whose caller leaves before it is open', async () => {
    const { caller, onward } = await ask(UPGRADE)
    caller.destroy()
    onward.resume()
    await once(onward, 'close')
  })

  test('passes on what a caller sends before its WebSocket is open', async () => {
    const { caller, onward } = await ask(UPGRADE)
    caller.write('early')
    const received = once(onward, 'data')
    onward.write(UPGRADED)
    await once(caller, 'data')
    const [first] = await received
    expect(String(first)).toBe('early')
    caller.end()
    await once(onward, 'close')
  })

  test.each([
    ['h2c', 'POST', ', HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk'],
    ['websocket', 'POST', ', close'],
    ['TLS/1.0', 'GET', ''],
  ])('ignores an offer of %s by %s, and passes the request on', async (protocol, method, more) => {
    const echo = createHttpServer(async (request, response) => {
      response.end(`${request.method} ${request.url} ${request.rawHeaders.join()} ${await text(request)}.`)
    })
    const { url, stop } = await listenOn(echo, { host: '127.0.0.1', port: 0 })
    const offering = await start(url)
    const caller = connect(Number(new URL(offering.url).port), '127.0.0.1')
    const fields = `Host: x\r\nUpgrade: ${protocol}\r\nConnection: Upgrade${more}\r\nX-Name: \xe9\r\nContent-Length: 4`
    caller.write(`${method} /a HTTP/1.1\r\n${fields}\r\n\r\n{}`, 'latin1')
    caller.write('{}')
    try {
      let answer = ''
      for await (const chunk of caller.setEncoding('latin1')) {
        answer += chunk
        if (answer.endsWith('{}{}.') || answer.endsWith('0\r\n\r\n')) break
      }
      expect(answer).toMatch(
        new RegExp(`^HTTP/1.1 200 OK[^]*${method} /a [^]*X-Name,\xc3\xa9[^]* \\{\\}\\{\\}\\.`, 'i'),
      )
      expect(answer).not.toMatch(/upgrade|http2-settings/i)
    } finally {
      caller.destroy()
      await offering.stop()
      await stop()
    }
  })

  test('says how long it keeps the connection of a caller, and not how long the endpoint keeps its own', async () => {
    const { caller, onward } = await ask(GET)
    const own = 'Connection: Keep-Alive\r\nKeep-Alive: timeout=65\r\n'
    onward.end(`HTTP/1.1 200 OK\r\n${own}Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 4\r\n\r\nbody`)
    let answer = ''
    for await (const chunk of caller) {
      answer += chunk
      if (answer.endsWith('body')) break
    }
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 4\r\n/)
    expect(answer.match(/^(connection|keep-alive):.*/gim)).toEqual(['Connection: keep-alive', 'Keep-Alive: timeout=5'])
  })

  test('closes the connection of a caller whose body the endpoint does not wait for', async () => {
    const { caller, onward } = await ask('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf of it')
    onward.write('HTTP/1.1 413 Payload Too Large\r\nContent-Length: 4\r\n\r\nlong')
    expect(await received(caller)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n\r\nlong$/)
  })

  test('breaks an answer off that the endpoint breaks off', async () => {
    const { caller, onward } = await ask(GET)
    onward.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf of it')
    expect(await received(caller)).toMatch(/half of it$/)
  })

  test('passes a refusal of a WebSocket on so that its end is known, whatever its framing was', async () => {
    const { caller, onward } = await ask(UPGRADE)
    onward.write(
      'HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\nX-Why: so\r\n\r\n4\r\nwhy \r\n3\r\nnot\r\n0\r\n\r\n',
    )
    const text = await received(caller)
    expect(text).toMatch(/^HTTP\/1\.1 403 Forbidden\r\nX-Why: so\r\nConnection: close\r\n\r\nwhy not$/)
  })
})

test.each([
  ['127.0.0.1:OWN', 'localhost:TARGET'],
  ['LocalHost:OWN', 'localhost:TARGET'],
  ['[::1]:OWN', 'localhost:TARGET'],
  ['127.0.0.1:1', '127.0.0.1:1'],
  ['eth.example:OWN', 'eth.example:OWN'],
  ['eth.example', 'eth.example'],
])('the recording proxy calls an endpoint whose caller wrote Host %j by %j', async (written, expected) => {
  const server = createHttpServer((request, response) => response.end(`host=${request.headers.host}.`))
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => {})
    socket.end(`HTTP/1.1 403 Forbidden\r\n\r\nhost=${request.headers.host}.`)
  })
  const { url, stop } = await listenOn(server, { host: '127.0.0.1', port: 0 })
  const { port } = new URL(url)
  const proxy = await startRecordingProxy(
    new URL(`http://localhost:${port}`),
    { host: '127.0.0.1', port: 0 },
    recorder(),
    () => {},
  )
  const own = new URL(proxy.url).port
  const host = (text: string) => text.replace('OWN', own).replace('TARGET', port)
  try {
    for (const asked of [GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'), UPGRADE]) {
      const caller = connect(Number(own), '127.0.0.1')
      caller.write(asked.replace('Host: x', `Host: ${host(written)}`))
      expect(await received(caller)).toContain(`host=${host(expected)}.`)
    }
  } finally {
    await proxy.stop()
    await stop()
  }
})
