import { setTimeout as wait } from 'node:timers/promises'
import type { UpstreamTransport } from '../../../../src/server/upstreams/transport/transport.js'
import { ask, type RawCall, type RawNode, startRawNode } from '../../../support/raw-node.js'
import {
  type StartOptions,
  startTransport,
  stopTransport,
  transports,
  withLength,
} from '../../../support/transports.js'

describe.each(transports)('the %s transport', (_engine, create) => {
  let node: RawNode
  let transport: UpstreamTransport
  const start = async (answer: (call: RawCall) => void, options?: StartOptions) => {
    ;({ node, transport } = await startTransport(create, answer, options))
  }
  afterEach(() => stopTransport(node, transport))

  describe('sends', () => {
    test('a POST with path, query, length and media type, and the body it was given in parts', async () => {
      await start(({ socket }) => socket.write(withLength('{}')), { path: '/rpc/v2?token=a%20b' })
      const heard = await ask(transport, [Buffer.from('{"a"'), Buffer.from(':"é"}')]).heard
      expect(heard).toMatchObject({ status: 200, byteLength: 2, error: undefined })
      const { head, body } = node.calls[0]!
      expect(head.split('\r\n')[0]).toBe('POST /rpc/v2?token=a%20b HTTP/1.1')
      expect(head).toMatch(new RegExp(`\r\nhost: 127.0.0.1:${node.port}\r\n`, 'i'))
      expect(head).toMatch(/\r\ncontent-type: application\/json/i)
      expect(head).not.toMatch(/accept-encoding/i)
      expect(Buffer.from(body, 'latin1').toString()).toBe('{"a":"é"}')
    })

    test("the URL's user and password as basic authentication, unescaped", async () => {
      node = await startRawNode(({ socket }) => socket.write(withLength('{}')))
      transport = create(`http://us%40er:p%25%3A%C3%A9@127.0.0.1:${node.port}/`, 1)
      await ask(transport).heard
      expect(node.calls[0]!.head).toContain(`Basic ${Buffer.from('us@er:p%:é').toString('base64')}`)
    })

    test('to a node that listens on IPv6', async () => {
      await start(({ socket }) => socket.write(withLength('{"v":6}')), { host: '::1' })
      expect(String((await ask(transport).heard).body)).toBe('{"v":6}')
      expect(node.calls[0]!.head).toMatch(new RegExp(`host: \\[::1\\]:${node.port}\r\n`, 'i'))
    })

    test('to a node that is named', async () => {
      node = await startRawNode(({ socket }) => socket.write(withLength('{}')))
      transport = create(`http://localhost:${node.port}`, 1)
      expect((await ask(transport).heard).status).toBe(200)
    })

    test('many calls over one connection, one after the other', async () => {
      await start(({ socket, body }) => socket.write(withLength(body)))
      for (let call = 0; call < 20; call++) {
        expect(String((await ask(transport, `${call}`).heard).body)).toBe(String(call))
        await wait(1)
      }
      expect(node.sockets.length).toBe(1)
    })

    test('as many calls at once as it may have connections, and the others when one is free', async () => {
      const held: RawCall[] = []
      await start((call) => held.push(call), { most: 3 })
      const asked = Array.from({ length: 7 }, (_, call) => ask(transport, `${call}`))
      while (held.length < 3) await wait(5)
      await wait(30)
      expect(held).toHaveLength(3)
      for (let answered = 0; answered < 7; answered++) {
        while (held.length <= answered) await wait(1)
        held[answered]!.socket.write(withLength(held[answered]!.body))
      }
      const bodies = (await Promise.all(asked.map(({ heard }) => heard))).map(({ body }) => String(body))
      expect(bodies).toEqual(['0', '1', '2', '3', '4', '5', '6'])
      expect(node.sockets.length).toBe(3)
    })

    test('a body larger than any buffer', async () => {
      const body = 'x'.repeat(3_000_000)
      await start(({ socket, body: received }) => socket.write(withLength(String(received.length))))
      expect(String((await ask(transport, body).heard).body)).toBe('3000000')
    })
  })
})
