import type { ConformDeps } from '../../../src/tools/conform/check.js'
import { subscriptionChecks } from '../../../src/tools/conform/checks/subscriptions.js'
import { startSocketNode } from './socket-node.js'

const ID = '0x1f'
const LOGS_ID = '0x2f'
const headOf = (number: number) => ({ hash: `0x${number}`, parentHash: `0x${number - 1}` })
const logOf = (block: number, logIndex: number) =>
  eventOf({ blockHash: `0x${block}`, logIndex: `0x${logIndex}` }, LOGS_ID)
const overHttp = (answer: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer })
const eventOf = (result: object, subscription = ID) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } })

/** Messages of a correct node; a test changes some of them. */
const rightNode = {
  id: ID as unknown,
  early: [] as readonly string[],
  heads: [1, 2, 3, 4].map((number) => eventOf(headOf(number))),
  ended: [true, false] as readonly unknown[],
  late: [] as readonly string[],
  unknownKind: { error: { code: -32601, message: 'no "conformNoSuchKind" subscription in eth namespace' } } as object,
  /** Messages that follow the reply to the subscription to logs. */
  logs: [5, 6].flatMap((number) => [eventOf(headOf(number)), logOf(number, 0), logOf(number, 1)]),
  http: overHttp({ error: { code: -32601, message: 'notifications not supported' } }),
}

const startNode = (node: typeof rightNode): Promise<string> =>
  startSocketNode((socket) => {
    let ends = 0
    socket.on('message', (data) => {
      const { id, method, params } = JSON.parse(String(data))
      const reply = (rest: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
      const sendAll = (texts: readonly string[]) => texts.forEach((text) => void socket.send(text))
      if (method === 'eth_unsubscribe') {
        reply({ result: node.ended[ends++] })
        return sendAll(node.late)
      }
      if (params[0] === 'logs') {
        reply({ result: LOGS_ID })
        return sendAll(node.logs)
      }
      if (params[0] !== 'newHeads') return reply(node.unknownKind)
      sendAll(node.early)
      reply({ result: node.id })
      sendAll(node.heads)
    })
  })

const faultsOf = async (node: typeof rightNode): Promise<readonly string[]> => {
  const url = await startNode(node)
  const said: string[] = []
  for (const check of subscriptionChecks(url, 'evm', { send: async (body) => ({ body, text: node.http }) }))
    await check.run(
      { profile: 'tollgate' } as ConformDeps,
      (message) => said.push(message),
      (reason) => said.push(`skipped: ${reason}`),
    )
  return said
}

test('says nothing of a node that is right', async () => {
  expect(await faultsOf(rightNode)).toEqual([])
})

const faults: [fault: string, change: Partial<typeof rightNode>, line: string][] = [
  ['an event before the reply', { early: [eventOf(headOf(1))] }, 'an event comes before the reply'],
  ['another id', { heads: [1, 2, 3].map((n) => eventOf(headOf(n), '0x2')) }, 'an event names "0x2" and not "0x1f"'],
  ['a lost head', { heads: [1, 3].map((n) => eventOf(headOf(n))) }, 'the head 0x3 has a parent that was not sent'],
  ['an event after the end', { late: [eventOf(headOf(9))] }, 'an event comes after the reply'],
  ['an id that ends twice', { ended: [true, true] }, 'the same id ends twice'],
  ['an end that is not confirmed', { ended: [false, false] }, 'the answer is false and not true'],
  [
    'an id that is no quantity',
    { id: 'abc', heads: [1, 2].map((n) => eventOf(headOf(n), 'abc')) },
    'the id "abc" has not the form of a node\'s',
  ],
  [
    'a log before its head',
    { logs: [logOf(5, 0), eventOf(headOf(5))] },
    'a log of the block 0x5 comes before the head',
  ],
  [
    'logs that descend',
    { logs: [eventOf(headOf(5)), logOf(5, 1), logOf(5, 0)] },
    'the log 0x0 comes behind 0x1 of its block',
  ],
  [
    'a subscription over HTTP',
    { http: overHttp({ result: ID }) },
    'it is taken, though nothing can be sent to the caller',
  ],
  [
    'other words over HTTP',
    { http: overHttp({ error: { code: -32601, message: 'no' } }) },
    'the error is -32601 no, not -32601 notifications not supported',
  ],
  [
    'other words for an unknown kind',
    { unknownKind: { error: { code: -32602, message: 'no' } } },
    'the error is -32602 no, not -32601 no "conformNoSuchKind" subscription in eth namespace',
  ],
  [
    'an unknown kind that is taken',
    { unknownKind: { result: ID } },
    'the answer is "a result", not the error -32601 or -32602',
  ],
]
let found: ReadonlyMap<string, readonly string[]>
/** All at once: each waits twice for what should not come. */
beforeAll(async () => {
  const each = faults.map(async ([fault, change]) => [fault, await faultsOf({ ...rightNode, ...change })] as const)
  found = new Map(await Promise.all(each))
})
test.each(faults)('finds %s', (fault, _change, line) => {
  expect(found.get(fault)).toContain(line)
})
