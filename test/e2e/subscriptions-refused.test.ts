import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const ADDRESS = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q'
const ACCOUNT = [ADDRESS]

/** Error with which the node answers every call, over HTTP and WebSocket. */
let error: { code: number; message: string }

const upstream = started(() => startFakeUpstream(() => ({ json: { jsonrpc: '2.0', id: 1, error } })))
const node = started(() => startFakeSocketNode())
beforeAll(async () => {
  node.answer(() => ({ error }))
})
const gateway = started(() => {
  const upstreams = [{ name: 'node', url: upstream.url, wsUrl: node.url }]
  return startTestGateway({ networks: { sol: { family: 'solana', upstreams } } })
})

test.each([
  ['is charged', { code: -32015, message: 'not today' }, { code: -32015, message: 'not today' }, [true, true]],
  ['is not charged if the node lacks the method', { code: -32601, message: 'no' }, { code: -32601 }, [false, false]],
] as const)('a subscription that a node refuses %s, as a call is', async (_about, refusal, expected, areCharged) => {
  error = refusal
  const socket = await openSocket(`${gateway.url}/sol/ws/v3/${await gateway.addKey()}`)
  for (const method of ['getTokenAccountBalance', 'accountSubscribe'])
    expect(JSON.parse(await socket.ask(callOf(method, ACCOUNT))).error).toMatchObject(expected)
  await socket.close()
  const costs = gateway.logLines
    .filter(({ message, keyId }) => message === 'call' && keyId === gateway.last.keyId)
    .map(({ method, costCredits }) => [method, Number(costCredits) > 0])
  expect(costs).toEqual([
    ['getTokenAccountBalance', areCharged[0]],
    ['accountSubscribe', areCharged[1]],
  ])
})
