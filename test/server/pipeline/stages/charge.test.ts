import { setImmediate as turn } from 'node:timers/promises'
import type { ErrorName } from '../../../../generated/errors.js'
import type { MethodRow } from '../../../../generated/methods.js'
import { Deferred } from '../../../../src/runtime/deferred.js'
import type { CallRecord, Hold, HoldRefusal, Ledger } from '../../../../src/server/credits/ledger.js'
import type { ChargedCall } from '../../../../src/server/pipeline/stage.js'
import { charge } from '../../../../src/server/pipeline/stages/charge.js'
import { BrokenByCaller } from '../../../../src/server/upstreams/answer-stream.js'
import { fail, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import {
  aCall,
  aResult,
  type CallWish,
  nextStage,
  payloadOf,
  textOf,
  verdictOf,
} from '../../../support/charged-call.js'

const NOON = Date.parse('2026-11-21T12:00:00Z')

/**
 * The stage with a ledger that writes down what is done with its one hold, and in front of
 * something that answers `reply`.
 */
const stageWith = (reply?: () => Reply | Promise<Reply>, held?: (hold: Hold) => ReturnType<Ledger['hold']>) => {
  const done: [string, CallRecord?][] = []
  const written = new Deferred<void>()
  const hold: Hold = {
    charge: (record, credits) => {
      done.push(['charged', record])
      if (credits !== undefined) charges.push(credits)
      return written
    },
    remainingCredits: () => 900,
    giveBack: (record) => void done.push(['given back', record]),
    refund: async (record) => void done.push(['refunded', record]),
  }
  const prices: number[] = []
  const charges: number[] = []
  const ledger = {
    hold: (_entitlement: unknown, price: number) => {
      prices.push(price)
      return held === undefined ? hold : held(hold)
    },
  } as unknown as Ledger
  const { calls, next } = nextStage(reply)
  const stage = charge(ledger, () => NOON, next)
  const ask = (wish?: CallWish) => stage(aCall(wish))
  return {
    hold,
    done,
    written,
    prices,
    charges,
    ledger,
    next,
    calls,
    stage,
    ask,
    deeds: () => done.map(([deed]) => deed),
  }
}

test('a call whose caller leaves while its price is being held costs nothing, though its answer is in memory', async () => {
  let give = () => {}
  const held = (hold: Hold) =>
    new Promise<Hold>((resolve) => {
      give = () => resolve(hold)
    })
  const { stage, deeds, calls, written } = stageWith(() => aResult('1', { servedBy: 'cache' }), held)
  written.resolve()
  const call = aCall()
  const reply = stage(call)
  call.cancellation.cancel()
  give()
  expect([await verdictOf(reply), deeds(), calls]).toEqual(['no-upstream', ['given back'], []])
})

test('a call goes on with its price held, and is charged what the contract says when a node answered', async () => {
  const { ask, calls, done, hold, prices, written } = stageWith()
  const reply = ask({ method: 'eth_getLogs', params: [{}] })
  written.resolve()
  const got = await reply
  expect([textOf(got), got.costCredits, prices]).toEqual(['"0x2a"', 255, [255]])
  expect((calls[0] as ChargedCall).hold).toBe(hold)
  expect(got.balance).toBe(hold)
  expect(done).toEqual([['charged', { network: 'main', method: 'eth_getLogs', isError: false, servedBy: 'upstream' }]])
})

describe('a price that is not the same for every call', () => {
  const byResult = { base: 10, perResultKiB: 3 }
  const byItems = { base: 10, each: 7, of: '/0/address' }
  const aCallPricedBy = (priceBy: object, params: readonly unknown[]) => {
    const call = aCall({ method: 'eth_getLogs', params })
    return { ...call, row: { ...call.row, priceBy } as MethodRow }
  }
  const sized = (bytes: number) => aResult(`"${'x'.repeat(bytes - 2)}"`)

  test.each<[string, object, Reply, object, number, number]>([
    ['an answer of less than a KiB', byResult, aResult('"0x2a"'), {}, 255, 13],
    ['an answer of a KiB and a byte', byResult, sized(1_025), {}, 255, 16],
    ['an answer that would cost more than the most', byResult, sized(900_000), {}, 255, 255],
    ['a refusal that took a node\u2019s work', byResult, fail('query-timeout'), {}, 255, 10],
    [
      'an answer still on its way',
      byResult,
      { ...aResult('1'), result: { ...aResult('1').result, rest: (async function* () {})() } } as Reply,
      {},
      255,
      255,
    ],
    ['no items', byItems, aResult('1'), {}, 10, 10],
    ['one item that is no array', byItems, aResult('1'), { address: '0x1' }, 17, 17],
    ['three items', byItems, aResult('1'), { address: ['0x1', '0x2', '0x3'] }, 31, 31],
    ['more items than the most', byItems, aResult('1'), { address: Array(1_000).fill('0x1') }, 255, 255],
  ])('%s: holds the most that it can be, charges what it is', async (_, rule, reply, filter, held, cost) => {
    const { ledger, next, prices, charges, written } = stageWith(() => reply)
    written.resolve()
    const got = await charge(ledger, () => NOON, next)(aCallPricedBy(rule, [filter]))
    expect([prices, charges, got.costCredits]).toEqual([[held], [cost], cost])
  })

  test('is given back whole where no node answered', async () => {
    const { ledger, next, deeds } = stageWith(() => fail('no-upstream'))
    const reply = await charge(ledger, () => NOON, next)(aCallPricedBy(byResult, [{}]))
    expect(reply.costCredits).toBe(0)
    expect(deeds()).toEqual(['given back'])
  })

  test('says the most in the refusal of an account that cannot pay it', async () => {
    const { ledger, next } = stageWith(undefined, () => 'daily-credits-exhausted')
    const reply = await charge(ledger, () => NOON, next)(aCallPricedBy(byItems, [{ address: ['0x1', '0x2'] }]))
    expect(reply.error).toMatchObject({ data: { cost: 24 } })
  })
})

test('a query whose time is over is charged, but free if no node can have worked on it', async () => {
  const failure = fail('query-timeout')
  const { ask, deeds, written } = stageWith(() => failure)
  written.resolve()
  const wish: CallWish = { method: 'eth_getLogs', params: [{}] }
  expect((await ask(wish)).costCredits).toBe(255)
  failure.costCredits = 0
  failure.isFree = true
  expect((await ask(wish)).costCredits).toBe(0)
  expect(deeds()).toEqual(['charged', 'given back'])
})

test('the reply leaves when the charge is written, and not before', async () => {
  const { ask, written } = stageWith()
  let isOut = false
  void Promise.resolve(ask()).then(() => {
    isOut = true
  })
  await turn()
  expect(isOut).toBe(false)
  written.resolve()
  await turn()
  expect(isOut).toBe(true)
})

test.each<[string, Reply, string]>([
  [
    'a node\u2019s own error',
    {
      error: { code: 3, message: 'reverted', data: undefined },
      bytes: Buffer.from('{}'),
      servedBy: 'upstream',
      costCredits: 0,
    },
    'charged',
  ],
  ['an answer from the cache', aResult('1', { servedBy: 'cache' }), 'charged'],
  ['a refusal that took a node\u2019s work', fail('query-timeout'), 'charged'],
  ['no upstream', fail('no-upstream'), 'given back'],
  ['a time-out', fail('upstream-timeout'), 'given back'],
])('%s: the price is %s', async (_about, reply, deed) => {
  const { ask, deeds, done, written } = stageWith(() => reply)
  written.resolve()
  const { costCredits } = await ask()
  expect([deeds(), costCredits]).toEqual([[deed], deed === 'charged' ? 80 : 0])
  expect(done[0]![1]).toMatchObject({ isError: reply.error !== undefined, servedBy: reply.servedBy })
})

test('an answer whose charge cannot be written is not given away: the caller learns that the ledger is away', async () => {
  const answer = aResult('"0x2a"')
  const { ask, written } = stageWith(() => answer)
  const reply = ask()
  written.reject(new Error('disk on fire'))
  expect([await verdictOf(reply), answer.released]).toEqual(['ledger-unavailable', 1])
})

test('what an answer opened ends if its charge cannot be written', async () => {
  const deeds: string[] = []
  const openedSubscription = { begin: () => void deeds.push('begin'), end: () => void deeds.push('end') }
  const { ask, written } = stageWith(() => aResult('"0x1f"', { openedSubscription }))
  const reply = ask()
  written.reject(new Error('disk on fire'))
  expect([await verdictOf(reply), deeds]).toEqual(['ledger-unavailable', ['end']])
})

test('a bug further on gives the price back and stays a bug, thrown at once or later', async () => {
  const bug = new Error('bug')
  const throwing = () => {
    throw bug
  }
  for (const reply of [throwing, () => Promise.reject(bug)]) {
    const { ask, done } = stageWith(reply)
    await expect(Promise.resolve(ask())).rejects.toBe(bug)
    expect(done).toMatchObject([['given back', { isError: true, servedBy: 'nobody' }]])
  }
})

describe('a call whose price cannot be held', () => {
  const refusals: [HoldRefusal, CallWish, ErrorName, object | undefined][] = [
    ['daily-credits-exhausted', { dailyCredits: 500 }, 'daily-credits-exhausted', { dailyCredits: 500 }],
    ['key-daily-credits-exhausted', { key: { dailyLimit: 90 } }, 'key-daily-credits-exhausted', { dailyCredits: 90 }],
  ]

  test.each(refusals)('is told why, what it would cost and when the day ends: %s', async (why, wish, name, data) => {
    for (const held of [() => why, () => Promise.resolve(why)]) {
      const { ask, calls } = stageWith(undefined, held)
      const refusal = await ask(wish)
      expect(refusal).toMatchObject({ name, costCredits: 0 })
      expect(refusal.error!.data).toMatchObject({ ...data, cost: 80, resetsAt: '2026-11-22T00:00:00.000Z' })
      expect(calls).toEqual([])
    }
  })

  test('after a wait over midnight is told the end of the day that refused it', async () => {
    let nowMs = Date.parse('2026-11-21T23:59:59.700Z')
    const { ledger, next } = stageWith(undefined, async (): Promise<HoldRefusal> => {
      await turn()
      nowMs += 600
      return 'daily-credits-exhausted'
    })
    const refusal = await charge(ledger, () => nowMs, next)(aCall())
    expect(refusal.error!.data).toMatchObject({ resetsAt: '2026-11-22T00:00:00.000Z' })
  })

  test('because the ledger is away is told that', async () => {
    expect(await verdictOf(stageWith(undefined, () => 'ledger-unavailable').ask())).toBe('ledger-unavailable')
  })

  test.each<HoldRefusal>(['ledger-unavailable', 'daily-credits-exhausted'])(
    'is none if the call is free: %s, at once or later',
    async (refusal) => {
      for (const held of [() => refusal, async () => refusal]) {
        const { ask, deeds } = stageWith(undefined, held)
        const reply = await ask({ method: 'eth_unsubscribe', params: ['0x1'] })
        expect([await verdictOf(reply), reply.costCredits, deeds()]).toEqual(['answered', 0, []])
      }
    },
  )
})

test('a hold that takes a while is waited for', async () => {
  const { ask, deeds, written } = stageWith(undefined, (hold) => Promise.resolve(hold))
  written.resolve()
  expect([textOf(await ask()), deeds()]).toEqual(['"0x2a"', ['charged']])
})

describe('a large answer on its way', () => {
  const streamed = (failure?: Error) => {
    const answer = aResult('"begin')
    answer.result.rest = (async function* () {
      yield Buffer.from(' end"')
      if (failure !== undefined) throw failure
    })()
    return stageWith(() => answer)
  }
  const readAll = async (reply: Reply) => {
    let text = textOf(reply)
    for await (const part of payloadOf(reply).rest!) text += part.toString()
    return text
  }

  test('that comes whole stays charged', async () => {
    const { ask, deeds, written } = streamed()
    written.resolve()
    expect(await readAll(await ask())).toBe('"begin end"')
    expect(deeds()).toEqual(['charged'])
  })

  test('that breaks off is refunded, as an error, and its reader sees it break off', async () => {
    const { ask, done, written } = streamed(new Error('reset'))
    written.resolve()
    await expect(readAll(await ask())).rejects.toThrow('reset')
    expect(done).toMatchObject([
      ['charged', { isError: false }],
      ['refunded', { isError: true }],
    ])
  })

  test('that breaks off through its caller\u2019s doing stays charged', async () => {
    const { ask, deeds, written } = streamed(new BrokenByCaller('slow'))
    written.resolve()
    await expect(readAll(await ask())).rejects.toThrow('slow')
    expect(deeds()).toEqual(['charged'])
  })

  test('whose caller went away stays charged', async () => {
    const { stage, deeds, written } = streamed(new Error('reset'))
    written.resolve()
    const call = aCall()
    const { cancellation } = call
    const reply = await stage(call)
    cancellation.cancel()
    await expect(readAll(reply)).rejects.toThrow('reset')
    expect(deeds()).toEqual(['charged'])
  })

  test.each([
    ['is refunded', new Error('reset'), ['charged', 'refunded']],
    ['stays charged if its caller held it up', new BrokenByCaller('slow'), ['charged']],
  ])('that the end of a drain cuts %s', async (_, failure, expected) => {
    const { stage, deeds, written } = streamed(failure)
    written.resolve()
    const call = aCall()
    const { cancellation } = call
    const reply = await stage(call)
    cancellation.cancel(true)
    await expect(readAll(reply)).rejects.toThrow(failure.message)
    expect(deeds()).toEqual(expected)
  })
})
