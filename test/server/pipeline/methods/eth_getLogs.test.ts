import fc from 'fast-check'
import { methods } from '../../../../generated/methods.js'
import { eth_getLogs } from '../../../../src/server/pipeline/methods/eth_getLogs.js'
import type { ChargedCall, MethodCall } from '../../../../src/server/pipeline/stage.js'
import { fail, type Reply, resultOf } from '../../../../src/wire/jsonrpc/reply.js'

const LIMIT = 10_000
const HEAD = 40
const hex = (number: number) => `0x${number.toString(16)}`
const log = (block: number) => ({ blockNumber: hex(block) })
const tooMany = (first: number, last: number) => ({
  ...fail('too-many-results', { from: null, to: null, limit: LIMIT }),
  surplus: { first: log(first), last: log(last) },
})

/**
 * A chain by how many logs each block has, asked as `forward` would be; `asked` counts the
 * questions.
 */
const nodeOf = (counts: readonly number[], order: 'ascending' | 'descending') => {
  const asked: string[] = []
  const blockOf = (value: unknown) =>
    value === 'earliest' ? 0 : typeof value === 'string' && value.startsWith('0x') ? Number(value) : HEAD
  const sumOf = (from: number, to: number) => counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0)
  const next = async (call: ChargedCall): Promise<Reply> => {
    const [filter] = JSON.parse(call.paramsJson.toString())
    asked.push(call.paramsJson.toString())
    const [from, to] = [blockOf(filter.fromBlock), blockOf(filter.toBlock)]
    if (sumOf(from, to) <= LIMIT) return { ...resultOf(Buffer.from('[]')), servedBy: 'upstream' }
    const blocks = Array.from({ length: to - from + 1 }, (_, index) => from + index)
    if (order === 'descending') blocks.reverse()
    const first = blocks.find((block) => counts[block]! > 0)!
    const last = blocks.find((_block, index) => {
      const seen = blocks.slice(0, index + 1).reduce((sum, block) => sum + counts[block]!, 0)
      return seen > LIMIT
    })!
    return { ...tooMany(first, last), servedBy: 'upstream' }
  }
  return { next, asked, sumOf, blockOf }
}
const ask = (next: (call: ChargedCall) => Promise<Reply>, filter: object) =>
  eth_getLogs(next)({
    row: methods.eth_getLogs,
    params: [filter],
    paramsJson: Buffer.from(JSON.stringify([filter])),
  } as unknown as MethodCall<'eth_getLogs'>)

const chains = fc.array(fc.oneof(fc.constant(0), fc.nat(300), fc.nat(4_000), fc.constantFrom(9_999, 10_000, 10_001)), {
  minLength: HEAD + 1,
  maxLength: HEAD + 1,
})
const starts = fc.oneof(fc.nat(HEAD).map(hex), fc.constant('earliest'))

describe('too many logs', () => {
  test('get a range that starts where the caller\u2019s does and was asked, or the block that is too full', async () => {
    await fc.assert(
      fc.asyncProperty(
        chains,
        starts,
        fc.constantFrom('ascending' as const, 'descending' as const),
        async (counts, fromBlock, order) => {
          const { next, asked, sumOf, blockOf } = nodeOf(counts, order)
          const reply = await ask(next, { fromBlock, toBlock: 'latest', topics: [null] })
          const start = blockOf(fromBlock)
          if (sumOf(start, HEAD) <= LIMIT) return expect(reply.error).toBeUndefined()
          const data = reply.error!.data as {
            from: string | null
            to: string | null
            limit: number
            block?: string
            reason?: string
          }
          expect([data.limit, reply.servedBy]).toEqual([LIMIT, 'upstream'])
          if (data.from === null) {
            expect([data.to, data.reason]).toEqual([null, 'block_too_full'])
            return expect(counts[Number(data.block)]).toBeGreaterThan(LIMIT)
          }
          expect(Number(data.from)).toBe(start)
          expect(sumOf(start, Number(data.to))).toBeLessThanOrEqual(LIMIT)
          // Asked, not guessed: with the caller's own filter.
          expect(JSON.parse(asked.at(-1)!)).toEqual([{ fromBlock: data.from, toBlock: data.to, topics: [null] }])
          if (order === 'ascending') expect(asked).toHaveLength(2)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('of one block asked by its hash name that block', async () => {
    const full = async (): Promise<Reply> => ({
      ...tooMany(7, 7),
      servedBy: 'upstream',
    })
    const reply = await ask(full, { blockHash: `0x${'11'.repeat(32)}` })
    expect(reply.error!.data).toEqual({
      name: 'too-many-results',
      from: null,
      to: null,
      limit: LIMIT,
      block: '0x7',
      reason: 'block_too_full',
    })
  })

  test('whose range could not be asked again suggest nothing that was not verified', async () => {
    const answers: Reply[] = [tooMany(1, 9), fail('query-timeout')]
    const reply = await ask(async () => answers.shift()!, { fromBlock: '0x1' })
    expect(reply.error).toMatchObject({ code: -32005, data: { from: null, to: null, reason: 'not_verified' } })
  })

  test('say which node found them, and whether a partner was asked', async () => {
    const failedOver = { partner: 'partner-1', reason: 'unreachable', durationMs: 3 }
    const answers: Reply[] = [{ ...tooMany(1, 9), upstream: 'node-1', failedOver }, resultOf(Buffer.from('[]'))]
    const reply = await ask(async () => answers.shift()!, { fromBlock: '0x1' })
    expect(reply).toMatchObject({ name: 'too-many-results', upstream: 'node-1', failedOver })
  })
})
