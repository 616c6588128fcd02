import fc from 'fast-check'
import { methods } from '../../generated/methods.js'
import { eth_getLogs } from '../../src/handlers/eth_getLogs.js'
import { split } from '../../src/pipeline/split.js'
import type { Timed } from '../../src/pipeline/stage.js'
import { Cancellation } from '../../src/protocol/cancellation.js'
import { type Failure, fail, type Reply, type ResultReply } from '../../src/protocol/reply.js'
import type { Upstream } from '../../src/upstreams/upstream.js'

const ROW = methods.eth_getLogs
const HEAD = 60
const hex = (number: number) => `0x${number.toString(16)}`
const tick = (turns: number) =>
  new Promise<void>((resolve) => (turns <= 0 ? resolve() : setImmediate(() => resolve(tick(turns - 1)))))

interface Filter {
  readonly fromBlock?: string | null
  readonly toBlock?: string | null
  readonly [key: string]: unknown
}

/** What a node is to do with a part that begins with this block. */
type Trouble = (from: number) => Reply | undefined

interface Options {
  readonly counts: readonly number[]
  /** Blocks one question may be about; more is an error of the node. */
  readonly width?: number
  readonly maxResults?: number
  /** Turns of the event loop that a question takes. */
  readonly delay?: (from: number) => number
  readonly trouble?: Trouble
  /** Bytes between the logs, as nodes may write them. */
  readonly space?: string
}

/** A chain by how many logs each block has, behind `split`, asked as `forward` would be; counts what is held and what is asked. */
const world = ({
  counts,
  width,
  maxResults = 10_000,
  delay = () => 0,
  trouble = () => undefined,
  space = '',
}: Options) => {
  const state = {
    held: 0,
    asked: [] as Filter[],
    atOnce: 0,
    mostAtOnce: 0,
    cancelled: 0,
  }
  const tags: Record<string, number> = { earliest: 0, latest: HEAD, pending: HEAD, safe: HEAD - 3, finalized: HEAD - 7 }
  const blockOf = (value: string | null | undefined) =>
    value === undefined || value === null ? HEAD : value in tags ? tags[value]! : Number(value)
  const logsOf = (from: number, to: number) =>
    counts
      .slice(from, to + 1)
      .flatMap((count, index) => Array.from({ length: count }, (_, log) => ({ blockNumber: hex(from + index), log })))

  const answer = (from: number, to: number): Reply => {
    const logs = logsOf(from, to)
    if (logs.length > maxResults)
      return {
        ...fail('too-many-results', { data: { first: logs[0], last: logs[maxResults] } }),
        servedBy: 'upstream',
        upstream: 'node-1',
      }
    const text = `[${space}${logs.map((log) => JSON.stringify(log)).join(`${space},${space}`)}${space}]`
    const bytes = Buffer.from(text)
    const middle = Math.floor(bytes.length / 2)
    state.held += bytes.length
    const release = () => {
      state.held -= bytes.length
    }
    return {
      result: {
        chunks: [bytes.subarray(0, middle), bytes.subarray(middle)].filter(({ length }) => length > 0),
        elements: logs.length,
        release,
      },
      servedBy: 'upstream',
      upstream: 'node-1',
      costCredits: 0,
    }
  }
  const node = async (call: Timed): Promise<Reply> => {
    const [filter] = JSON.parse(call.paramsBytes.toString()) as [Filter]
    expect(call.params).toEqual([filter])
    state.asked.push(filter)
    state.atOnce += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.atOnce)
    const [from, to] = [blockOf(filter.fromBlock), blockOf(filter.toBlock)]
    let isCancelled = false
    const cancelled = new Promise<void>((resolve) =>
      call.cancellation.onCancel(() => {
        isCancelled = true
        resolve()
      }),
    )
    await Promise.race([tick(delay(from)), cancelled])
    state.atOnce -= 1
    if (isCancelled) {
      state.cancelled += 1
      return fail('no-upstream')
    }
    const wrong = trouble(from)
    if (wrong !== undefined) return wrong
    if (width !== undefined && to - from + 1 > width && filter.blockHash === undefined)
      return {
        error: { code: -32602, message: 'range too wide', data: undefined },
        bytes: Buffer.from('{}'),
        servedBy: 'upstream',
        costCredits: 0,
      }
    return answer(from, to)
  }
  const setting = {
    pool: {
      widestBlockRange: () => width,
      upstreams: [{ maxBlockRange: width, health: { state: 'up' } }] as unknown as readonly Upstream[],
    },
    head: { latest: async () => BigInt(HEAD), numberOf: async (_: string, tag: string) => BigInt(tags[tag]!) },
    maxParts: 100,
  }
  const row = { ...ROW, maxResults }
  const stage = split(row, setting, node)
  const ask = (filter: Filter, next = stage, cancellation = new Cancellation()) =>
    next({
      row,
      params: [filter],
      paramsBytes: Buffer.from(JSON.stringify([filter])),
      cancellation,
    } as unknown as Timed)
  return { state, stage, ask, node, logsOf, blockOf, setting, row }
}

const textOf = (reply: Reply): string => Buffer.concat((reply as ResultReply).result.chunks).toString()
const failureOf = (reply: Reply): Failure => reply as Failure

const chains = fc.array(fc.oneof(fc.constant(0), fc.nat(4)), { minLength: HEAD + 1, maxLength: HEAD + 1 })
const ends = fc.oneof(
  fc.nat(HEAD).map(hex),
  fc.constantFrom(undefined, null, 'earliest', 'latest', 'pending', 'safe', 'finalized'),
)
const widths = fc.integer({ min: 1, max: HEAD + 2 })
const delays = fc
  .array(fc.nat(3), { minLength: 1, maxLength: 7 })
  .map((list) => (from: number) => list[from % list.length]!)

describe('a log query wider than any upstream takes', () => {
  test('is answered with the same bytes as if one node had taken it whole', async () => {
    await fc.assert(
      fc.asyncProperty(chains, ends, ends, widths, delays, async (counts, fromBlock, toBlock, width, delay) => {
        const { state, ask, logsOf, blockOf } = world({ counts, width, delay })
        const filter = {
          address: [],
          ...(fromBlock === undefined ? {} : { fromBlock }),
          ...(toBlock === undefined ? {} : { toBlock }),
        }
        const [from, to] = [blockOf(fromBlock), blockOf(toBlock)]
        fc.pre(from <= to)
        const reply = await ask(filter)
        expect(textOf(reply)).toBe(JSON.stringify(logsOf(from, to)))
        expect((reply as ResultReply).result.elements).toBe(logsOf(from, to).length)
        // Every block asked once, in order, no part wider than it may be.
        const ranges = state.asked.map((asked) => [blockOf(asked.fromBlock), blockOf(asked.toBlock)] as const)
        expect(
          ranges.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, index) => start + index)),
        ).toEqual(Array.from({ length: to - from + 1 }, (_, index) => from + index))
        expect(state.mostAtOnce).toBeLessThanOrEqual(4)
        expect(state.asked.every((asked) => Array.isArray(asked.address))).toBe(true)
        ;(reply as ResultReply).result.release()
        expect(state.held).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  test('with too many results is refused, with a range that was asked and fits or the block that is too full', async () => {
    const full = fc.array(fc.oneof(fc.constant(0), fc.nat(4), fc.nat(12)), { minLength: HEAD + 1, maxLength: HEAD + 1 })
    await fc.assert(
      fc.asyncProperty(
        full,
        fc.nat(HEAD),
        widths,
        fc.integer({ min: 1, max: 30 }),
        delays,
        async (counts, from, width, maxResults, delay) => {
          const { state, ask, stage, logsOf } = world({ counts, width, maxResults, delay })
          const reply = await ask({ fromBlock: hex(from), toBlock: 'latest' }, eth_getLogs(stage))
          const total = logsOf(from, HEAD).length
          if (total <= maxResults) {
            expect(textOf(reply)).toBe(JSON.stringify(logsOf(from, HEAD)))
            ;(reply as ResultReply).result.release()
          } else {
            const { data } = failureOf(reply).error as {
              data: { from: string | null; to: string; block?: string; reason?: string }
            }
            expect([failureOf(reply).name, failureOf(reply).servedBy]).toEqual(['too-many-results', 'upstream'])
            if (data.from === null) {
              expect(data.reason).toBe('block_too_full')
              expect(counts[Number(data.block)]).toBeGreaterThan(maxResults)
            } else {
              expect(Number(data.from)).toBe(from)
              const count = logsOf(from, Number(data.to)).length
              expect(count).toBeLessThanOrEqual(maxResults)
              // It gets the caller further.
              expect(Number(data.to)).toBeGreaterThanOrEqual(from)
            }
          }
          expect(state.held).toBe(0)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is refused as far as it can be: up to the block before the one with the log too many', async () => {
    // 25 logs in 5 parts; the eleventh is in block 4.
    const { ask } = world({ counts: [3, 0, 3, 3, 6, 0, 5, 5], width: 2, maxResults: 10 })
    const { data } = failureOf(await ask({ fromBlock: '0x0', toBlock: '0x7' })).error
    expect(data).toEqual({ first: { blockNumber: '0x0', log: 0 }, last: { blockNumber: '0x4', log: 1 } })
  })

  test('is refused up to the block before a part that has too many by itself, if there are some before it', async () => {
    const { ask } = world({ counts: [1, 0, 0, 2, 9, 0], width: 3, maxResults: 10 })
    const { data } = failureOf(await ask({ fromBlock: '0x0', toBlock: '0x5' })).error
    expect(data).toEqual({ first: { blockNumber: '0x0', log: 0 }, last: { blockNumber: '0x3', log: 0 } })
    const first = world({ counts: [0, 0, 0, 2, 9, 0], width: 3, maxResults: 10 })
    const alone = failureOf(await first.ask({ fromBlock: '0x0', toBlock: '0x5' })).error
    expect(alone.data).toEqual({ first: { blockNumber: '0x3', log: 0 }, last: { blockNumber: '0x4', log: 8 } })
  })

  test('stops at the part with the log too many: later ones are not asked, or cancelled', async () => {
    const counts = Array.from({ length: HEAD + 1 }, () => 4)
    const { state, ask } = world({ counts, width: 1, maxResults: 10, delay: (from) => (from > 2 ? 50 : 0) })
    expect(failureOf(await ask({ fromBlock: '0x0', toBlock: 'latest' })).name).toBe('too-many-results')
    expect(state.asked.length).toBeLessThanOrEqual(7)
    expect(state.cancelled).toBeGreaterThan(0)
    expect([state.held, state.atOnce]).toEqual([0, 0])
  })

  test('fails as a whole when a part fails: the others are cancelled, their bytes given back, the error is the reply', async () => {
    await fc.assert(
      fc.asyncProperty(
        chains,
        widths,
        delays,
        fc.nat(HEAD),
        fc.constantFrom('query-timeout' as const, 'no-upstream' as const),
        async (counts, width, delay, at, name) => {
          const start = at - (at % width)
          const { state, ask } = world({
            counts,
            width,
            delay,
            trouble: (from) => (from === start ? fail(name) : undefined),
          })
          const reply = await ask({ fromBlock: '0x0', toBlock: hex(HEAD) })
          expect(failureOf(reply).name).toBe(name)
          await tick(5)
          expect([state.held, state.atOnce]).toEqual([0, 0])
        },
      ),
      { numRuns: 200 },
    )
  })

  test('passes a node\u2019s own error on, bytes unchanged', async () => {
    const bytes = Buffer.from('{"code":-1, "message":"no"}')
    const error: Reply = {
      error: { code: -1, message: 'no', data: undefined },
      bytes,
      servedBy: 'upstream',
      costCredits: 0,
    }
    const { ask } = world({ counts: [], width: 10, trouble: (from) => (from === 10 ? error : undefined) })
    expect(await ask({ fromBlock: '0x0', toBlock: '0x20' })).toBe(error)
  })

  test('is unusable when a part\u2019s result is no array', async () => {
    let released = 0
    const nothing = {
      result: {
        chunks: [Buffer.from('null')],
        elements: 0,
        release: () => {
          released += 1
        },
      },
      servedBy: 'upstream',
      costCredits: 0,
    } as const
    const { state, ask } = world({ counts: [1, 1, 1], width: 1, trouble: (from) => (from === 1 ? nothing : undefined) })
    expect(failureOf(await ask({ fromBlock: '0x0', toBlock: '0x2' })).name).toBe('bad-upstream-answer')
    expect([state.held, released]).toEqual([0, 1])
  })

  test('ends when the caller leaves', async () => {
    const { state, stage, ask } = world({
      counts: Array(61).fill(1),
      width: 1,
      delay: (from) => (from < 8 ? 0 : 1_000),
    })
    const cancellation = new Cancellation()
    const reply = ask({ fromBlock: '0x0', toBlock: 'latest' }, stage, cancellation)
    await tick(20)
    cancellation.cancel()
    expect((await reply).error).toBeDefined()
    expect([state.held, state.atOnce, state.cancelled]).toEqual([0, 0, 4])
  })

  test('is final as far as the least of those who answered had it', async () => {
    const { setting, ask, row, node } = world({ counts: Array(61).fill(1), width: 10 })
    const finals = [9n, 7n, 8n]
    const some = split(row, setting, async (call) => ({ ...(await node(call)), finalized: finals.pop()! }))
    expect((await ask({ fromBlock: '0x0', toBlock: '0x19' }, some)).finalized).toBe(7n)
    let index = 0
    const unsure = split(row, setting, async (call) => ({
      ...(await node(call)),
      ...(index++ === 1 ? {} : { finalized: 9n }),
    }))
    expect((await ask({ fromBlock: '0x0', toBlock: '0x19' }, unsure)).finalized).toBeUndefined()
  })

  test('may have white space between its logs', async () => {
    const { ask, logsOf } = world({ counts: [2, 0, 0, 3], width: 1, space: ' \n' })
    expect(JSON.parse(textOf(await ask({ fromBlock: '0x0', toBlock: '0x3' })))).toEqual(logsOf(0, 3))
  })
})

describe('a log query', () => {
  test('by block hash is never cut', async () => {
    const { state, ask } = world({ counts: [], width: 1 })
    const filter = { blockHash: `0x${'11'.repeat(32)}` }
    await ask(filter)
    expect(state.asked).toEqual([filter])
  })

  test('that fits goes on as it is, by the numbers its tags stand for just now', async () => {
    const { state, ask } = world({ counts: [], width: 10 })
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
    const { state, ask } = world({ counts: [] })
    await ask({ fromBlock: '0x0', toBlock: hex(HEAD) })
    expect(state.asked).toEqual([{ fromBlock: '0x0', toBlock: hex(HEAD) }])
  })

  test('is tried in the narrower parts that others take when those who take more do not answer', async () => {
    const counts = Array.from({ length: HEAD + 1 }, (_, block) => block % 3)
    const { state, ask, setting, row, node, blockOf, logsOf } = world({ counts })
    const limits = [undefined, 30, 7, 3]
    const upstreams = limits.map((maxBlockRange) => ({
      maxBlockRange,
      health: { state: 'up' },
    })) as unknown as Upstream[]
    const widthOf = ({ fromBlock, toBlock }: Filter) => blockOf(toBlock) - blockOf(fromBlock) + 1
    /** Only ranges up to this width are answered. */
    const upTo = (width: number, maxParts = 100) =>
      split(row, { ...setting, pool: { widestBlockRange: () => undefined, upstreams }, maxParts }, async (call) =>
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
    const { state, ask } = world({ counts: [], width: 1 })
    await ask({ fromBlock: 'latest', toBlock: '0x1' })
    expect(state.asked).toEqual([{ fromBlock: 'latest', toBlock: '0x1' }])
  })

  test('into the future is asked one part behind the head, and not further', async () => {
    const { state, ask } = world({ counts: [], width: 10 })
    await ask({ fromBlock: hex(HEAD - 14), toBlock: '0xffffffffffff' })
    expect(state.asked.map(({ toBlock }) => toBlock)).toEqual([hex(HEAD - 5), hex(HEAD + 5), hex(HEAD + 10)])
  })

  test('that would take too many parts is refused before anybody is asked, with the width that is served', async () => {
    const { state, ask, setting, row, node } = world({ counts: [], width: 2 })
    const reply = await ask({ fromBlock: '0x0', toBlock: 'latest' }, split(row, { ...setting, maxParts: 30 }, node))
    expect(failureOf(reply).error).toEqual({
      code: -32602,
      message: 'block range is too wide: 61 blocks, at most 60 on this network',
      data: { path: '/0', keyword: 'maxBlockRange', expected: 'A range of at most 60 blocks.' },
    })
    expect(state.asked).toEqual([])
    expect(
      (await ask({ fromBlock: '0x1', toBlock: 'latest' }, split(row, { ...setting, maxParts: 30 }, node))).error,
    ).toBeUndefined()
  })

  test('that is served again when an upstream is back is not called too wide', async () => {
    const { ask, setting, row, node } = world({ counts: [], width: 2 })
    const upstreams = [2, 10].map((maxBlockRange) => ({
      maxBlockRange,
      health: { state: 'up' },
    })) as unknown as Upstream[]
    const stage = split(row, { ...setting, pool: { widestBlockRange: () => 2, upstreams }, maxParts: 30 }, node)
    expect(failureOf(await ask({ fromBlock: '0x0', toBlock: 'latest' }, stage)).name).toBe('no-upstream')
  })

  test('is left to the nodes when none of them can say where the head is', async () => {
    const { state, ask, setting, row, node } = world({ counts: [], width: 2 })
    const unknown = { ...setting, head: { latest: async () => undefined, numberOf: async () => undefined } }
    await ask({ fromBlock: '0x0', toBlock: 'latest' }, split(row, unknown, node))
    expect(state.asked).toEqual([{ fromBlock: '0x0', toBlock: 'latest' }])
  })
})
