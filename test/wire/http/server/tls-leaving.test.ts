import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { HttpServer } from '../../../../src/wire/http/server/server.js'
import { limitsOf, listeners } from '../../../support/http-engines.js'
import { NodeServer } from '../../../support/node-http/node-server.js'
import { stopwatch } from '../../../support/stopwatch.js'

const handler = { request: () => {}, rejected: () => '', upgrade: () => {} }

test('a client that never begins the TLS handshake is cut off', async () => {
  const limits = limitsOf({ headersTimeoutMs: 1_000 })
  const engine = new HttpServer({ isTls: true, limits: () => limits, nowMs: () => Date.now() }, handler)
  engine.server.on('connection', engine.accept)
  engine.server.listen(0, '127.0.0.1')
  await once(engine.server, 'listening')
  const client = connect({ port: (engine.server.address() as AddressInfo).port, host: '127.0.0.1' }).resume()
  await once(client, 'close')
  const closed = new Promise((resolve) => engine.server.close(resolve))
  engine.destroy()
  await closed
})

test.each(listeners)(
  'a client that leaves before the TLS handshake is let go at once (%s)',
  async (name) => {
    const limits = limitsOf()
    const setting = { isTls: true, limits: () => limits, nowMs: () => Date.now() }
    const engine = name === 'node' ? new NodeServer(setting, handler) : new HttpServer(setting, handler)
    if (engine instanceof HttpServer) engine.server.on('connection', engine.accept)
    engine.server.listen(0, '127.0.0.1')
    await once(engine.server, 'listening')
    // A load balancer connects and leaves like this to check whether the port answers.
    const client = connect({
      port: (engine.server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    await once(engine.server, 'connection')
    const spentMs = stopwatch()
    client.end().resume()
    await once(client, 'end')
    expect(spentMs()).toBeLessThan(2_000)
    const closed = new Promise((resolve) => engine.server.close(resolve))
    engine.destroy()
    await closed
    client.destroy()
  },
  20_000,
)
