import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpTransport } from '../../../../src/server/upstreams/transport/http-transport.js'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { writeCertificate } from '../../../support/certificate.js'
import { ask, type RawCall, type RawNode, startRawNode } from '../../../support/raw-node.js'
import { started, temporaryFolder } from '../../../support/started.js'

const withLength = (body: string, fields = '') =>
  `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`

describe('the tollgate transport by itself', () => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (
    answer: (call: RawCall) => void,
    limits = { maxConnections: 2, maxWaiting: 3 },
    headers = {},
  ) => {
    node = await startRawNode(answer)
    transport = createHttpTransport(`http://127.0.0.1:${node.port}`, limits, headers)
  }
  afterEach(async () => {
    await node.stop()
    await transport.close()
  })

  test('fails calls at once that find the queue full, and no others', async () => {
    const held: RawCall[] = []
    await start((call) => held.push(call))
    const all = Array.from({ length: 8 }, (_, index) => ask(transport, `${index}`))
    expect(await all[7]!.heard).toMatchObject({ error: { code: 'upstream_queue_full' } })
    for (let answered = 0; answered < 5; answered++) {
      while (held.length <= answered) await wait(2)
      held[answered]!.socket.write(withLength('{}'))
    }
    const heard = await Promise.all(all.map((asked) => asked.heard))
    expect(heard.map(({ status }) => status)).toEqual(
      [...Array(3).fill(200), undefined, undefined, undefined, 200, 200].sort(),
    )
  })

  test('keeps no place in the queue for calls that gave up', async () => {
    const held: RawCall[] = []
    await start((call) => held.push(call))
    const all = Array.from({ length: 5 }, () => ask(transport))
    while (held.length < 2) await wait(2)
    for (const { exchange } of all.slice(2)) exchange.abort()
    const next = Array.from({ length: 3 }, () => ask(transport))
    for (let answered = 0; answered < 5; answered++) {
      while (held.length <= answered) await wait(2)
      held[answered]!.socket.write(withLength('{}'))
    }
    expect((await Promise.all(next.map(({ heard }) => heard))).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('closes idle connections that are doubted, and asks on new ones', async () => {
    let deadBelow = 0
    const held: RawCall[] = []
    await start(
      (call) => {
        if (held.length < 5) held.push(call)
        else if (call.connection >= deadBelow) call.socket.write(withLength('{}'))
      },
      { maxConnections: 6, maxWaiting: 0 },
    )
    const first = Array.from({ length: 5 }, () => ask(transport))
    while (held.length < 5) await wait(2)
    for (const { socket } of held) socket.write(withLength('{}'))
    await Promise.all(first.map(({ heard }) => heard))
    deadBelow = node.sockets.length
    const asked = ask(transport)
    while (node.calls.length < 6) await wait(2)
    asked.exchange.abort()
    // The others were used more than a second ago.
    await wait(1_100)
    transport.doubtIdle()
    expect(await ask(transport).heard).toMatchObject({ status: 200 })
    expect(node.calls.at(-1)).toMatchObject({ connection: deadBelow, nth: 0 })
    // An answer has just come over this one.
    transport.doubtIdle()
    expect(await ask(transport).heard).toMatchObject({ status: 200 })
    expect(node.calls.at(-1)).toMatchObject({ connection: deadBelow, nth: 1 })
  })

  test('sends the configured headers with every request, before its length', async () => {
    const heads: string[] = []
    const answer = ({ head, socket }: RawCall) => {
      heads.push(head)
      socket.write(withLength('{}'))
    }
    await start(answer, undefined, { 'X-Api-Key': 'k3y', Authorization: 'Bearer t' })
    for (let call = 0; call < 2; call++) expect(await ask(transport).heard).toMatchObject({ status: 200 })
    for (const head of heads) expect(head).toContain('\r\nX-Api-Key: k3y\r\nAuthorization: Bearer t\r\nContent-Type: ')
    expect(heads).toHaveLength(2)
  })

  test('is closed only after the answer of a call that is sent once more', async () => {
    const held: RawCall[] = []
    await start((call) => {
      if (held.push(call) === 1) call.socket.write(withLength('{}'))
      if (held.length === 2) call.socket.destroy()
    })
    await ask(transport).heard
    const repeated = ask(transport)
    let isClosed = false
    const closing = transport.close().then(() => {
      isClosed = true
    })
    while (held.length < 3) await wait(2)
    expect(isClosed).toBe(false)
    held[2]!.socket.write(withLength('{}'))
    expect(await repeated.heard).toMatchObject({ status: 200 })
    await closing
  })

  test('takes an unasked 100 Continue for what it is: no answer yet', async () => {
    await start(({ socket }) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${withLength('{}')}`))
    expect(await ask(transport).heard).toMatchObject({ status: 200, error: undefined })
  })

  test.each([
    ['of HTTP/1.0', 'HTTP/1.0 103 Early\r\n\r\n'],
    ['with a length', 'HTTP/1.1 103 Early\r\nContent-Length: 5\r\n\r\n'],
    ['with chunks', 'HTTP/1.1 103 Early\r\nTransfer-Encoding: chunked\r\n\r\n'],
  ])('refuses an interim answer %s', async (_, interim) => {
    await start(({ socket }) => socket.write(`${interim}${withLength('{}')}`))
    expect(await ask(transport).heard).toMatchObject({ status: undefined, error: { code: 'bad_http' } })
  })

  test.each([
    ['a tab behind a transfer coding', 'Transfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n', undefined],
    ['a size line without end', `Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(3_000)}`, 200],
    ['a trailer that names a host', 'Transfer-Encoding: chunked\r\n\r\n0\r\nHost: h\r\n\r\n', 200],
  ])('refuses %s', async (_, rest, status) => {
    await start(({ socket }) => socket.write(`HTTP/1.1 200 OK\r\n${rest}`))
    expect(await ask(transport).heard).toMatchObject({ status, error: { code: 'bad_http' } })
  })

  test('closes an idle connection before the time that the server named', async () => {
    await start(({ socket }) => socket.write(withLength('{}', 'Keep-Alive: timeout=2\r\n')))
    await ask(transport).heard
    expect(node.sockets[0]!.closed).toBe(false)
    for (let waited = 0; !node.sockets[0]!.readableEnded; waited += 10) {
      expect(waited).toBeLessThan(1_900)
      await wait(10)
    }
    expect((await ask(transport).heard).status).toBe(200)
    expect(node.sockets.length).toBe(2)
  })

  test('has a connection that came while the process stood still for longer than connecting may take', async () => {
    await start(({ socket }) => socket.write(withLength('{}')))
    const { heard } = ask(transport)
    // By then the system connects.
    await new Promise((resolve) => process.nextTick(resolve))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_200)
    expect((await heard).status).toBe(200)
  })

  test('takes the connection that was used last, so that the others may rest', async () => {
    await start(({ socket }) => socket.write(withLength('{}')), { maxConnections: 5, maxWaiting: 10 })
    await Promise.all(Array.from({ length: 5 }, () => ask(transport).heard))
    const used = new Set<number>()
    for (let call = 0; call < 10; call++) {
      await ask(transport).heard
      used.add(node.calls.at(-1)!.connection)
    }
    expect(used.size).toBe(1)
  })

  test('does not use a connection again whose request was not wholly sent when the answer came', async () => {
    let isFirst = true
    node = await startRawNode(({ socket }) => socket.write(withLength('{"n":2}')), {
      onConnection: (socket) => {
        if (!isFirst) return
        isFirst = false
        socket.removeAllListeners('data')
        socket.pause()
        socket.write(withLength('{"n":1}'))
      },
    })
    transport = createHttpTransport(`http://127.0.0.1:${node.port}`, { maxConnections: 1, maxWaiting: 1 })
    expect(String((await ask(transport, 'x'.repeat(20_000_000)).heard).body)).toBe('{"n":1}')
    expect(String((await ask(transport).heard).body)).toBe('{"n":2}')
    expect(node.sockets.length).toBe(2)
  })
})

describe.each(['tollgate', 'undici'])('the %s transport over TLS', (engine) => {
  const folder = temporaryFolder()
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const names: (string | undefined)[] = []
  const node = started(async () => {
    const cert = writeCertificate('tollgate test', files)
    const { readFileSync } = await import('node:fs')
    return startRawNode(({ socket, body }) => socket.write(withLength(`${body}`)), {
      tls: {
        cert,
        key: readFileSync(files.key),
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
    })
  })
  const askOnce = (host: string, env: Record<string, string>) =>
    new Promise<{ status?: number; body: string; code?: string }>((resolve, reject) => {
      const args = ['--import', 'tsx', 'test/support/ask-process.ts', engine, `https://${host}:${node.port}/`]
      execFile(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '', ...env } }, (error, stdout) =>
        error === null ? resolve(JSON.parse(stdout)) : reject(error),
      )
    })
  /** Asks again if a busy machine did not run this process, which has the node, for so long. */
  const askAt = async (host: string, env: Record<string, string> = {}) => {
    let answer = await askOnce(host, env)
    while (/connect_timeout/i.test(answer.code ?? '')) answer = await askOnce(host, env)
    return answer
  }

  test('asks a node whose certificate is trusted and has its address', async () => {
    expect(await askAt('127.0.0.1', { NODE_EXTRA_CA_CERTS: files.cert })).toEqual({ status: 200, body: '{"a":1}' })
  })

  test('asks none whose certificate is not trusted', async () => {
    expect(await askAt('127.0.0.1')).toEqual({ body: '', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })

  test('sends the server name, and asks no server whose certificate has another', async () => {
    const answer = await askAt('localhost', { NODE_EXTRA_CA_CERTS: files.cert })
    expect(answer).toEqual({ body: '', code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    expect(names).toContain('localhost')
  })
})
