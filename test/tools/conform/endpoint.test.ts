import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { Budget, HttpEndpoint, SocketEndpoint } from '../../../src/tools/conform/endpoint.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startRawNode } from '../../support/raw-node.js'

const { jest } = import.meta

const throttled = '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"20 requests per second"}}'

/** Answers with the texts one after the other, the last again and again. */
const start = async (texts: string[]): Promise<{ readonly server: Server; readonly endpoint: HttpEndpoint }> => {
  const server = createServer((request, response) => {
    request.resume()
    response.end(texts.length > 1 ? texts.shift() : texts[0])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { server, endpoint: new HttpEndpoint(url, new Budget(100)) }
}

test('an answer that comes too late over a WebSocket is not taken for that to the next call', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  let late: (() => void) | undefined
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      if (String(data) === 'slow') late = () => socket.send('late')
      else {
        late?.()
        socket.send('in time')
      }
    }),
  )
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Time limits pass only in the test.
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'setImmediate', 'setInterval'] })
  try {
    const endpoint = await SocketEndpoint.open(url, new Budget(100), 500)
    const slow = endpoint.send('slow').catch(({ message }: Error) => message)
    await expectSoon(() => late !== undefined, true)
    jest.advanceTimersByTime(500)
    expect(await slow).toBe('no answer within 500 ms')
    expect((await endpoint.send('quick')).text).toBe('in time')
    expect((await endpoint.send('quick')).text).toBe('in time')
    endpoint.stop()
    server.close()
  } finally {
    jest.useRealTimers()
  }
})

test.each<[string, 'at once' | 'later' | 'always', string[]]>([
  ['after an answer is opened again', 'at once', ['refused', 'answer', 'answer']],
  ['as the next message comes is opened again', 'later', ['refused', 'answer', 'answer']],
  ['instead of an answer has not answered', 'always', Array(3).fill('the WebSocket was closed with 1000')],
])('a WebSocket that is closed %s', async (_, when, outcomes) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    let hasRefused = false
    socket.on('message', (data) => {
      if (when === 'always' || hasRefused) return socket.close(1000)
      hasRefused = String(data) === 'broken'
      socket.send(hasRefused ? 'refused' : 'answer')
      if (hasRefused && when === 'at once') socket.close(1000)
    })
  })
  const endpoint = await SocketEndpoint.open(
    `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    new Budget(100),
  )
  const found: string[] = []
  for (const body of ['broken', 'x', 'x']) {
    const sent = await endpoint.send(body).catch(({ message }: Error) => ({ text: message }))
    found.push(sent.text)
  }
  expect(found).toEqual(outcomes)
  endpoint.stop()
  server.close()
})

test('a WebSocket that is accepted byte by byte has not opened in time', async () => {
  const slow = await startRawNode(async ({ socket }) => {
    for (socket.write('HTTP/1.1 101 x\r\nX: '); !socket.destroyed; socket.write('x')) await sleep(10)
  })
  try {
    const opened = SocketEndpoint.open(`ws://127.0.0.1:${slow.port}`, new Budget(100), 200)
    await expect(opened).rejects.toThrow('no WebSocket within 200 ms')
  } finally {
    await slow.stop()
  }
})

describe('an endpoint that conform asks', () => {
  test.each([
    ['is asked again when it ends an idle connection as the next request comes', 1, 'an answer'],
    ['has not answered when it ends two connections before the answer', 2, 'UND_ERR_SOCKET'],
  ])('%s', async (_, ended, outcome) => {
    const { server, endpoint } = await start(['an answer'])
    await endpoint.send('x')
    let left = ended
    server.prependListener('request', ({ socket }) => {
      if (left-- > 0) socket.destroy()
    })
    const sent = await endpoint.send('x').catch(({ message }: Error) => ({ text: message }))
    expect(sent.text).toBe(outcome)
    server.close()
  })

  test.each([
    ['a call', throttled],
    ['a member of a batch', `[{"jsonrpc":"2.0","id":1,"result":"0x1"},${throttled}]`],
  ])('is asked again when it says that calls come too fast, of %s', async (_, text) => {
    const { server, endpoint } = await start([text, 'another answer'])
    expect((await endpoint.send('x')).text).toBe('another answer')
    server.close()
  })

  test.each([
    // rpc.discover answers with the contract, which has every error in it.
    ['a result', `{"jsonrpc":"2.0","id":1,"result":{"errors":[${throttled}]}}`],
    ['another refusal', '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"more than 10000 logs"}}'],
    ['what is no answer', `${throttled},`],
    ['null', 'null'],
  ])('is believed at once where such words stand in %s', async (_, text) => {
    const { server, endpoint } = await start([text, 'another answer'])
    expect((await endpoint.send('x')).text).toBe(text)
    server.close()
  })
})
