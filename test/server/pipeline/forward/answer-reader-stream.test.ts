import fc from 'fast-check'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { AnswerReader } from '../../../../src/server/pipeline/forward/answer-reader.js'
import type { AnswerLimits } from '../../../../src/server/pipeline/forward/forward.js'
import { BrokenByCaller } from '../../../../src/server/upstreams/answer-stream.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'

/** Longer than an answer that is held until it is whole. */
const LONG = 262_144
const budget = new ByteBudget(1 << 28)

/**
 * What a caller gets of an answer that arrives in pieces: the result's bytes, and whether that was
 * all of it.
 */
const delivered = async (bytes: Buffer, cuts: readonly number[]) => {
  let outcome: Outcome | undefined
  const inspection = new AnswerReader(
    { maxBytes: 1 << 26, canStream: true, stallMs: 1_000, budget },
    { end: (ended) => (outcome = ended) },
  )
  let isAborted = false
  inspection.exchange = { resume: () => {}, abort: () => (isAborted = true) }
  inspection.head(200, undefined, 1)
  const places = [...new Set([0, ...cuts.map((cut) => cut % bytes.length), bytes.length])].sort((a, b) => a - b)
  for (let index = 1; index < places.length && !isAborted; index++)
    inspection.chunk(bytes.subarray(places[index - 1], places[index]))
  if (!isAborted) inspection.end()
  if (outcome?.kind !== 'result') return { text: '', isWhole: false, isStreamed: false }
  const { payload } = outcome
  const parts = [...payload.chunks]
  let isWhole = true
  try {
    for await (const part of payload.rest ?? []) parts.push(part)
  } catch {
    isWhole = false
  }
  payload.release()
  return { text: Buffer.concat(parts).toString('latin1'), isWhole, isStreamed: payload.rest !== undefined }
}

const long = fc.constantFrom(`"${'a'.repeat(LONG)}"`, `["${'b'.repeat(LONG / 2)}","${'c'.repeat(LONG / 2)}"]`)
const result = fc.oneof(long, fc.constantFrom('"0x1"', 'null', '1', '{"a":[]}'))
const name = fc.constantFrom(
  'jsonrpc',
  'id',
  'id',
  'result',
  'result',
  'error',
  'error',
  'pad',
  'r\\u0065sult',
  '\\u0069d',
)
const after = fc.record({
  name,
  text: fc.oneof(fc.constantFrom('1', '7', 'null', 'true', '"x"', '{}', '"\\",\\"result\\":\\"2"'), long),
})
const answer = fc.record({
  isUsual: fc.boolean(),
  result,
  pad: fc.option(long, { nil: undefined }),
  members: fc.array(after, { maxLength: 4 }),
})

/** The name that a key stands for. */
const plain = (key: string): string => JSON.parse(`"${key}"`) as string

test('a reply is the first result byte for byte, or is broken off, whatever else the answer says', async () => {
  let wholeStreams = 0
  await fc.assert(
    fc.asyncProperty(answer, fc.array(fc.nat(), { maxLength: 6 }), async ({ isUsual, result, pad, members }, cuts) => {
      const start = isUsual ? `{"jsonrpc":"2.0","id":1,"result":` : `{"result":`
      const rest = [...(pad === undefined ? [] : [{ name: 'pad', text: pad }]), ...members]
      const text = `${start}${result}${rest.map((member) => `,"${member.name}":${member.text}`).join('')}}`
      const reply = await delivered(Buffer.from(text), cuts)
      const ours = [
        ...(isUsual ? ['jsonrpc', 'id'] : []),
        'result',
        ...rest.map((member) => plain(member.name)),
      ].filter((key) => key !== 'pad')
      const idText = isUsual ? '1' : rest.find((member) => plain(member.name) === 'id')?.text
      const error = rest.find((member) => plain(member.name) === 'error')?.text ?? 'null'
      const isAnswer = new Set(ours).size === ours.length && idText === '1' && error === 'null'
      expect(result.startsWith(reply.text)).toBe(true)
      expect([reply.isWhole, reply.isWhole ? reply.text === result : true]).toEqual([isAnswer, true])
      if (reply.isWhole && reply.isStreamed) wholeStreams++
    }),
    { numRuns: 400 },
  )
  expect(wholeStreams).toBeGreaterThan(10)
  expect(budget.heldBytes).toBe(0)
})

test.each([
  ['a second result', '"result":"x"'],
  ['a second id', '"id":1'],
  ['a second id written with escapes', '"\\u0069d":1'],
  ['an error', '"error":true'],
  ['an error, and one that takes it back', '"error":{"code":1,"message":"x"},"error":null'],
])('a streamed answer is broken off at %s', async (_about, members) => {
  const result = `"${'a'.repeat(LONG)}"`
  const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result},${members}}`)
  for (const cuts of [[], [bytes.length - 10], [bytes.length - members.length - 1]]) {
    const { text, isWhole } = await delivered(bytes, cuts)
    expect([result.startsWith(text), isWhole]).toEqual([true, false])
  }
})

test('an answer that is another call\u2019s is not begun to be passed on', async () => {
  const { text } = await delivered(Buffer.from(`{"jsonrpc":"2.0","id":2,"result":"${'a'.repeat(LONG)}"}`), [LONG + 20])
  expect(text).toBe('')
})

/** The beginning of an answer that is longer than the reader holds. */
const begun = (limits: Partial<AnswerLimits> = {}, account?: AccountShare) => {
  let outcome: Outcome | undefined
  const deeds: string[] = []
  const reader = new AnswerReader(
    { maxBytes: 1 << 26, canStream: true, stallMs: 60_000, budget, ...limits },
    { end: (ended) => (outcome = ended) },
    account,
  )
  reader.exchange = { resume: () => void deeds.push('resumed'), abort: () => void deeds.push('aborted') }
  reader.head(200, undefined, 1)
  reader.chunk(Buffer.from(`{"jsonrpc":"2.0","id":1,"result":["${'a'.repeat(LONG)}"`))
  if (outcome?.kind !== 'result') throw new Error('the answer is not passed on')
  const { payload } = outcome
  /** Reads all of the answer; returns the error that breaks it off. */
  const failure = async (): Promise<unknown> => {
    try {
      for await (const _part of payload.rest!);
      return undefined
    } catch (error) {
      return error
    } finally {
      payload.release()
    }
  }
  return { reader, payload, deeds, failure }
}

test.each<[string, Partial<AnswerLimits>, string]>([
  ['grows longer than the gateway takes', { maxBytes: 2 * LONG }, `,"${'a'.repeat(LONG)}`],
  ['nests deeper than the gateway takes', {}, `,${'['.repeat(2_200)}`],
])('a streamed answer that %s breaks off through its caller\u2019s doing', async (_about, limits, more) => {
  const { reader, failure } = begun(limits)
  reader.chunk(Buffer.from(more))
  expect(await failure()).toBeInstanceOf(BrokenByCaller)
})

test.each<[string, (reader: AnswerReader) => void]>([
  ['the node cuts off', (reader) => reader.fail(new Error('reset'))],
  ['is no JSON', (reader) => reader.chunk(Buffer.from(',}'))],
])('a streamed answer that %s is not its caller\u2019s doing', async (_about, go) => {
  const { reader, failure } = begun()
  go(reader)
  const error = await failure()
  expect([error instanceof Error, error instanceof BrokenByCaller]).toEqual([true, false])
})

describe('the bytes of a streamed answer that wait for its reader', () => {
  const PIECE = Buffer.from(`,"${'a'.repeat(65_533)}"`)
  const MIB = 1 << 20

  /** Gives the reader pieces until it wants no more. */
  const fill = (reader: AnswerReader): void => {
    for (let pieces = 0; pieces < 64; pieces++) if (!reader.chunk(PIECE)) return
    throw new Error('the reader never wants a pause')
  }

  test('count against its account, and leave room for others', () => {
    const small = new ByteBudget(4 * MIB)
    const account = new AccountShare()
    const streams = Array.from({ length: 5 }, () => begun({ budget: small }, account))
    // Its writer took the beginnings: what is left lies in the streams alone.
    for (const { payload } of streams) payload.release(payload.heldBytes)
    expect(small.heldBytes).toBe(0)
    for (const { reader } of streams) fill(reader)
    expect([small.heldBytes, account.heldBytes % PIECE.length]).toEqual([account.heldBytes, 0])
    // Half of the budget, and a piece of each stream that came without room.
    expect(account.heldBytes).toBeGreaterThan(1.5 * MIB)
    expect(account.heldBytes).toBeLessThanOrEqual(2 * MIB + 5 * PIECE.length)
    expect(small.take(200_000, new AccountShare(), true)).toBe(true)
    small.giveBack(200_000, undefined)
    for (const { payload } of streams) payload.release()
    expect([account.heldBytes, streams.map(({ deeds }) => deeds)]).toEqual([0, Array(5).fill(['aborted'])])
  })

  test('are up to a mebibyte, and the upstream goes on when the reader has caught up', async () => {
    const { reader, payload, deeds } = begun()
    fill(reader)
    const rest = payload.rest![Symbol.asyncIterator]()
    await rest.next()
    expect([budget.heldBytes > MIB - PIECE.length, deeds]).toEqual([true, ['resumed']])
    await rest.return!()
    payload.release()
    expect([budget.heldBytes, deeds.includes('aborted')]).toEqual([0, true])
  })

  test('are one piece without room, and the upstream goes on when the reader took it', async () => {
    const small = new ByteBudget(MIB)
    const account = new AccountShare()
    const { reader, payload, deeds } = begun({ budget: small }, account)
    small.count(250_000, account)
    const rest = payload.rest![Symbol.asyncIterator]()
    for (let nth = 1; nth <= 3; nth++) {
      expect(reader.chunk(PIECE)).toBe(false)
      await rest.next()
      expect(deeds).toEqual(Array(nth).fill('resumed'))
    }
    // With room again, it may be further behind.
    small.giveBack(250_000, account)
    expect([reader.chunk(PIECE), reader.chunk(PIECE)]).toEqual([true, true])
    await rest.return!()
    payload.release()
    expect(small.heldBytes).toBe(0)
  })
})
