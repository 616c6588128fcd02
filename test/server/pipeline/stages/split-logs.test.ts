import fc from 'fast-check'
import { Cancellation } from '../../../../src/runtime/cancellation.js'
import { eth_getLogs } from '../../../../src/server/pipeline/methods/eth_getLogs.js'
import type { ChargedCall, MethodCall } from '../../../../src/server/pipeline/stage.js'
import { splitLogs } from '../../../../src/server/pipeline/stages/split-logs.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { fail, type Reply, type ResultReply } from '../../../../src/wire/jsonrpc/reply.js'
import { runs } from '../../../support/runs.js'
import { failureOf, HEAD, hex, splitWorld, textOf, tick } from '../../../support/split-world.js'

const chains = fc.array(fc.oneof(fc.constant(0), fc.nat(4)), { minLength: HEAD + 1, maxLength: HEAD + 1 })
const ends = fc.oneof(
  fc.nat(HEAD).map(hex),
  fc.constantFrom(undefined, null, 'earliest', 'latest', 'pending', 'safe', 'finalized'),
)
const widths = fc.integer({ min: 1, max: HEAD + 2 })
const delays = fc
  .array(fc.nat(3), { minLength: 1, maxLength: 7 })
  .map((list) => (from: number) => list[from % list.length]!)

const isWhole = ({ params }: ChargedCall) => (params[0] as { fromBlock: string }).fromBlock === '0x0'

describe('a log query wider than any upstream takes', () => {
  test('is answered with the same bytes as if one node had taken it whole', async () => {
    await fc.assert(
      fc.asyncProperty(chains, ends, ends, widths, delays, async (counts, fromBlock, toBlock, width, delay) => {
        const { state, ask, logsOf, blockOf } = splitWorld({ counts, width, delay })
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
      runs(300),
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
          const { state, ask, stage, logsOf } = splitWorld({ counts, width, maxResults, delay })
          const reply = await ask({ fromBlock: hex(from), toBlock: 'latest' }, (call) =>
            eth_getLogs(stage)(call as MethodCall<'eth_getLogs'>),
          )
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
      runs(500),
    )
  })

  test('is refused as far as it can be: up to the block before the one with the log too many', async () => {
    // 25 logs in 5 parts; the eleventh is in block 4.
    const { ask } = splitWorld({ counts: [3, 0, 3, 3, 6, 0, 5, 5], width: 2, maxResults: 10 })
    const { surplus } = failureOf(await ask({ fromBlock: '0x0', toBlock: '0x7' }))
    expect(surplus).toEqual({ first: { blockNumber: '0x0', log: 0 }, last: { blockNumber: '0x4', log: 1 } })
  })

  test('is refused up to the block before a part that has too many by itself, if there are some before it', async () => {
    const { ask } = splitWorld({ counts: [1, 0, 0, 2, 9, 0], width: 3, maxResults: 10 })
    const { surplus } = failureOf(await ask({ fromBlock: '0x0', toBlock: '0x5' }))
    expect(surplus).toEqual({ first: { blockNumber: '0x0', log: 0 }, last: { blockNumber: '0x3', log: 0 } })
    const first = splitWorld({ counts: [0, 0, 0, 2, 9, 0], width: 3, maxResults: 10 })
    const alone = failureOf(await first.ask({ fromBlock: '0x0', toBlock: '0x5' }))
    expect(alone.surplus).toEqual({ first: { blockNumber: '0x3', log: 0 }, last: { blockNumber: '0x4', log: 8 } })
  })

  test('stops at the part with the log too many: later ones are not asked, or cancelled', async () => {
    const counts = Array.from({ length: HEAD + 1 }, () => 4)
    const { state, ask } = splitWorld({ counts, width: 1, maxResults: 10, delay: (from) => (from > 2 ? 50 : 0) })
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
          const { state, ask } = splitWorld({
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
      runs(200),
    )
  })

  test.each([
    ['is free if no node had any part', () => 0, true],
    ['costs if a node had another part, which is cancelled', (from: number) => from, false],
  ])('whose time is over %s', async (_about, delay, isFree) => {
    const trouble = () => ({ ...fail('query-timeout'), isFree: true })
    const { ask } = splitWorld({ counts: [], width: 10, delay, trouble })
    expect(await ask({ fromBlock: '0x0', toBlock: '0x20' })).toMatchObject({ name: 'query-timeout', isFree })
  })

  test('passes a node\u2019s own error on, bytes unchanged', async () => {
    const bytes = Buffer.from('{"code":-1, "message":"no"}')
    const error: Reply = {
      error: { code: -1, message: 'no', data: undefined },
      bytes,
      servedBy: 'upstream',
      costCredits: 0,
    }
    const { ask } = splitWorld({ counts: [], width: 10, trouble: (from) => (from === 10 ? error : undefined) })
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
    const { state, ask } = splitWorld({
      counts: [1, 1, 1],
      width: 1,
      trouble: (from) => (from === 1 ? nothing : undefined),
    })
    expect(failureOf(await ask({ fromBlock: '0x0', toBlock: '0x2' })).name).toBe('bad-upstream-answer')
    expect([state.held, released]).toEqual([0, 1])
  })

  test('ends when the caller leaves', async () => {
    const { state, stage, ask } = splitWorld({
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
    const { setting, ask, row, node } = splitWorld({ counts: Array(61).fill(1), width: 10 })
    const finals = [9n, 7n, 8n]
    const some = splitLogs(row, setting, async (call) => ({ ...(await node(call)), finalized: finals.pop()! }))
    expect((await ask({ fromBlock: '0x0', toBlock: '0x19' }, some)).finalized).toBe(7n)
    let index = 0
    const unsure = splitLogs(row, setting, async (call) => ({
      ...(await node(call)),
      ...(index++ === 1 ? {} : { finalized: 9n }),
    }))
    expect((await ask({ fromBlock: '0x0', toBlock: '0x19' }, unsure)).finalized).toBeUndefined()
  })

  test('says that a partner was asked, for whichever part and whatever came of the rest', async () => {
    const failedOver = { partner: 'partner-1', reason: 'unreachable', durationMs: 3 }
    const { setting, ask, row, node } = splitWorld({ counts: Array(61).fill(1), width: 10, maxResults: 25 })
    const withPartner = (of: string, end?: Reply) =>
      splitLogs(row, setting, async (call) => {
        const { fromBlock } = call.params[0] as { fromBlock: string }
        if (fromBlock === '0xa' && end !== undefined) return end
        return { ...(await node(call)), ...(fromBlock === of && { failedOver }) }
      })
    const whole = await ask({ fromBlock: '0x0', toBlock: '0x13' }, withPartner('0xa'))
    expect([textOf(whole).length > 2, whole.failedOver]).toEqual([true, failedOver])
    const tooMany = await ask({ fromBlock: '0x0', toBlock: '0x1d' }, withPartner('0x0'))
    expect([failureOf(tooMany).name, tooMany.failedOver]).toEqual(['too-many-results', failedOver])
    const failed = await ask({ fromBlock: '0x0', toBlock: '0x13' }, withPartner('0x0', fail('query-timeout')))
    expect([failureOf(failed).name, failed.failedOver]).toEqual(['query-timeout', failedOver])
    const none = await ask({ fromBlock: '0x0', toBlock: '0x13' }, withPartner(''))
    expect(none.failedOver).toBeUndefined()
  })

  test('tried again in narrower parts keeps that a partner was asked', async () => {
    const failedOver = { partner: 'partner-1', reason: 'unreachable', durationMs: 3 }
    const { setting, ask, row, node } = splitWorld({ counts: Array(61).fill(1) })
    const upstreams = [undefined, 10].map((maxBlockRange) => ({ maxBlockRange, health: { isUsable: true } }))
    const pool = { widestBlockRange: () => undefined, upstreams: upstreams as unknown as readonly Upstream[] }
    const stage = splitLogs(row, { ...setting, pool }, async (call) =>
      (call.params[0] as { toBlock: string }).toBlock === hex(HEAD) && isWhole(call)
        ? { ...fail('no-upstream'), failedOver }
        : node(call),
    )
    const reply = await ask({ fromBlock: '0x0', toBlock: hex(HEAD) }, stage)
    expect([reply.error, reply.failedOver]).toEqual([undefined, failedOver])
  })

  test('may have white space between its logs', async () => {
    const { ask, logsOf } = splitWorld({ counts: [2, 0, 0, 3], width: 1, space: ' \n' })
    expect(JSON.parse(textOf(await ask({ fromBlock: '0x0', toBlock: '0x3' })))).toEqual(logsOf(0, 3))
  })
})
