import { startFakeSocketNode } from '../support/fake-socket-node.js'
import { callOf, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'
import { openSocket } from '../support/web-socket.js'

const PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

const node = started(() => startFakeSocketNode())
const gateway = started(() => {
  const upstreams = [{ name: 'node', url: 'http://127.0.0.1:9', wsUrl: node.url }]
  return startTestGateway({ networks: { sol: { family: 'solana', upstreams } } })
})

const memcmp = (bytes: unknown, encoding: unknown) => ({ memcmp: { offset: 0, encoding, bytes } })
const subscribe = async (filters: readonly unknown[]) => {
  const socket = await openSocket(`${gateway.url}/sol/ws/v3/${await gateway.addKey()}`)
  const reply = JSON.parse(await socket.ask(callOf('programSubscribe', [PROGRAM, { filters }])))
  await socket.close()
  return reply
}

test.each([
  ['bytes as numbers, as Memcmp::new_raw_bytes of Rust', memcmp([1, 2, 255], 'bytes')],
  ['bytes of base58, with an encoding of null', memcmp('3Mc6vR', null)],
  ['only accounts that hold tokens', 'tokenAccountState'],
])('programSubscribe takes %s, and the node gets the same', async (_about, filter) => {
  expect(await subscribe([filter])).toMatchObject({ result: expect.any(Number) })
  expect(node.calls.at(-1)?.params).toEqual([PROGRAM, { filters: [filter] }])
})

test.each([
  ['a number that is no byte', memcmp([256], 'bytes')],
  ['more than 128 bytes', memcmp(Array(129).fill(1), 'bytes')],
  ['another word', 'mintAccountState'],
])('programSubscribe refuses %s', async (_about, filter) => {
  expect(await subscribe([filter])).toMatchObject({ error: { code: -32602, data: { path: '/1/filters/0' } } })
})
