import dns from 'node:dns'
import { jest } from '@jest/globals'
import { createHttpTransport } from '../../../../src/server/upstreams/transport/http-transport.js'
import { ask, startRawNode } from '../../../support/raw-node.js'

const NAME = 'node.test'
afterEach(() => {
  jest.restoreAllMocks()
})

/** Makes the name have these addresses, in this order. */
const resolveTo = (...addresses: string[]): void => {
  jest.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    _options: unknown,
    done: (error: null, found: dns.LookupAddress[]) => void,
  ) => {
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }) as never)
}

test.each([
  ['one', ['127.0.0.2', '127.0.0.1']],
  ['two', ['127.0.0.3', '127.0.0.2', '127.0.0.1']],
])('a node answers behind %s of its addresses that refuse connections', async (_, addresses) => {
  const node = await startRawNode(({ socket }) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'))
  const transport = createHttpTransport(`http://${NAME}:${node.port}`, { maxConnections: 2, maxWaiting: 3 })
  resolveTo(...addresses)
  // The second goes over the connection of the first.
  for (const id of ['1', '2']) {
    const { status, body, error } = await ask(transport, id).heard
    expect({ status, body: body.toString(), error }).toEqual({ status: 200, body: '{}', error: undefined })
  }
  await node.stop()
  await transport.close()
})
