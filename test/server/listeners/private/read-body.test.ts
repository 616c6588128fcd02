import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { readBody } from '../../../../src/server/listeners/private/read-body.js'

test('the body of a client that left before it was asked for is gone', async () => {
  const server = createServer()
  const read = new Promise((resolve) => {
    server.on('request', (request: IncomingMessage) => {
      request.once('close', () => setImmediate(() => resolve(readBody(request, 10))))
      socket.destroy()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}')
  expect(await Promise.race([read, wait(5_000, 'nothing', { ref: false })])).toBe('gone')
  server.close()
})
