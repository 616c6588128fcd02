import { setImmediate as turn } from 'node:timers/promises'
import { methods } from '../../../../generated/methods.js'
import { stopwatchMs } from '../../../../src/runtime/system-ports.js'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { paramsHash } from '../../../../src/server/pipeline/params/cache-key.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { coalesce } from '../../../../src/server/pipeline/stages/coalesce.js'
import { ByteBudget } from '../../../../src/server/upstreams/byte-budget.js'
import { OwnWrites } from '../../../../src/server/upstreams/own-writes.js'
import { fail, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall as aCallOf, aResult, type CallWish, payloadOf, textOf } from '../../../support/charged-call.js'

const ACCOUNT = new AccountShare()
/** A call of one account, unless the test names another. */
const aCall = (wish: CallWish = {}) => aCallOf({ share: ACCOUNT, ...wish })

/** The stage in front of nodes that answer when the test says so. */
const stageWith = ({ upstreams = ['a', 'b'], ...wish }: CallWish & { upstreams?: string[] } = {}) => {
  const asked: { call: ChargedCall; answer: (reply: Reply) => void; fail: (bug: Error) => void }[] = []
  const state = { nowMs: 0, coalesced: 0 }
  const row = methods[wish.method ?? 'eth_getStorageAt']
  const setting = {
    row,
    nowMs: () => state.nowMs,
    budget: new ByteBudget(1 << 24),
    writes: new OwnWrites(
      upstreams.map((name) => ({ name })),
      () => state.nowMs,
    ),
    onCoalesced: () => void state.coalesced++,
  }
  const stage = coalesce(
    setting,
    (call) => new Promise<Reply>((answer, bug) => void asked.push({ call, answer, fail: bug })),
  )
  return { asked, state, stage, writes: setting.writes }
}

test('a hundred identical calls at the same time are one question, and each has the answer', async () => {
  const { asked, state, stage } = stageWith()
  const replies = Array.from({ length: 100 }, () => stage(aCall()))
  expect(asked).toHaveLength(1)
  const answer = aResult('"0x2a"')
  asked[0]!.answer(answer)
  const got = await Promise.all(replies)
  expect(new Set(got.map(textOf))).toEqual(new Set(['"0x2a"']))
  expect(state.coalesced).toBe(99)
  // Each caller pays and says so for itself.
  expect(new Set(got).size).toBe(100)
})

test('different questions that look alike at a glance are told apart, whichever is answered first', async () => {
  const { asked, stage } = stageWith()
  // They differ in a letter of the address that their prints have not.
  const params = [1, 2, 3].map((digit) => [`0x${'5f'.repeat(20)}`.replace('0x5f5f', `0x5f5${digit}`), '0x0', 'latest'])
  const calls = params.map((one) => aCall({ params: one }))
  expect(new Set(calls.map(paramsHash)).size).toBe(1)
  const replies = calls.map((call) => stage(call))
  expect(asked).toHaveLength(3)
  asked[0]!.answer(aResult('"0x1"'))
  expect(textOf(await replies[0]!)).toBe('"0x1"')
  const waiters = params.slice(1).map((one) => stage(aCall({ params: one })))
  const anew = stage(aCall({ params: params[0]! }))
  expect(asked).toHaveLength(4)
  asked[1]!.answer(aResult('"0x2"'))
  asked[2]!.answer(aResult('"0x3"'))
  asked[3]!.answer(aResult('"0x4"'))
  const got = await Promise.all([replies[1]!, replies[2]!, ...waiters, anew])
  expect(got.map(textOf)).toEqual(['"0x2"', '"0x3"', '"0x2"', '"0x3"', '"0x4"'])
})

test('a call after the answer is a question of its own', async () => {
  const { asked, stage } = stageWith()
  const first = stage(aCall())
  asked[0]!.answer(aResult('"0x1"'))
  await first
  void stage(aCall())
  expect(asked).toHaveLength(2)
})

test('the bytes are given back once, when the last of those who share them is done', async () => {
  const { asked, stage } = stageWith()
  const replies = [stage(aCall()), stage(aCall()), stage(aCall())]
  const answer = aResult('"0x1"')
  asked[0]!.answer(answer)
  const got = await Promise.all(replies)
  for (const reply of got.slice(0, 2)) {
    payloadOf(reply).release()
    payloadOf(reply).release()
  }
  expect(answer.released).toBe(0)
  payloadOf(got[2]!).release()
  expect(answer.released).toBe(1)
})

test('a waiter that leaves takes nobody\u2019s answer away, and holds none of the bytes', async () => {
  const { asked, stage } = stageWith()
  const leaving = aCall()
  const replies = [stage(aCall()), stage(leaving), stage(aCall())]
  leaving.cancellation.cancel()
  expect((await replies[1]!).error).toBeDefined()
  expect(asked[0]!.call.work.isCancelled).toBe(false)
  const answer = aResult('"0x1"')
  asked[0]!.answer(answer)
  for (const reply of [await replies[0]!, await replies[2]!]) {
    expect(textOf(reply)).toBe('"0x1"')
    payloadOf(reply).release()
  }
  expect(answer.released).toBe(1)
})

test('neither does a leader that leaves; it is not charged for what it did not get', async () => {
  const { asked, stage } = stageWith()
  const leader = aCall()
  const { cancellation } = leader
  const replies = [stage(leader), stage(aCall())]
  cancellation.cancel()
  expect(asked[0]!.call.work.isCancelled).toBe(false)
  const answer = aResult('"0x1"')
  asked[0]!.answer(answer)
  expect((await replies[0]!).error).toBeDefined()
  const got = await replies[1]!
  expect(textOf(got)).toBe('"0x1"')
  payloadOf(got).release()
  expect(answer.released).toBe(1)
})

test.each(['leader first', 'leader last'])(
  'when all have left the node\u2019s work is cancelled (%s)',
  async (order) => {
    const { asked, stage } = stageWith()
    const calls = [aCall(), aCall(), aCall()]
    const cancellations = calls.map(({ cancellation }) => cancellation)
    const replies = calls.map((call) => stage(call))
    if (order === 'leader last') cancellations.reverse()
    for (const [index, cancellation] of cancellations.entries()) {
      expect(asked[0]!.call.work.isCancelled).toBe(false)
      cancellation.cancel()
      expect(asked[0]!.call.work.isCancelled).toBe(index === 2)
    }
    // A call that comes now must not wait for a question that gets no answer any more.
    const late = stage(aCall())
    expect(asked).toHaveLength(2)
    asked[0]!.answer(fail('no-upstream'))
    asked[1]!.answer(aResult('"0x1"'))
    expect(textOf(await late)).toBe('"0x1"')
    await Promise.all(replies)
  },
)

test('a call that was cancelled before it came asks nobody to wait', async () => {
  const { asked, stage } = stageWith()
  const gone = aCall()
  gone.cancellation.cancel()
  const reply = stage(gone)
  expect(asked[0]!.call.work.isCancelled).toBe(true)
  const other = stage(aCall())
  expect(asked).toHaveLength(2)
  asked[0]!.answer(fail('no-upstream'))
  asked[1]!.answer(aResult('1'))
  await Promise.all([reply, other])
})

test.each([
  [
    'a node\u2019s error',
    {
      error: { code: 3, message: 'x', data: undefined },
      bytes: Buffer.from('{}'),
      servedBy: 'upstream',
      costCredits: 0,
    } as Reply,
  ],
  ['that nobody could answer', fail('no-upstream')],
  ['that the answer is unusable', fail('bad-upstream-answer')],
])('%s is everybody\u2019s, each its own object', async (_, answer) => {
  const { asked, stage } = stageWith()
  const replies = [stage(aCall()), stage(aCall())]
  asked[0]!.answer(answer)
  const [one, two] = await Promise.all(replies)
  expect(asked).toHaveLength(1)
  expect(two).toEqual(one)
  expect(two).not.toBe(one)
})

test('a bug is everybody\u2019s, too, and leaves nothing behind', async () => {
  const { asked, stage } = stageWith()
  const replies = [stage(aCall()), stage(aCall())]
  asked[0]!.fail(new Error('bug'))
  await expect(replies[0]).rejects.toThrow('bug')
  await expect(replies[1]).rejects.toThrow('bug')
  void stage(aCall())
  expect(asked).toHaveLength(2)
})

describe('a leader that ran out of its time', () => {
  test('leaves its waiters one question, led by the one with the most time', async () => {
    const { asked, state, stage } = stageWith()
    const replies = [0, 4_000, 9_000, 6_000].map((startedAtMs) => stage(aCall({ startedAtMs })))
    state.nowMs = 10_000
    asked[0]!.answer(fail('upstream-timeout'))
    expect((await replies[0]!).error).toBeDefined()
    await turn()
    expect(asked).toHaveLength(2)
    expect(asked[1]!.call.startedAtMs).toBe(9_000)
    asked[1]!.answer(aResult('"0x1"'))
    for (const reply of replies.slice(1)) expect(textOf(await reply)).toBe('"0x1"')
  })

  test('shares its failure with waiters whose time is over, too', async () => {
    const { asked, state, stage } = stageWith()
    const replies = [stage(aCall()), stage(aCall())]
    state.nowMs = 10_000
    asked[0]!.answer(fail('upstream-timeout'))
    for (const reply of replies) expect(await reply).toMatchObject({ name: 'upstream-timeout' })
    expect(asked).toHaveLength(1)
  })
})

test('a waiter has waited for nodes as long as its leaders did meanwhile', async () => {
  const { asked, state, stage } = stageWith()
  const [leader, early, late] = [0, 4_000, 2_000].map((startedAtMs) => aCall({ startedAtMs })) as [
    ChargedCall,
    ChargedCall,
    ChargedCall,
  ]
  const replies = [stage(leader), stage(early)]
  asked[0]!.call.upstreamTime.add(100)
  replies.push(stage(late))
  asked[0]!.call.upstreamTime.add(30)
  state.nowMs = 10_000
  // The early one asks again for both.
  asked[0]!.answer(fail('upstream-timeout'))
  await turn()
  asked[1]!.call.upstreamTime.add(5)
  asked[1]!.answer(aResult('"0x1"'))
  await Promise.all(replies)
  expect([leader, early, late].map(({ upstreamTime }) => upstreamTime.until(0))).toEqual([130, 135, 35])
})

test('a waiter with less time than its leader waits no longer than it may', async () => {
  const { asked, state, stage } = stageWith()
  state.nowMs = 5_000
  const leader = stage(aCall({ startedAtMs: 5_000 }))
  // Questions before the stage (a near-head window) took nearly all its time.
  const waiter = stage(aCall({ startedAtMs: -4_980 }))
  expect(await waiter).toMatchObject({ name: 'upstream-timeout', costCredits: 0 })
  const answer = aResult('"0x1"')
  asked[0]!.answer(answer)
  const reply = await leader
  payloadOf(reply).release()
  expect([textOf(reply), answer.released]).toEqual(['"0x1"', 1])
})

test.each([
  ['were down', false, true],
  ['may have worked on it', true, false],
])('a waiter whose time ends before its leader’s pays nothing if the nodes %s', async (_nodes, mayCost, isFree) => {
  const { asked, state, stage } = stageWith({ method: 'eth_getLogs' })
  const calls = [0, 20, 40].map((startedAtMs) => aCall({ method: 'eth_getLogs', params: [{}], startedAtMs }))
  const replies = calls.map((call) => stage(call))
  state.nowMs = 10_000
  asked[0]!.answer({ ...fail('query-timeout'), isFree: true })
  await turn()
  asked[1]!.call.upstreamTime.asks({ mayCost, before: undefined })
  expect(await replies[1]).toMatchObject({ name: 'query-timeout', isFree })
  asked[1]!.answer(fail('query-timeout'))
  await Promise.all(replies)
})

test('no room in memory is tried once more, by one for all, and then believed', async () => {
  const { asked, stage } = stageWith()
  const replies = Array.from({ length: 50 }, () => stage(aCall()))
  asked[0]!.answer(fail('overloaded'))
  await turn()
  expect(asked).toHaveLength(2)
  asked[1]!.answer(fail('overloaded'))
  const names = (await Promise.all(replies)).map((reply) => (reply as { name?: string }).name)
  expect(new Set(names)).toEqual(new Set(['overloaded']))
  expect(asked).toHaveLength(2)
})

test('an account that has its share of a provider\u2019s rate does not speak for another account', async () => {
  const { asked, stage } = stageWith()
  const [greedy, modest] = [new AccountShare(), new AccountShare()]
  const replies = [stage(aCall({ share: greedy })), stage(aCall({ share: greedy })), stage(aCall({ share: modest }))]
  const throttled = fail('throttled-evm', { creditsPerSecond: 500, callsPerSecond: 25, retryAfterMs: 40 })
  asked[0]!.answer(throttled)
  await turn()
  for (const { call, answer } of asked.slice(1))
    answer(call.caller.entitlement.share === modest ? aResult('"0x1"') : throttled)
  const [leader, waiter, other] = await Promise.all(replies)
  expect([leader, waiter]).toMatchObject([{ name: 'throttled-evm' }, { name: 'throttled-evm' }])
  expect(textOf(other!)).toBe('"0x1"')
})

test('an answer that is handed on while it arrives is the leader\u2019s; the others ask for themselves', async () => {
  const { asked, stage } = stageWith()
  const leader = aCall({ isOnlyCall: true })
  const { cancellation } = leader
  const replies = [stage(leader), stage(aCall()), stage(aCall())]
  const stream = aResult('[')
  stream.result.rest = (async function* () {})()
  asked[0]!.answer(stream)
  expect(await replies[0]).toBe(stream)
  await turn()
  expect(asked).toHaveLength(3)
  // The stream's reader may still leave, which ends it.
  cancellation.cancel()
  expect(asked[0]!.call.work.isCancelled).toBe(true)
  asked[1]!.answer(aResult('1'))
  asked[2]!.answer(aResult('2'))
  expect([textOf(await replies[1]!), textOf(await replies[2]!)]).toEqual(['1', '2'])
})

test('calls that the partner may answer are apart from those it may not', () => {
  const { asked, stage } = stageWith()
  for (const canFailOver of [false, true, false, true]) void stage(aCall({ canFailOver }))
  expect(asked.map(({ call }) => call.caller.entitlement.canFailOver)).toEqual([false, true])
  const logs = stageWith({ method: 'eth_getLogs' })
  for (const canFailOver of [false, true]) void logs.stage(aCall({ method: 'eth_getLogs', params: [{}], canFailOver }))
  expect(logs.asked).toHaveLength(1)
})

test('behind a question that waits for its account\u2019s share other accounts have one of their own', async () => {
  const { asked, stage } = stageWith()
  const [greedy, modest] = [new AccountShare(), new AccountShare()]
  greedy.waitingCalls = 1
  const replies = [greedy, modest, modest, greedy, modest].map((share) => stage(aCall({ share })))
  expect(asked).toHaveLength(2)
  for (const [index, { answer }] of asked.entries()) answer(aResult(`${index}`))
  expect((await Promise.all(replies)).map(textOf)).toEqual(['0', '1', '1', '0', '1'])
})

describe('after an account\u2019s write', () => {
  /** The stage, the accounts, and a write of one of them at the upstream `a`. */
  const stageOf = (upstreams?: string[]) => {
    const set = stageWith(upstreams && { upstreams })
    const [writer, other, third] = [new AccountShare(), new AccountShare(), new AccountShare()]
    const write = (share: AccountShare) => {
      set.writes.accepted('a', share)
      const acceptedMs = stopwatchMs()
      while (stopwatchMs() === acceptedMs);
    }
    const ask = (...shares: AccountShare[]) => shares.map((share) => set.stage(aCall({ share })))
    const answers = async (replies: ReturnType<typeof ask>) => {
      for (const [index, { answer }] of [...set.asked.entries()].reverse()) answer(aResult(`${index}`))
      return (await Promise.all(replies)).map(textOf)
    }
    return { ...set, writer, other, third, write, ask, answers }
  }

  test.each([[['a']], [['a', 'b']]])(
    'its calls share no question from before it, at the upstreams %j',
    async (upstreams) => {
      const { ask, answers, write, writer } = stageOf(upstreams)
      const before = ask(writer, writer)
      write(writer)
      const after = ask(writer, writer)
      expect(await answers([...before, ...after])).toEqual(['0', '0', '1', '1'])
    },
  )

  test('nor another account\u2019s from before it, which stays that account\u2019s', async () => {
    const { ask, answers, write, writer, other } = stageOf()
    const before = ask(other, writer)
    write(writer)
    const after = ask(writer, other, writer)
    expect(await answers([...before, ...after])).toEqual(['0', '0', '1', '0', '1'])
  })

  test('nor a later one of another account, which another upstream may answer', async () => {
    const { ask, answers, write, writer, other, third } = stageOf()
    write(writer)
    write(third)
    const replies = ask(other, writer, third, other, writer, third, writer)
    expect(await answers(replies)).toEqual(['0', '1', '2', '0', '1', '2', '1'])
  })

  test('a later one of another account is shared if there is no other upstream', async () => {
    const { ask, answers, write, writer, other } = stageOf(['a'])
    write(writer)
    expect(await answers(ask(other, writer))).toEqual(['0', '0'])
  })

  test('the others share its questions, and after 30 s it shares theirs', async () => {
    const { ask, answers, write, writer, other, state } = stageOf()
    const before = ask(other)
    write(writer)
    state.nowMs = 29_999
    const during = ask(writer)
    state.nowMs = 30_000
    const after = ask(writer, other)
    expect(await answers([...before, ...during, ...after])).toEqual(['0', '1', '0', '0'])
    const alone = stageOf()
    alone.write(alone.writer)
    expect(await alone.answers(alone.ask(alone.writer, alone.other))).toEqual(['0', '0'])
  })
})
