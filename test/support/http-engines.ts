import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import type { Limits } from '../../src/config/config.js'
import type { EngineSetting, Exchange, HttpEngine, HttpHandler } from '../../src/listeners/exchange.js'
import { NodeServer } from '../../src/listeners/node/node-server.js'
import { WireServer } from '../../src/listeners/wire/wire-server.js'
import { resultOf } from '../../src/protocol/reply.js'
import { writeReply } from '../../src/protocol/write-reply.js'
import { readConfig } from './gateway.js'

/** The HTTP servers that the public listener may run on; what holds for one has to hold for the other. */
export const listeners = ['tollgate', 'node'] as const

export type ListenerName = (typeof listeners)[number]

/** A bare engine on a free port of 127.0.0.1, in front of a handler of the test's. */
export interface TestEngine {
  readonly url: string
  readonly engine: HttpEngine
  stop(): Promise<void>
}

/** The bounds of a configuration that says nothing of them but what the test does. */
export const limitsOf = (limits: Partial<Limits> = {}): Limits => {
  const networks = { eth: { family: 'evm', upstreams: [{ name: 'n', url: 'http://127.0.0.1:1' }] } }
  const text = JSON.stringify({ plans: { core: { dailyCredits: 1, creditsPerSecond: 1_000 } }, networks, limits })
  return readConfig(text, tmpdir()).limits
}

export const startEngine = async (
  name: ListenerName,
  handler: Partial<HttpHandler>,
  limits: Partial<Limits> = {},
): Promise<TestEngine> => {
  const bounds = limitsOf(limits)
  const setting: EngineSetting = { isTls: false, limits: () => bounds, nowMs: () => Date.now() }
  const whole = {
    request: () => {},
    upgrade: (_: unknown, socket: { destroy(): void }) => socket.destroy(),
    ...handler,
  }
  const engine = name === 'node' ? new NodeServer(setting, whole) : new WireServer(setting, whole)
  await new Promise<void>((resolve) => engine.server.listen(0, '127.0.0.1', resolve))
  const { port } = engine.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    engine,
    stop: async () => {
      const closed = new Promise((resolve) => engine.server.close(resolve))
      engine.destroy()
      await closed
    },
  }
}

/** Answers with a JSON value as the result. */
export const answerWith = (exchange: Exchange, value: unknown): void =>
  exchange.reply(
    { status: 200, call: undefined, more: [] },
    writeReply('1', resultOf(Buffer.from(JSON.stringify(value)))),
  )
