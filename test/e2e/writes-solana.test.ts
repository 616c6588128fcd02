import { type FakeReply, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, startTestGateway } from '../support/gateway.js'
import { startedEach } from '../support/started.js'

/** The first signature of a transaction with one signature, all ones, in base58. */
const SIGNATURE = '1'.repeat(64)
const TRANSACTION = Buffer.concat([Buffer.of(1), Buffer.alloc(64), Buffer.of(1, 2, 3)]).toString('base64')
const takes: FakeReply = { resultText: JSON.stringify(SIGNATURE) }
const refuses = (code: number, message: string, data?: unknown): FakeReply => ({
  json: { jsonrpc: '2.0', id: 1, error: { code, message, data } },
})

let nodes: FakeUpstream[]
const gateway = startedEach(async () => {
  nodes = await Promise.all([0, 1].map(() => startFakeUpstream(() => takes)))
  const urls = nodes.map((node) => node.url)
  return startTestGateway({ networks: { sol: { family: 'solana', urls } }, contracts: ['solana'] })
})
afterEach(async () => {
  for (const node of nodes) await node.stop()
})

/**
 * Sends four transactions while the first node refuses them. Returns the answers, and how many
 * transactions each node got.
 */
const sentTo = async (refusal: FakeReply) => {
  nodes[0]!.setScript(() => refusal)
  const url = `${gateway.url}/sol/v3/${await gateway.addKey()}`
  const config = { encoding: 'base64', minContextSlot: 1_000 }
  const said: unknown[] = []
  for (let round = 0; round < 4; round++) {
    const { json } = await post(url, callOf('sendTransaction', [TRANSACTION, config]))
    said.push(json.result ?? json.error.message)
  }
  const counts = nodes.map(({ requests }) => requests.filter(({ json }) => json.method === 'sendTransaction').length)
  return { said, counts }
}

describe('a transaction that a Solana node refuses', () => {
  test.each([
    [-32016, 'Minimum context slot has not been reached'],
    [-32005, 'Node is behind by 42 slots'],
    [-32602, "invalid transaction: Transaction loads an address table account that doesn't exist"],
    [-32005, 'rate limit exceeded'],
    [-32429, 'max usage reached'],
    [429, 'Too many requests for a specific RPC call'],
  ])('before it takes any (%d %s) is sent to another', async (code, message) => {
    const { said, counts } = await sentTo(refuses(code, message))
    expect(said).toEqual(Array(4).fill(SIGNATURE))
    expect(counts[0]).toBeGreaterThan(0)
    expect(counts[1]).toBe(4)
  })

  test.each([
    ['blockhash', 'Blockhash not found', 'BlockhashNotFound'],
    ['payer', 'Attempt to debit an account but found no record of a prior credit.', 'AccountNotFound'],
  ])('because it does not know the %s is sent to another, whose answer counts', async (_what, words, err) => {
    const message = `Transaction simulation failed: ${words}`
    const refusal = refuses(-32002, message, { err })
    const { said, counts } = await sentTo(refusal)
    expect([said, counts[0]! > 0, counts[1]]).toEqual([Array(4).fill(SIGNATURE), true, 4])
    nodes[1]!.setScript(() => refusal)
    const again = await sentTo(refusal)
    expect(again.said).toEqual(Array(4).fill(message))
    expect(again.counts.map((count, index) => count - counts[index]!)).toEqual([4, 4])
  })

  test.each([
    [-32603, 'Internal error'],
    [-32000, 'upstream said: rate limit exceeded'],
    [-32002, 'Transaction simulation failed: Blockhash not found'],
    [-32004, 'Block not available for slot 5'],
    [-32602, 'invalid transaction: Transaction failed to sanitize accounts offsets correctly'],
  ])('in words that prove nothing (%d %s) is sent to no other', async (code, message) => {
    const { said, counts } = await sentTo(refuses(code, message))
    expect(said).toContain(message)
    expect(counts[0]! + counts[1]!).toBe(4)
  })
})
