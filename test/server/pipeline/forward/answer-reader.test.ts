import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { AnswerReader } from '../../../../src/server/pipeline/forward/answer-reader.js'
import type { AnswerLimits } from '../../../../src/server/pipeline/forward/forward.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import type { Outcome } from '../../../../src/server/upstreams/outcome.js'

/** The reader of one answer, which the test gives it, and what it made of it. */
const aReader = (limits: Partial<AnswerLimits> = {}, maxHeldBytes = 1 << 20) => {
  const budget = new ByteBudget(maxHeldBytes)
  const account = new AccountShare()
  const heard: Outcome[] = []
  const state = { isAborted: false }
  const reader = new AnswerReader(
    { maxBytes: 1 << 20, canStream: false, stallMs: 1_000, budget, ...limits },
    { end: (outcome) => void heard.push(outcome) },
    account,
  )
  reader.exchange = {
    resume: () => {},
    abort: () => {
      state.isAborted = true
    },
  }
  /** Gives it an answer in pieces of so many bytes. */
  const read = (text: string, status = 200, pieceBytes = 7) => {
    reader.head(status, undefined, 1)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length && heard.length === 0; at += pieceBytes)
      reader.chunk(bytes.subarray(at, at + pieceBytes))
    if (heard.length === 0) reader.end()
    return heard[0]
  }
  /** The answer in one piece, between bytes of others. */
  const readWhole = (text: string, status = 200) => {
    reader.head(status, undefined, 1)
    const bytes = Buffer.from(`before${text}after`)
    reader.whole(bytes, 6, bytes.length - 5)
    return heard[0]
  }
  return { reader, budget, account, heard, state, read, readWhole }
}
const answer = (rest: string, id = '1') => `{"jsonrpc":"2.0","id":${id},${rest}}`
const resultTextOf = (outcome: Outcome | undefined) =>
  outcome?.kind === 'result' ? Buffer.concat(outcome.payload.chunks).toString() : outcome

describe.each(['in pieces', 'in one go'])('an answer that comes %s', (way) => {
  const outcomeOf = (text: string, status?: number, set = aReader()) =>
    way === 'in pieces' ? set.read(text, status) : set.readWhole(text, status)

  test('may nest as deep as the trace of 1,024 calls; a deeper one is too large, and no fault of the node', () => {
    const trace = (calls: number) => answer(`"result":${'{"calls":['.repeat(calls)}{}${']}'.repeat(calls)}`)
    expect(outcomeOf(trace(1_024))?.kind).toBe('result')
    expect(outcomeOf(trace(1_060))).toEqual({ kind: 'answer-too-large' })
    expect(outcomeOf(`${trace(4).slice(0, -3)}`)).toEqual({ kind: 'unusable', reason: 'not_json' })
  })

  test.each(['"0x2a"', 'null', '[1, 2]', '{"error": 1}', '"a\\"b"', '"\u00fc"'])(
    'is its result %s byte for byte',
    (result) => {
      const set = aReader()
      const outcome = outcomeOf(answer(`"result":${result}`), 200, set)
      if (outcome?.kind !== 'result') throw new Error(JSON.stringify(outcome))
      const { text, chunks } = outcome.payload
      expect(text === undefined ? Buffer.concat(chunks).toString() : Buffer.from(text, 'latin1').toString()).toBe(
        result,
      )
      expect(set.budget.heldBytes).toBeGreaterThan(0)
      expect(set.account.heldBytes).toBe(set.budget.heldBytes)
      outcome.payload.release()
      expect([set.budget.heldBytes, set.account.heldBytes]).toEqual([0, 0])
    },
  )

  test.each<[string, string, number, object]>([
    ['a node\u2019s error', answer('"error":{"code":3,"message":"reverted"}'), 200, { kind: 'node-error', code: 3 }],
    ['a node\u2019s error with HTTP 400', answer('"error":{"code":3,"message":"no"}'), 400, { kind: 'node-error' }],
    [
      'an error without an id',
      '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"?"}}',
      200,
      { kind: 'node-error' },
    ],
    [
      'an error that is none',
      answer('"error":{"code":"x","message":"m"}'),
      200,
      { kind: 'unusable', reason: 'bad_error' },
    ],
    [
      'an error with HTTP 429',
      answer('"error":{"code":3,"message":"slow"}'),
      429,
      { kind: 'unreachable', reason: 'http_429' },
    ],
    [
      'an error with HTTP 500',
      answer('"error":{"code":3,"message":"oops"}'),
      500,
      { kind: 'unreachable', reason: 'http_500' },
    ],
    [
      'a refusal of our key with HTTP 401',
      answer('"error":{"code":-32600,"message":"Must be authenticated!"}'),
      401,
      { kind: 'unusable', reason: 'http_401' },
    ],
    ['a result with HTTP 500', answer('"result":"0x2a"'), 500, { kind: 'unreachable', reason: 'http_500' }],
    ['an error page', '<html>', 502, { kind: 'unreachable', reason: 'http_502' }],
    ['an error page for what was sent', '<html>', 400, { kind: 'request-refused', reason: 'http_400' }],
    ['nonsense', '<html>', 200, { kind: 'unusable', reason: 'not_json' }],
    ['half an answer', '{"jsonrpc":"2.0","id":1,"resu', 200, { kind: 'unusable', reason: 'not_json' }],
    ['neither result nor error', '{"jsonrpc":"2.0","id":1}', 200, { kind: 'unusable', reason: 'no_result' }],
    ['another call\u2019s answer', answer('"result":1', '2'), 200, { kind: 'unusable', reason: 'wrong_id' }],
    ['an answer without an id', '{"jsonrpc":"2.0","result":1}', 200, { kind: 'unusable', reason: 'wrong_id' }],
    [
      'another call\u2019s error',
      answer('"error":{"code":3,"message":"no"}', '2'),
      200,
      { kind: 'unusable', reason: 'wrong_id' },
    ],
  ])('and is %s is known for that, and holds no memory', (_about, text, status, expected) => {
    const set = aReader()
    expect(outcomeOf(text, status, set)).toMatchObject(expected)
    expect([set.budget.heldBytes, set.account.heldBytes, set.heard.length]).toEqual([0, 0, 1])
  })

  describe('and is a large error', () => {
    const data = `"0x${'ab'.repeat(10_000)}"`
    test.each([
      ['as nodes write it', `{"code":3,"message":"reverted","data":${data}}`, 'reverted'],
      ['with its data first', `{"data":${data},"message":"reverted","code":3}`, 'reverted'],
      [
        'with a long message',
        `{ "code": 3, "message": "${'\\n\\u00fc\u00fc'.repeat(2_000)}"}`,
        '\n\u00fc\u00fc'.repeat(300),
      ],
    ])('%s counts as a result does, until it is released', (_about, error, message) => {
      const set = aReader()
      const outcome = outcomeOf(answer(`"error":${error}`), 200, set)
      if (outcome?.kind !== 'node-error') throw new Error(JSON.stringify(outcome))
      expect([outcome.code, outcome.bytes]).toEqual([3, undefined])
      expect(outcome.message.startsWith(message)).toBe(true)
      expect(outcome.message.length).toBeLessThanOrEqual(4_096)
      expect(Buffer.concat(outcome.payload!.chunks).toString()).toBe(error)
      expect(set.budget.heldBytes).toBeGreaterThanOrEqual(error.length)
      expect(set.account.heldBytes).toBe(set.budget.heldBytes)
      outcome.payload!.release()
      expect([set.budget.heldBytes, set.account.heldBytes]).toEqual([0, 0])
    })

    test('without a code is none, and holds no memory', () => {
      const set = aReader()
      const outcome = outcomeOf(answer(`"error":{"code":"x","message":"m","data":${data}}`), 200, set)
      expect(outcome).toEqual({ kind: 'unusable', reason: 'bad_error' })
      expect(set.budget.heldBytes).toBe(0)
    })
  })

  test('and is too large for the memory that is left is told so', () => {
    const set = aReader({}, 40)
    expect(outcomeOf(answer(`"result":"${'a'.repeat(100)}"`), 200, set)).toEqual({ kind: 'overloaded' })
    expect([set.state.isAborted, set.budget.heldBytes]).toEqual([true, 0])
  })
})

test('an answer that is longer than the limit is ended, as soon as its length is known', () => {
  const announced = aReader({ maxBytes: 100 })
  announced.reader.head(200, 101)
  expect([announced.heard, announced.state.isAborted]).toEqual([[{ kind: 'answer-too-large' }], true])
  const counted = aReader({ maxBytes: 100 })
  expect(counted.read(answer(`"result":"${'a'.repeat(100)}"`))).toEqual({ kind: 'answer-too-large' })
  expect(counted.budget.heldBytes).toBe(0)
  // Exactly that length is allowed.
  const text = answer('"result":1')
  expect(aReader({ maxBytes: text.length }).read(text)?.kind).toBe('result')
})

test('a list of more results than allowed is ended with its first one and the one too many', () => {
  const set = aReader({ maxElements: 2 })
  expect(set.read(answer('"result":[{"a":1},{"a":2},{"a":3},{"a":4}]'))).toEqual({
    kind: 'too-many-results',
    first: { a: 1 },
    last: { a: 3 },
  })
  expect([set.state.isAborted, set.budget.heldBytes]).toEqual([true, 0])
  expect(aReader({ maxElements: 2 }).read(answer('"result":[{"a":1},{"a":2}]'))).toMatchObject({
    payload: { elements: 2 },
  })
})

test('a connection that fails makes the node unreachable, with the error\u2019s code', () => {
  const { reader, heard, budget } = aReader()
  reader.head(200, undefined, 1)
  reader.chunk(Buffer.from('{"jsonrpc"'))
  reader.fail(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  expect([heard, budget.heldBytes]).toEqual([[{ kind: 'unreachable', reason: 'econnreset' }], 0])
})

test('each question carries an id of its own, and its answer must carry the same', () => {
  const { reader, heard } = aReader()
  const id = JSON.parse(reader.bodyOf(['"method":"m"}']).join('')).id
  reader.head(200, undefined)
  reader.chunk(Buffer.from(answer('"result":1', String(id))))
  reader.end()
  expect(heard.map(({ kind }) => kind)).toEqual(['result'])
})

describe('a large answer that may be handed on', () => {
  const LONG = `"${'a'.repeat(300_000)}"`
  const PIECE = 65_536

  test('is handed on while it arrives, and comes byte for byte', async () => {
    const set = aReader({ canStream: true })
    set.reader.head(200, undefined, 1)
    const bytes = Buffer.from(answer(`"result":${LONG}`))
    for (let at = 0; at < bytes.length; at += PIECE) set.reader.chunk(bytes.subarray(at, at + PIECE))
    const outcome = set.heard[0]
    expect([set.reader.isHandedOn, set.heard.length]).toEqual([true, 1])
    set.reader.end()
    let text = resultTextOf(outcome)
    if (outcome?.kind === 'result') for await (const part of outcome.payload.rest!) text += part.toString()
    expect(text === LONG).toBe(true)
  })

  test.each<[string, Partial<AnswerLimits>]>([
    ['the call may not have it so', {}],
    ['its results have to be counted', { canStream: true, maxElements: 10 }],
  ])('is held until it is whole where %s', (_about, limits) => {
    const set = aReader(limits)
    const outcome = set.read(answer(`"result":${LONG}`), 200, PIECE)
    expect([set.reader.isHandedOn, resultTextOf(outcome) === LONG]).toEqual([false, true])
  })
})
