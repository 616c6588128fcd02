import { Cancellation } from '../../../../src/runtime/cancellation.js'
import { splitLogs } from '../../../../src/server/pipeline/stages/split-logs.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { fail, type ResultReply } from '../../../../src/wire/jsonrpc/reply.js'
import { type Filter, failureOf, HEAD, hex, splitWorld, textOf } from '../../../support/split-world.js'

describe('a log query', () => {
  test('by block hash is never cut', async () => {
    const { state, ask } = splitWorld({ counts: [], width: 1 })
    const filter = { blockHash: `0x${'11'.repeat(32)}` }
    await ask(filter)
    expect(state.asked).toEqual([filter])
  })

  test('that fits goes on as it is, by the numbers its tags stand for just now', async () => {
    const { state, ask } = splitWorld({ counts: [], width: 10 })
    for (const filter of [{ fromBlock: '0x3', toBlock: '0xc' }, { fromBlock: '0x33' }, { fromBlock: 'latest' }, {}])
      await ask(filter)
    expect(state.asked).toEqual([
      { fromBlock: '0x3', toBlock: '0xc' },
      { fromBlock: '0x33', toBlock: '0x3c' },
      { fromBlock: 'latest' },
      {},
    ])
  })

  test('goes whole to an upstream that takes any range, when there is one', async () => {
    const { state, ask } = splitWorld({ counts: [] })
    await ask({ fromBlock: '0x0', toBlock: hex(HEAD) })
    expect(state.asked).toEqual([{ fromBlock: '0x0', toBlock: hex(HEAD) }])
  })

  test('is tried in the narrower parts that others take when those who take more do not answer', async () => {
    const counts = Array.from({ length: HEAD + 1 }, (_, block) => block % 3)
    const { state, ask, setting, row, node, blockOf, logsOf } = splitWorld({ counts })
    const limits = [undefined, 30, 7, 3]
    const upstreams = limits.map((maxBlockRange) => ({
      maxBlockRange,
      health: { state: 'up', isUsable: true },
    })) as unknown as Upstream[]
    const widthOf = ({ fromBlock, toBlock }: Filter) => blockOf(toBlock) - blockOf(fromBlock) + 1
    /** Only ranges up to this width are answered. */
    const upTo = (width: number, maxParts = 100) =>
      splitLogs(row, { ...setting, pool: { widestBlockRange: () => undefined, upstreams }, maxParts }, async (call) =>
        widthOf(call.params[0] as Filter) > width ? fail('no-upstream') : node(call),
      )
    const filter = { fromBlock: '0x0', toBlock: 'latest' }
    for (const width of [61, 30, 7, 3]) {
      const reply = await ask(filter, upTo(width))
      expect(textOf(reply)).toBe(JSON.stringify(logsOf(0, HEAD)))
      ;(reply as ResultReply).result.release()
    }
    expect([...new Set(state.asked.map(widthOf))]).toEqual([61, 30, 1, 7, 5, 3])
    expect(failureOf(await ask(filter, upTo(2))).name).toBe('no-upstream')
    // In parts of 3 it would be too many; what went wrong before is said.
    expect(failureOf(await ask(filter, upTo(3, 20))).name).toBe('no-upstream')
    expect(state.held).toBe(0)
  })

  test('whose range is turned round is left to the node', async () => {
    const { state, ask } = splitWorld({ counts: [], width: 1 })
    await ask({ fromBlock: 'latest', toBlock: '0x1' })
    expect(state.asked).toEqual([{ fromBlock: 'latest', toBlock: '0x1' }])
  })

  test('into the future is asked one part behind the head, and not further', async () => {
    const { state, ask } = splitWorld({ counts: [], width: 10 })
    await ask({ fromBlock: hex(HEAD - 14), toBlock: '0xffffffffffff' })
    expect(state.asked.map(({ toBlock }) => toBlock)).toEqual([hex(HEAD - 5), hex(HEAD + 5), hex(HEAD + 10)])
  })

  test('that would take too many parts is refused before anybody is asked, with the width that is served', async () => {
    const { state, ask, setting, row, node } = splitWorld({ counts: [], width: 2 })
    const reply = await ask({ fromBlock: '0x0', toBlock: 'latest' }, splitLogs(row, { ...setting, maxParts: 30 }, node))
    expect(failureOf(reply).error).toEqual({
      code: -32602,
      message: 'block range is too wide: 61 blocks, please limit the query to at most 60 blocks',
      data: {
        name: 'block-range-too-wide',
        path: '/0',
        keyword: 'maxBlockRange',
        expected: 'A range of at most 60 blocks.',
        blocks: 61,
        limit: 60,
      },
    })
    expect(state.asked).toEqual([])
    expect(
      (await ask({ fromBlock: '0x1', toBlock: 'latest' }, splitLogs(row, { ...setting, maxParts: 30 }, node))).error,
    ).toBeUndefined()
  })

  test('that is served again when an upstream is back is not called too wide', async () => {
    const { ask, setting, row, node } = splitWorld({ counts: [], width: 2 })
    const upstreams = [2, 10].map((maxBlockRange) => ({
      maxBlockRange,
      health: { state: 'up', isUsable: true },
    })) as unknown as Upstream[]
    const stage = splitLogs(row, { ...setting, pool: { widestBlockRange: () => 2, upstreams }, maxParts: 30 }, node)
    expect(failureOf(await ask({ fromBlock: '0x0', toBlock: 'latest' }, stage)).name).toBe('no-upstream')
  })

  test('is left to the nodes when none of them can say where the head is', async () => {
    const { state, ask, setting, row, node } = splitWorld({ counts: [], width: 2 })
    const unknown = { ...setting, head: { latest: async () => undefined, numberOf: async () => undefined } }
    await ask({ fromBlock: '0x0', toBlock: 'latest' }, splitLogs(row, unknown, node))
    expect(state.asked).toEqual([{ fromBlock: '0x0', toBlock: 'latest' }])
  })

  test('is left to the nodes when its time is over, or its caller leaves, before its range is known', async () => {
    const { state, ask, setting, row, node } = splitWorld({ counts: [], width: 2 })
    const never = () => new Promise<undefined>(() => {})
    const silent = { ...setting, head: { latest: never, numberOf: never } }
    const late = splitLogs(row, { ...silent, nowMs: () => 9_980 }, node)
    await ask({ fromBlock: '0x0', toBlock: 'latest' }, late)
    await ask({ fromBlock: '0x0', toBlock: '0xffff' }, late)
    const cancellation = new Cancellation()
    const reply = ask({ fromBlock: '0x0', toBlock: 'latest' }, splitLogs(row, silent, node), cancellation)
    cancellation.cancel()
    await reply
    expect(state.asked.length + state.cancelled).toBeGreaterThan(2)
  })
})
