import { httpUrl } from '../support/addresses.js'
import { ADMIN_TOKEN, callApi } from '../support/admin-api.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { started } from '../support/started.js'

const SIGNATURE = '1'.repeat(64)
const TRANSACTION = Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.of(1, 2, 3)]).toString('base64')
const OTHER_TRANSACTION = Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.of(4, 5, 6)]).toString('base64')
const BLOCKHASH = '4'.repeat(44)
const ADDRESS = '1'.repeat(32)
const SLOTS = [100, 98, 98]
const NO_MORE_POLLS = 60_000
const NOT_FOUND = 'BlockhashNotFound'
/**
 * First params of calls about slot 100: a signature, the slot, its blockhash, and a transaction
 * with this blockhash.
 */
const NEWEST: readonly unknown[] = [SIGNATURE, 100, BLOCKHASH, TRANSACTION]

/** Returns the value that a node answers about something that it has, or does not have. */
const answerOf = (method: string, isThere: boolean): unknown => {
  if (method === 'getFeeForMessage') return isThere ? 5_000 : null
  if (method === 'isBlockhashValid') return isThere
  if (method === 'simulateTransaction') return { err: isThere ? null : NOT_FOUND, logs: [] }
  return null
}

/**
 * Starts a node at this slot. It has the contents of slot 100 if it has reached that slot. At slot
 * 0 it answers nothing.
 */
const startNode = (at: { slot: number }): Promise<FakeUpstream> =>
  startFakeUpstream(({ json: { method, params } }) => {
    const { slot } = at
    if (slot === 0) return { hang: true }
    if (method === 'getSlot') return { resultText: String(slot) }
    if (method === 'getHealth') return { resultText: '"ok"' }
    if (method === 'getBlocks') return { resultText: JSON.stringify([96, 97, 98, 100].filter((at) => at <= slot)) }
    if (method === 'getSignaturesForAddress') return slot >= 100 ? { resultText: '[]' } : errorWith(-32020, 'not found')
    if (method === 'getBlock' && params[0] === 50) return slot >= 100 ? SKIPPED : CLEANED_UP
    const isThere = slot >= 100 && NEWEST.includes(params[0])
    if (method === 'getTransaction' || method.startsWith('getBlock'))
      return { resultText: isThere ? '{"slot":100}' : 'null' }
    if (method !== 'sendTransaction')
      return { resultText: JSON.stringify({ context: { slot }, value: answerOf(method, isThere) }) }
    if (isThere) return { resultText: JSON.stringify(SIGNATURE) }
    return errorWith(-32002, 'Blockhash not found', { err: NOT_FOUND })
  })

const errorWith = (code: number, message: string, data?: unknown): FakeReply => ({
  json: { jsonrpc: '2.0', id: 1, error: { code, message, data } },
})
const SKIPPED = errorWith(-32007, 'Slot 50 was skipped, or missing due to ledger jump to recent snapshot')
const CLEANED_UP = errorWith(-32001, 'Block 50 cleaned up, does not exist on node. First available block: 60')

interface Status {
  readonly head: string | null
  readonly state: string
}
const statusesOf = async ({ adminUrl }: { readonly adminUrl: string }): Promise<Status[]> =>
  (await callApi(adminUrl, 'upstreams')).json.result

/** Starts a gateway that knows these slots of the nodes. */
const startGateway = async (nodes: readonly FakeUpstream[], slots: readonly number[], pollMs = NO_MORE_POLLS) => {
  const urls = nodes.map((node) => node.url)
  // A second attempt at a slow call would add to the calls that a test counts.
  const sol = { family: 'solana' as const, urls, pollMs, checkAnswers: 0, hedging: false }
  const made = await startTestGateway({ networks: { sol }, admin: { token: ADMIN_TOKEN }, contracts: ['solana'] })
  await expectSoon(async () => (await statusesOf(made)).map(({ head }) => head), slots.map(String), 10_000)
  return made
}

const tenTimes = async (url: string, method: string, params: unknown[]) => {
  const results: unknown[] = []
  for (let call = 0; call < 10; call++) results.push((await post(url, callOf(method, params))).json.result)
  return results
}

const askedOf = (nodes: readonly FakeUpstream[], method: string): number[] =>
  nodes.map(({ requests }) => requests.filter(({ json }) => json.method === method).length)

const KNOW_THE_BLOCKHASH: readonly [string, ...unknown[]][] = [
  ['getFeeForMessage', TRANSACTION],
  ['isBlockhashValid', BLOCKHASH],
  ['simulateTransaction', TRANSACTION, { encoding: 'base64' }],
]

describe('of Solana nodes of which two are behind the third', () => {
  const nodes = started(() => Promise.all(SLOTS.map((slot) => startNode({ slot }))))
  const gateway = started(() => startGateway(nodes, SLOTS))
  let url: string
  beforeAll(async () => {
    url = httpUrl(gateway, 'sol', await gateway.addKey())
  })

  test.each([
    ['getTransaction', SIGNATURE],
    ['getBlock', 100],
  ])('a null to %s is not passed on if another one knows', async (method, param) => {
    expect(await tenTimes(url, method, [param])).toEqual(Array(10).fill({ slot: 100 }))
  })

  test('what one does not know of a list is not left out if another one knows', async () => {
    const params = [ADDRESS, { until: SIGNATURE }]
    expect(await tenTimes(url, 'getSignaturesForAddress', params)).toEqual(Array(10).fill([]))
    const slots = [96, 100, { commitment: 'confirmed' }]
    expect(await tenTimes(url, 'getBlocks', slots)).toEqual(Array(10).fill([96, 97, 98, 100]))
  })

  test('a slot is skipped if one says so', async () => {
    const errors: unknown[] = []
    for (let call = 0; call < 10; call++) errors.push((await post(url, callOf('getBlock', [50]))).json.error.code)
    expect(errors).toEqual(Array(10).fill(-32007))
  })

  test('a null is the answer if no other one knows', async () => {
    expect(await tenTimes(url, 'getTransaction', ['2'.repeat(64)])).toEqual(Array(10).fill(null))
  })

  test.each(KNOW_THE_BLOCKHASH)('%s knows the newest blockhash', async (method, ...params) => {
    const expected = { context: { slot: 100 }, value: answerOf(method, true) }
    expect(await tenTimes(url, method, params)).toEqual(Array(10).fill(expected))
  })

  test.each([
    ['getFeeForMessage', OTHER_TRANSACTION],
    ['isBlockhashValid', '5'.repeat(44)],
    ['simulateTransaction', OTHER_TRANSACTION, { encoding: 'base64' }],
  ])('%s says so of a blockhash that none knows', async (method, ...params) => {
    const values = (await tenTimes(url, method, params)).map((result) => (result as { value: unknown }).value)
    expect(values).toEqual(Array(10).fill(answerOf(method, false)))
  })

  test('a null within another result is believed', async () => {
    await tenTimes(url, 'getAccountInfo', [ADDRESS])
    expect(askedOf(nodes, 'getAccountInfo').reduce((sum, count) => sum + count, 0)).toBe(10)
  })

  /**
   * Sends from nine accounts, because an account's next transaction would go to the node that took
   * the last one.
   */
  const sentNineTimes = async (transaction: string) => {
    const said: unknown[] = []
    for (let account = 0; account < 9; account++) {
      const keyed = httpUrl(gateway, 'sol', await gateway.addKey())
      const { json } = await post(keyed, callOf('sendTransaction', [transaction, { encoding: 'base64' }]))
      said.push(json.result ?? json.error.message)
    }
    return said
  }

  test('a transaction is sent until a node knows its blockhash', async () => {
    expect(await sentNineTimes(TRANSACTION)).toEqual(Array(9).fill(SIGNATURE))
  })

  test('a transaction whose blockhash no node knows is refused as they refuse it', async () => {
    expect(await sentNineTimes(OTHER_TRANSACTION)).toEqual(Array(9).fill('Blockhash not found'))
  })
})

describe('of Solana nodes of which one went on since the last poll', () => {
  const slots = [{ slot: 98 }, { slot: 98 }]
  const nodes = started(() => Promise.all(slots.map(startNode)))
  const gateway = started(() => startGateway(nodes, [98, 98]))
  let url: string
  beforeAll(async () => {
    url = httpUrl(gateway, 'sol', await gateway.addKey())
    slots[0]!.slot = 100
  })

  test.each(KNOW_THE_BLOCKHASH)('%s knows the newest blockhash', async (method, ...params) => {
    const expected = { context: { slot: 100 }, value: answerOf(method, true) }
    expect(await tenTimes(url, method, params)).toEqual(Array(10).fill(expected))
  })

  test.each([
    ['getTransaction', SIGNATURE],
    ['getBlock', 100],
    ['getBlockTime', 100],
  ])('a null to %s is not passed on', async (method, param) => {
    expect(await tenTimes(url, method, [param])).toEqual(Array(10).fill({ slot: 100 }))
  })

  test('a list of slots is not cut', async () => {
    const slots = [96, 100, { commitment: 'confirmed' }]
    expect(await tenTimes(url, 'getBlocks', slots)).toEqual(Array(10).fill([96, 97, 98, 100]))
  })

  test('the second one decides about a transaction that none knows', async () => {
    const before = askedOf(nodes, 'getTransaction')
    expect(await tenTimes(url, 'getTransaction', ['2'.repeat(64)])).toEqual(Array(10).fill(null))
    expect(askedOf(nodes, 'getTransaction')).toEqual(before.map((count) => count + 10))
  })
})

describe('of Solana nodes of which one went down', () => {
  const slots = [{ slot: 99 }, { slot: 100 }, { slot: 98 }]
  const nodes = started(() => Promise.all(slots.map(startNode)))
  const gateway = started(() => startGateway(nodes, [99, 100, 98], 100))

  test('both others are asked about a transaction that none knows, and this one never', async () => {
    const url = httpUrl(gateway, 'sol', await gateway.addKey())
    slots[2]!.slot = 0
    await expectSoon(async () => (await statusesOf(gateway))[2]!.state, 'down', 10_000)
    expect(await tenTimes(url, 'getTransaction', ['2'.repeat(64)])).toEqual(Array(10).fill(null))
    expect(askedOf(nodes, 'getTransaction')).toEqual([10, 10, 0])
  })
})
