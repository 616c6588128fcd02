import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Limits } from '../../src/server/config/config.js'
import { Acceptors } from '../../src/server/listeners/acceptors.js'
import { OpenConnections } from '../../src/server/listeners/open-connections.js'
import type { EngineOptions, HttpEngine } from '../../src/wire/http/server/engine.js'
import type { HttpExchange, HttpHandler } from '../../src/wire/http/server/handler.js'
import { HttpServer } from '../../src/wire/http/server/server.js'
import { resultOf } from '../../src/wire/jsonrpc/reply.js'
import { writeReply } from '../../src/wire/jsonrpc/write-reply.js'
import { expectSoon } from './expect-soon.js'
import { readConfig } from './gateway.js'
import { NodeServer } from './node-http/node-server.js'
import { type RawConnection, rawConnection, rawRequest } from './raw-http.js'
import { started } from './started.js'

/** Our own HTTP server, and node:http's as the oracle that it is held against. */
export const listeners = ['tollgate', 'node'] as const

export type ListenerName = (typeof listeners)[number]

/** A bare engine on a free port of 127.0.0.1, in front of a handler of the test's. */
export interface TestEngine {
  readonly url: string
  readonly engine: HttpEngine
  readonly connections: OpenConnections
  stop(): Promise<void>
}

/** The bounds of a configuration that says nothing of them but what the test does. */
export const limitsOf = (limits: Partial<Limits> = {}): Limits => {
  const networks = { eth: { family: 'evm', upstreams: [{ name: 'n', url: 'http://127.0.0.1:1' }] } }
  const text = JSON.stringify({ plans: { core: { dailyCredits: 1, creditsPerSecond: 1_000 } }, networks })
  return { ...readConfig(text, tmpdir()).limits, ...limits }
}

export const startEngine = async (
  name: ListenerName,
  handler: Partial<HttpHandler>,
  limits: Partial<Limits> = {},
): Promise<TestEngine> => {
  const bounds = limitsOf(limits)
  const connections = new OpenConnections({
    maxConnections: () => bounds.maxConnections,
    isIdle: (stream) => engine.isIdle(stream),
  })
  const options: EngineOptions = { isTls: false, limits: () => bounds, nowMs: () => Date.now(), watch: connections }
  const whole = {
    request: () => {},
    rejected: () => 'none',
    upgrade: (_: unknown, socket: { destroy(): void }) => socket.destroy(),
    ...handler,
  }
  const engine: HttpEngine = name === 'node' ? new NodeServer(options, whole) : new HttpServer(options, whole)
  const acceptors = new Acceptors(engine, connections)
  await acceptors.listen({ host: '127.0.0.1', port: 0 }, 1)
  return {
    url: `http://127.0.0.1:${acceptors.address.port}`,
    engine,
    connections,
    stop: async () => {
      const closed = acceptors.close()
      engine.destroy()
      await closed
    },
  }
}

/** Answers with a JSON value as the result. */
export const answerWith = (exchange: HttpExchange, value: unknown): void =>
  exchange.reply(
    { status: 200, call: undefined, moreFields: [] },
    writeReply('1', resultOf(Buffer.from(JSON.stringify(value)))),
  )

/** Answers with what it was asked, once the body is there. */
export const echo = async (exchange: HttpExchange): Promise<void> => {
  const { method, target } = exchange.head
  const body = await exchange.readBody(1_000, 'test')
  if (typeof body === 'string' || Buffer.isBuffer(body)) answerWith(exchange, { method, target, body: body.toString() })
}

/** Fields of requests that a test writes byte by byte. */
export const HOST = 'Host: h\r\n'
export const CLOSE = 'Connection: close\r\n'

/** Sooner than any time limit of `startedServer` could end something. */
export const BEFORE_LIMITS_MS = 400

/**
 * Our own server with short time limits for the tests of this file or block. Behind each test it
 * answers nothing any more.
 */
export const startedServer = (handle: (exchange: HttpExchange) => unknown) => {
  const engine = started(() =>
    startEngine(
      'tollgate',
      { request: (exchange) => void handle(exchange) },
      {
        maxHeaderBytes: 2_000,
        headersTimeoutMs: 600,
        bodyTimeoutMs: 600,
        keepAliveTimeoutMs: 1_000,
        writeTimeoutMs: 1_000,
      },
    ),
  )
  afterEach(async () => {
    await expectSoon(() => engine.engine.activeCount, 0, BEFORE_LIMITS_MS)
  })
  const ask = (text: string) => rawRequest(engine.url, text)
  const open = async (text: string): Promise<RawConnection> => {
    const connection = rawConnection(engine.url)
    await once(connection.socket, 'connect')
    connection.write(text)
    return connection
  }
  return { engine, ask, open }
}
