import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeCertificate } from '../../support/certificate.js'
import { askForNothing, crowdOfSockets } from '../../support/crowd.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startFakeUpstream } from '../../support/fake-upstream.js'
import { STORAGE_CALL, startTestGateway, type TestGateway, type TestSetting } from '../../support/gateway.js'
import { operatorMethod, ref } from '../../support/operator-document.js'
import { parseAnswer, type RawConnection, rawConnection, rawRequest } from '../../support/raw-http.js'
import { started } from '../../support/started.js'
import { openSocket } from '../../support/web-socket.js'
import { writtenContract } from '../../support/written-contract.js'

const MOST = 100
/** Loopback addresses other than 127.0.0.1 work without set-up on Linux only. */
const onLinux = process.platform === 'linux' ? test : test.skip

const { crowd, connectCrowd, endCrowd } = crowdOfSockets()

const answer = () => ({ resultText: '"0x01"' })
const upstream = started(() => startFakeUpstream(answer))
afterEach(() => upstream.setScript(answer))

describe('a public listener that is full', () => {
  let gateway: TestGateway
  let key: string
  const start = async (setting: Partial<TestSetting> = {}) => {
    gateway = await startTestGateway({
      networks: { eth: { urls: [upstream.url] } },
      limits: { maxConnections: MOST },
      ...setting,
    })
    key = await gateway.addKey()
  }
  afterEach(() => {
    // A drain would wait for their requests.
    endCrowd()
    return gateway.stop()
  })
  const BODY = JSON.stringify(STORAGE_CALL)
  const callWith = (keyText: string, more = '') =>
    `POST /eth/v3/${keyText} HTTP/1.1\r\nHost: x\r\n${more}Content-Length: ${BODY.length}\r\n\r\n${BODY}`
  /** Returns the status of a call over a new connection. */
  const call = async () => (await rawRequest(gateway.url, callWith(key, 'Connection: close\r\n'))).status
  /** Calls over a connection that is kept. */
  const callOver = async (connection: RawConnection) => {
    const before = connection.received.split('"0x01"').length
    connection.write(callWith(key))
    while (connection.received.split('"0x01"').length === before) await once(connection.socket, 'data')
  }

  test('takes the next caller in, whom 100 silent connections keep out', async () => {
    await start()
    await connectCrowd(gateway.url, MOST)
    for (let tries = 0; tries < 5; tries++) expect(await call()).toBe(200)
  })

  test('takes the next caller in, whom 100 connections keep out that had one 404 each', async () => {
    await start()
    await askForNothing(await connectCrowd(gateway.url, MOST))
    for (let tries = 0; tries < 5; tries++) expect(await call()).toBe(200)
  })

  test('keeps connections and WebSockets on which a good key came', async () => {
    await start()
    const connection = rawConnection(gateway.url)
    await callOver(connection)
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${key}`)
    await connectCrowd(gateway.url, MOST + 50)
    expect(await call()).toBe(200)
    await callOver(connection)
    expect(JSON.parse(await socket.ask(STORAGE_CALL)).result).toBe('0x01')
    connection.socket.destroy()
    await socket.close()
  })

  test('takes a wrong key for none', async () => {
    await start({ limits: { maxConnections: 2 } })
    const wrong = rawConnection(gateway.url)
    wrong.write(callWith('tg_wrong'))
    await wrong.until(/ 401 /)
    const silent = rawConnection(gateway.url)
    await once(silent.socket, 'connect')
    expect(await call()).toBe(200)
    expect(await wrong.ended).toMatch(/ 401 /)
    silent.socket.destroy()
  })

  test('takes the next caller in when a key kept 100 connections open, which carry nothing', async () => {
    await start()
    const connections = Array.from({ length: MOST }, () => rawConnection(gateway.url))
    await Promise.all(connections.map(callOver))
    key = await gateway.addKey()
    for (let tries = 0; tries < 5; tries++) expect(await call()).toBe(200)
    for (const { socket } of connections) socket.destroy()
  })

  /** Opens connections that send the same bytes; resolves when each has `answer`. */
  const fill = async (count: number, bytes: string, answer: RegExp): Promise<RawConnection[]> => {
    const connections = Array.from({ length: count }, () => rawConnection(gateway.url))
    crowd.push(...connections.map(({ socket }) => socket))
    for (const connection of connections) connection.write(bytes)
    await Promise.all(connections.map((connection) => connection.until(answer)))
    return connections
  }
  const openOf = (connections: readonly RawConnection[]) => connections.filter(({ socket }) => !socket.closed).length

  test.each([
    [
      'whose body does not come',
      () => callWith(key, 'Expect: 100-continue\r\n').slice(0, -BODY.length),
      / 100 Continue/,
    ],
    ['whose next head does not come whole', () => `${callWith(key)}POST /eth`, /"0x01"/],
  ])('takes the next caller in when an account has 100 connections %s', async (_, bytes, answer) => {
    await start()
    const others = await fill(MOST, bytes(), answer)
    key = await gateway.addKey()
    const [connection] = await fill(1, callWith(key), /"0x01"/)
    await expectSoon(() => openOf(others), MOST - 1)
    for (let tries = 0; tries < 5; tries++) expect(await call()).toBe(200)
    await callOver(connection!)
  })

  /** A method whose calls may take two minutes, which a busy machine does not stretch. */
  const slowMethod = operatorMethod('acme_wait', {
    params: [{ name: 'number', description: 'Any.', required: true, schema: ref('Quantity') }],
    examples: [{ name: 'one', params: [{ name: 'number', value: '0x1' }], result: { name: 'result', value: '0x1' } }],
    'x-limits': { timeoutMs: 120_000, timeoutError: 'upstream-timeout' },
  })

  test('gives accounts equally many connections when all carry calls', async () => {
    const most = 10
    const { file, remove } = writtenContract([slowMethod])
    const asked = new Set<string>()
    upstream.setScript(({ json }) => {
      asked.add(json.params[0])
      return { hang: true }
    })
    await start({ limits: { maxConnections: most }, contracts: [file] })
    remove()
    let calls = 0
    /** A call that the node never answers. */
    const hang = (keyText: string) => {
      const params = [`0x${(++calls).toString(16)}`]
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: slowMethod.name, params })
      const connection = rawConnection(gateway.url)
      crowd.push(connection.socket)
      connection.write(`POST /eth/v3/${keyText} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      return connection
    }
    const others = Array.from({ length: most }, () => hang(key))
    await expectSoon(() => asked.size, most)
    const oneMore = hang(key)
    await expectSoon(() => oneMore.socket.closed, true)
    expect(openOf(others)).toBe(most)
    const second = await gateway.addKey()
    const own = Array.from({ length: most / 2 }, () => hang(second))
    await expectSoon(() => openOf(others), most / 2)
    const ownMore = hang(second)
    await expectSoon(() => ownMore.socket.closed, true)
    expect([openOf(own), openOf(others)]).toEqual([most / 2, most / 2])
    expect(asked.size).toBe(most + own.length)
  })

  test('takes the next caller in when 100 connections only wait for their last answer to be read', async () => {
    await start()
    const refused = await connectCrowd(gateway.url, MOST)
    await Promise.all(
      refused.map(async (socket) => {
        socket.write(`POST /eth/v3/${key} HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n[`)
        const [answer] = await once(socket, 'data')
        expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
      }),
    )
    for (let tries = 0; tries < 5; tries++) expect(await call()).toBe(200)
  })

  test('ends upgrades refused over the plan before connections of other accounts', async () => {
    await start({
      limits: { maxConnections: 20 },
      plans: { core: { dailyCredits: 3_000_000, creditsPerSecond: 1_000_000, maxConnections: 1 } },
    })
    const kept = rawConnection(gateway.url)
    await callOver(kept)
    const others = await gateway.addKey()
    const socket = await openSocket(`${gateway.url}/eth/ws/v3/${others}`)
    const { hostname, port } = new URL(gateway.url)
    for (let tries = 0; tries < 40; tries++) {
      const refused = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
      crowd.push(refused.on('error', () => {}))
      refused.write(`GET /eth/ws/v3/${others} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`)
      const [answer] = await Promise.race([once(refused, 'data'), once(refused, 'close')])
      expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /)
    }
    expect(await call()).toBe(200)
    await callOver(kept)
    kept.socket.destroy()
    await socket.close()
  })

  onLinux('ends connections of the source that has most of them', async () => {
    await start({ limits: { maxConnections: 60 } })
    const many = await connectCrowd(gateway.url, 50, '127.0.0.2')
    const few = await connectCrowd(gateway.url, 10, '127.0.0.3')
    let ended = 0
    for (const socket of many) socket.resume().on('close', () => ended++)
    for (const socket of few) socket.resume()
    const newcomers = await connectCrowd(gateway.url, 20, '127.0.0.4')
    await askForNothing(newcomers)
    expect(await call()).toBe(200)
    await expectSoon(() => ended >= 20, true)
    await askForNothing(few)
  })

  test('takes TLS handshakes under way for connections without a good key', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-full-'))
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    const ca = writeCertificate('tollgate', files)
    await start({ listen: { tls: files }, limits: { maxConnections: 30 } })
    const secureCall = (): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const sent = request(`${gateway.url}/eth/v3/${key}`, { method: 'POST', ca, agent: false }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end(BODY)
      })
    const { hostname, port } = new URL(gateway.url)
    await connectCrowd(`http://${hostname}:${port}`, 30)
    for (let tries = 0; tries < 5; tries++) expect(await secureCall()).toBe(200)
    rmSync(folder, { recursive: true })
  })

  test.each([
    [{}, 5],
    [{ trustedProxies: 1 }, 65],
  ])('keeps connections without a good key for 5 seconds, but those of a proxy: %j', async (listen, seconds) => {
    await start({ listen })
    const connection = rawConnection(gateway.url)
    connection.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(parseAnswer(await connection.until(/\}$/)).headers['keep-alive']).toBe(`timeout=${seconds}`)
    await callOver(connection)
    const second = connection.received.slice(connection.received.lastIndexOf('HTTP/1.1 '))
    expect(parseAnswer(second).headers['keep-alive']).toBe('timeout=65')
    connection.socket.destroy()
  })

  test('keeps connections without a good key for 5 seconds, also if others have no limit', async () => {
    await start({ limits: { keepAliveTimeoutMs: 0 } })
    const connection = rawConnection(gateway.url)
    connection.write('GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(parseAnswer(await connection.until(/\}$/)).headers['keep-alive']).toBe('timeout=5')
    connection.socket.destroy()
  })
})
