import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ConformDeps } from '../../../src/tools/conform/check.js'
import { subscriptionChecks } from '../../../src/tools/conform/checks/subscriptions.js'

const ID = '0x1f'
const headOf = (number: number) => ({ hash: `0x${number}`, parentHash: `0x${number - 1}` })
const eventOf = (result: object, subscription = ID) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })

/** A node that is right, but for what a test changes. */
const rightNode = {
  early: [] as readonly string[],
  heads: [1, 2, 3, 4].map((number) => eventOf(headOf(number))),
  ended: [true, false] as readonly unknown[],
  late: [] as readonly string[],
  unknownKind: { error: { code: -32601, message: 'no "x" subscription in eth namespace' } } as object,
}

let server: WebSocketServer
afterEach(async () => {
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

const startNode = async (node: typeof rightNode): Promise<string> => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket: WebSocket) => {
    let ends = 0
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data))
      const reply = (rest: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
      const sendAll = (texts: readonly string[]) => texts.forEach((text) => void socket.send(text))
      if (method === 'eth_unsubscribe') {
        reply({ result: node.ended[ends++] })
        return sendAll(node.late)
      }
      if (params[0] !== 'newHeads') return reply(node.unknownKind)
      sendAll(node.early)
      reply({ result: ID })
      sendAll(node.heads)
    })
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const faultsOf = async (node: typeof rightNode): Promise<readonly string[]> => {
  const url = await startNode(node)
  const said: string[] = []
  for (const check of subscriptionChecks(url, 'evm'))
    await check.run(
      {} as ConformDeps,
      (message) => said.push(message),
      (reason) => said.push(`skipped: ${reason}`),
    )
  return said
}

test('says nothing of a node that is right', async () => {
  expect(await faultsOf(rightNode)).toEqual([])
})

test.each<[string, Partial<typeof rightNode>, string]>([
  ['an event before the reply', { early: [eventOf(headOf(1))] }, 'an event comes before the reply'],
  ['another id', { heads: [1, 2, 3].map((n) => eventOf(headOf(n), '0x2')) }, 'an event names "0x2" and not "0x1f"'],
  ['a lost head', { heads: [1, 3].map((n) => eventOf(headOf(n))) }, 'the head 0x3 has a parent that was not sent'],
  ['an event after the end', { late: [eventOf(headOf(9))] }, 'an event comes after the reply'],
  ['an id that ends twice', { ended: [true, true] }, 'the same id ends twice'],
  ['an end that is not confirmed', { ended: [false, false] }, 'the answer is false and not true'],
  [
    'an unknown kind that is taken',
    { unknownKind: { result: ID } },
    'the answer is "a result", not the error -32601 or -32602',
  ],
])('finds %s', async (_fault, change, line) => {
  expect(await faultsOf({ ...rightNode, ...change })).toContain(line)
})
