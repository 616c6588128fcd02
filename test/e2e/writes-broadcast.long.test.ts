import fc from 'fast-check'
import { keccak256 } from 'viem'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'
import { writeMethod } from '../support/operator-document.js'
import { writtenContract } from '../support/written-contract.js'

/** Longer than a busy machine does not run this process. */
const TIME_LIMIT_MS = 8_000
/** For calls that end at their time limit: a second, so that the tests are short. */
const SHORT_LIMIT_MS = 1_000
const RAW = '0x02c0'
const HASH = keccak256(RAW)
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const errorOf = (message: string, code = -32000): FakeReply => ({
  json: { jsonrpc: '2.0', id: 1, error: { code, message } },
})

/** Replies of a node to a transaction, and whether the node has the transaction afterwards. */
const behaviours = {
  takes: { reply: { resultText: `"${HASH}"` }, has: true },
  takesLate: { reply: { resultText: `"${HASH}"`, delayMs: 60 }, has: true },
  knows: { reply: errorOf('already known'), has: true },
  refuses: { reply: errorOf('nonce too low'), has: false },
  isBusy: { reply: errorOf('rate limit exceeded', -32005), has: false },
  isLimited: { reply: { raw: 'slow down', status: 429 }, has: false },
  hasNoSuchMethod: { reply: errorOf('the method does not exist', -32601), has: false },
  // After these replies only the node knows whether it has the transaction.
  takesAndCuts: { reply: { destroy: true }, has: true },
  takesAndHangs: { reply: { hang: true }, has: true },
  fails: { reply: { raw: 'sorry', status: 502 }, has: true },
} as const satisfies Record<string, { readonly reply: FakeReply; readonly has: boolean }>
type Behaviour = keyof typeof behaviours
const names = Object.keys(behaviours) as Behaviour[]

const sendMethod = (name: string, more: object) =>
  writeMethod(name, {
    params: [{ name: 'transaction', description: 'A transaction.', required: true, schema: ref('HexData') }],
    'x-limits': { timeoutMs: TIME_LIMIT_MS, timeoutError: 'upstream-timeout' },
    'x-reasons': { 'x-contracts': 'Its contract is inside its bytes.' },
    examples: [{ name: 'one', params: [{ name: 'transaction', value: RAW }], result: { name: 'result', value: HASH } }],
    result: { name: 'result', description: 'A hash.', schema: ref('Hash32') },
    ...more,
  })
const known = { messages: ['^already known'], param: 0, result: 'evm-transaction-hash' }
const contract = writtenContract([
  sendMethod('eth_sendToAll', { 'x-broadcast': true, 'x-already-known': known }),
  sendMethod('eth_sendToAllSoon', {
    'x-broadcast': true,
    'x-already-known': known,
    'x-limits': { timeoutMs: SHORT_LIMIT_MS, timeoutError: 'upstream-timeout' },
  }),
  sendMethod('eth_sendToOne', { 'x-already-known': known }),
  sendMethod('eth_sendPlainly', {}),
])

let nodes: FakeUpstream[]
let gateway: TestGateway
let keyText: string
let url: string

/**
 * Number of networks. Each test uses new ones, because the health that it gives nodes must not
 * matter in another test.
 */
const NETWORKS = 50
let networksUsed = 0
const freshUrl = () => `${gateway.url}/eth-${networksUsed++}/v3/${keyText}`
beforeAll(async () => {
  nodes = await Promise.all([0, 1, 2].map(() => startFakeUpstream(() => behaviours.takes.reply)))
  const network = { urls: nodes.map((node) => node.url) }
  const networks = Object.fromEntries(Array.from({ length: NETWORKS }, (_, index) => [`eth-${index}`, network]))
  gateway = await startTestGateway({ networks, contracts: [contract.file] })
  keyText = await gateway.addKey()
})
beforeEach(() => {
  url = freshUrl()
})
afterAll(async () => {
  await gateway.stop()
  for (const node of nodes) await node.stop()
  contract.remove()
})

const requestCounts = () => nodes.map(({ requests }) => requests.length)
const setBehaviours = (does: readonly Behaviour[]) => {
  for (const [index, node] of nodes.entries()) node.setScript(() => behaviours[does[index]!].reply)
}
const costOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-credits-cost')

describe('a broadcast', () => {
  test('reaches every healthy node at once, is answered by the first that accepts, and is charged once', async () => {
    setBehaviours(['takesLate', 'refuses', 'takes'])
    const before = requestCounts()
    const remaining = Number((await post(url, callOf('rpc.discover'))).headers.get('x-credits-remaining'))
    const reply = await post(url, callOf('eth_sendToAll', [RAW]))
    expect([reply.json.result, costOf(reply)]).toEqual([HASH, '70'])
    expect(reply.headers.get('x-credits-remaining')).toBe(String(remaining - 70))
    await expectSoon(
      requestCounts,
      before.map((count) => count + 1),
    )
  })

  test('is honest whatever the nodes do', async () => {
    const chosen = fc.tuple(...[0, 1, 2].map(() => fc.constantFrom(...names)))
    await fc.assert(
      fc.asyncProperty(chosen, async (does) => {
        setBehaviours(does)
        const before = requestCounts()
        const isTaken = does.some((behaviour) => behaviours[behaviour].has)
        const isAnswered = does.some((one) => one === 'takes' || one === 'takesLate' || one === 'knows')
        const endsLate = !isAnswered && does.includes('takesAndHangs')
        const method = endsLate ? 'eth_sendToAllSoon' : 'eth_sendToAll'
        const reply = await post(freshUrl(), callOf(method, [RAW]))
        const { result, error } = reply.json
        for (const [index, count] of requestCounts().entries()) expect(count - before[index]!).toBeLessThanOrEqual(2)
        if (isAnswered) expect([result, costOf(reply)]).toEqual([HASH, '70'])
        else if (isTaken) expect([error.data.reason, costOf(reply)]).toEqual(['write_outcome_unknown', '0'])
        else if (does.includes('refuses')) expect([error.message, costOf(reply)]).toEqual(['nonce too low', '70'])
        else if (does.includes('isBusy')) expect([error.message, costOf(reply)]).toEqual(['rate limit exceeded', '70'])
        else expect([-32601, -32603]).toContain(error.code)
      }),
      { numRuns: 40 },
    )
  })

  test('that surely reached none of the healthy nodes is offered to the others', async () => {
    setBehaviours(['isLimited', 'isLimited', 'takes'])
    // Three failures in a row of two methods take the third node out.
    nodes[2]!.setScript(() => ({ destroy: true }))
    for (let round = 0; round < 6; round++) await post(url, callOf(round % 2 ? 'eth_chainId' : 'eth_blockNumber'))
    nodes[2]!.setScript(() => behaviours.takes.reply)
    expect((await post(url, callOf('eth_sendToAll', [RAW]))).json.result).toBe(HASH)
  })
})

describe('a transaction that a node knows already', () => {
  test('is accepted where the contract says so: the caller gets its hash, and pays', async () => {
    setBehaviours(['knows', 'knows', 'knows'])
    const before = requestCounts()
    const reply = await post(url, callOf('eth_sendToOne', [RAW]))
    expect([reply.json, costOf(reply)]).toEqual([{ jsonrpc: '2.0', id: 1, result: HASH }, '70'])
    const asked = requestCounts().reduce((sum, count, index) => sum + count - before[index]!, 0)
    expect(asked).toBe(1)
  })

  test('is the node’s error where the contract says nothing, or its words are others', async () => {
    setBehaviours(['knows', 'knows', 'knows'])
    expect((await post(url, callOf('eth_sendPlainly', [RAW]))).json.error.message).toBe('already known')
    for (const node of nodes) node.setScript(() => errorOf('not already known'))
    expect((await post(url, callOf('eth_sendToOne', [RAW]))).json.error.message).toBe('not already known')
  })

  test('is what a caller finds who sends again after an unknown outcome', async () => {
    setBehaviours(['takesAndCuts', 'takesAndCuts', 'takesAndCuts'])
    expect((await post(url, callOf('eth_sendToOne', [RAW]))).json.error.data.reason).toBe('write_outcome_unknown')
    setBehaviours(['knows', 'knows', 'knows'])
    expect((await post(url, callOf('eth_sendToOne', [RAW]))).json.result).toBe(HASH)
  })
})
