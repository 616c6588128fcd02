import fc from 'fast-check'
import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { headOf, MAX_LAG, REACH } from '../../support/heads.js'

const big = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

describe('one node that lies about its head', () => {
  // Honest nodes are a block or two apart, as polls are; the liar says anything, at any time.
  const honestHeads = fc.array(fc.integer({ min: 1_000, max: 1_000 + REACH }), { minLength: 1, maxLength: 4 })

  test('never makes an honest one behind, and moves the head by the tolerance at most', () => {
    fc.assert(
      fc.property(honestHeads, fc.array(fc.tuple(fc.nat(4), big), { maxLength: 20 }), (honest, lies) => {
        const names = honest.map((_, index) => `honest-${index}`)
        const { say, behind, known } = headOf([...names, 'liar'])
        const next = [...names]
        const speak = () => {
          const name = next.shift()
          if (name !== undefined) say(name, honest[names.indexOf(name)]!)
        }
        for (const [honestFirst, lie] of lies) {
          for (let count = 0; count < honestFirst; count++) speak()
          say('liar', lie)
          expect(behind().filter((name) => name !== 'liar')).toEqual([])
          if (next.length > 0) expect(known()).toBeUndefined()
          else expect(Number(known()) <= Math.max(...honest) + REACH).toBe(true)
        }
        while (next.length > 0) speak()
        if (lies.length > 0) expect(known()! >= BigInt(Math.min(...honest)) || honest.length === 1).toBe(true)
        expect(behind().filter((name) => name !== 'liar')).toEqual([])
      }),
    )
  })

  test('is believed again as soon as it says what the others say', () => {
    fc.assert(
      fc.property(big, fc.integer({ min: 1, max: 4 }), (lie, others) => {
        const names = Array.from({ length: others }, (_, index) => `honest-${index}`)
        const { say, behind, known } = headOf([...names, 'liar'])
        say('liar', lie)
        for (const name of names) say(name, 1_000)
        say('liar', 1_001)
        expect([known(), behind()]).toEqual([1_001n, []])
      }),
    )
  })

  test('is not believed when the honest one falls silent', () => {
    const { say, head, nodes, known, clock } = headOf(['honest', 'liar'])
    say('honest', 1_000)
    say('liar', 5_000)
    head.withdraw(nodes.honest!)
    say('liar', 5_001)
    expect(known()).toBe(1_000n)
    say('honest', 1_001)
    expect(known()).toBe(1_001n)
    // The only one there is for a minute is the best there is.
    head.withdraw(nodes.honest!)
    clock.nowMs += 61_000
    say('liar', 1_100)
    expect(known()).toBe(1_100n)
  })

  test('is left out when the head is asked for at once, whichever node answers first', async () => {
    const { answers, head, say } = headOf(['a', 'b', 'liar'])
    for (const name of ['a', 'b']) say(name, 1_000)
    say('liar', 9_000)
    answers.set('liar', 9_001)
    expect(await head.latest(new AccountShare())).toBe(1_000n)
    answers.set('a', 1_003)
    answers.set('b', 1_003)
    expect(await head.latest(new AccountShare())).toBe(1_003n)
  })
})

describe('a node that really lags', () => {
  test('is behind when two others say so, wherever a liar is', () => {
    fc.assert(
      fc.property(fc.integer({ min: MAX_LAG + 1, max: 900 }), fc.option(big), (lag, lie) => {
        const { say, behind, known } = headOf(['a', 'b', 'lagging', 'liar'])
        say('a', 1_000)
        say('b', 1_000)
        say('liar', lie ?? 1_000)
        say('lagging', 1_000 - lag)
        expect(behind()).toContain('lagging')
        expect(behind()).not.toContain('a')
        say('lagging', 1_000)
        expect(behind()).not.toContain('lagging')
        expect(known()! >= 1_000n && known()! <= 1_002n).toBe(true)
      }),
    )
  })

  test('of two, is behind when the other shows the blocks it lacks, and is not when the other only says so', () => {
    const { say, behind, known } = headOf(['a', 'lagging'])
    say('lagging', 900)
    say('a', 1_000)
    expect([behind(), known()]).toEqual([[], 900n])
    say('a', 1_000, true)
    expect([behind(), known()]).toEqual([['lagging'], 1_000n])
  })

  test('is not behind by a few blocks', () => {
    const { say, behind } = headOf(['a', 'b', 'c'])
    say('a', 1_000)
    say('b', 1_000)
    say('c', 1_000 - MAX_LAG)
    expect(behind()).toEqual([])
  })
})

describe('a leader that shows blocks', () => {
  const LIE = 999_999_999n
  /** The newest blocks are as old as the clock says, unless `lateMs` puts them back. */
  const world = (names: readonly string[], everyMs: number, lateMs: number | undefined) => {
    const made = headOf(names)
    const { clock, say } = made
    const poll = (name: string, number: number, isShown = false, aheadMs = 0) =>
      say(name, number, isShown, lateMs === undefined ? undefined : clock.nowMs - lateMs + aheadMs)
    /** Lets others grow by a block in each beat, while the leader says and shows what it says. */
    const beat = (honest: Record<string, number>, leader: () => void) => {
      for (const [name, number] of Object.entries(honest)) poll(name, number)
      leader()
      clock.nowMs += everyMs
    }
    return { ...made, poll, beat }
  }

  test('is not believed against two that grow, from the first poll on, whatever the times of its blocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(200, 1_000, 12_000),
        fc.constantFrom(undefined, 0, 60_000, 10 ** 11),
        fc.oneof(fc.constant(LIE), fc.bigInt({ min: 1_200n, max: 10n ** 12n })),
        fc.integer({ min: -(10 ** 9), max: 10 ** 12 }),
        (everyMs, lateMs, lie, aheadMs) => {
          const { beat, poll, known, behind } = world(['a', 'b', 'liar'], everyMs, lateMs)
          for (let block = 1_000; block < 1_060; block++) {
            beat({ a: block, b: block - (block % 3) }, () => poll('liar', Number(lie), true, aheadMs))
            expect([known(), behind()]).toEqual([BigInt(block), []])
          }
        },
      ),
    )
  })

  test('is followed soon when the others stopped, were they seen to grow or not', () => {
    for (const growsUntil of [1_000, 1_005, 1_040]) {
      for (const others of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
        const { beat, poll, known, behind } = world([...others, 'leader'], 1_000, 0)
        let believedAt: number | undefined
        for (let block = 1_000; block < 1_100; block++) {
          const stuck = Math.min(block, growsUntil)
          const honest = Object.fromEntries(others.map((name) => [name, stuck]))
          beat(honest, () => poll('leader', block, true))
          if (known() === BigInt(block) && block > stuck + MAX_LAG) believedAt ??= block
        }
        expect(believedAt! - growsUntil).toBeLessThan(35)
        expect([known(), behind()]).toEqual([1_099n, others])
      }
    }
  })

  test('of two nodes is not believed where the other grows and its blocks are young, and is where they are late', () => {
    const young = world(['a', 'liar'], 12_000, 5_000)
    for (let block = 1_000; block < 1_010; block++) {
      young.beat({ a: block }, () => young.poll('liar', Number(LIE), true, 10 ** 9))
      expect([young.known(), young.behind()]).toEqual([BigInt(block), []])
    }
    // It catches up after an outage: ten blocks at each poll, of a chain that makes one in twelve
    // seconds.
    const { clock, say, known, behind } = headOf(['syncing', 'leader'])
    const timeOf = (block: number) => 1_000_000 - (10_000 - block) * 12_000
    for (let block = 8_000; block < 9_000; block += 10) {
      say('syncing', block, false, timeOf(block))
      say('leader', 10_000, true, timeOf(10_000))
      clock.nowMs += 1_000
      expect([known(), behind()]).toEqual([10_000n, ['syncing']])
    }
  })

  test('may be a few blocks ahead, as polls of a fast chain are', () => {
    const { beat, poll, known } = world(['a', 'b', 'fast'], 1_000, 0)
    for (let block = 1_000; block < 1_100; block += 4) {
      beat({ a: block, b: block }, () => poll('fast', block + 4, true))
      expect(known()).toBe(BigInt(block + 4))
    }
  })
})

test('a chain that rolled back on all nodes is believed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.nat(999), (count, to) => {
      const names = Array.from({ length: count }, (_, index) => `${index}`)
      const { say, behind, known } = headOf(names)
      for (const name of names) say(name, 1_000)
      for (const name of names) say(name, to)
      expect([known(), behind()]).toEqual([BigInt(to), []])
    }),
  )
})

describe('an answer to eth_blockNumber', () => {
  test('is ahead when the chain cannot have grown so far and no other node says so', () => {
    const { say, head, nodes, clock } = headOf(['a', 'b'], { blockTimeMs: 12_000 })
    expect(head.judge(5_000n)).toBe('plausible')
    say('a', 1_000)
    say('b', 1_000)
    clock.nowMs += 900
    expect(head.judge(1_001n)).toBe('plausible')
    expect(head.judge(1_003n)).toBe('plausible')
    expect(head.judge(1_004n, nodes.a)).toBe('ahead')
    // It may say so again, which proves nothing; another's word does.
    expect(head.judge(1_004n, nodes.a)).toBe('ahead')
    expect(head.judge(1_004n, nodes.b)).toBe('plausible')
    // So it may be passed on, and later callers are not taken back from it.
    expect(head.judge(1_004n)).toBe('plausible')
    head.served(1_005n)
    expect(head.judge(1_004n, nodes.b)).toBe('back')
    // A node that was silent for long knows nothing.
    clock.nowMs += 60_000
    expect(head.judge(9_999n)).toBe('plausible')
  })

  test('is ahead also when two nodes report two blocks within a millisecond', () => {
    const { clock, head, nodes, say } = headOf(['a', 'b', 'c'])
    say('a', 1_000)
    for (let block = 1_000; block < 1_010; block++) {
      say('b', block)
      say('c', block)
      clock.nowMs += 1
      say('b', block + 1)
      clock.nowMs += 999
    }
    expect(head.judge(1_012n)).toBe('plausible')
    expect(head.judge(2_009n, nodes.a)).toBe('ahead')
  })

  test('may run ahead of the poll as fast as the chain was seen to grow', () => {
    const { say, head, clock } = headOf(['a'])
    say('a', 1_000)
    clock.nowMs += 1_000
    say('a', 1_100)
    clock.nowMs += 500
    expect([head.judge(1_150n), head.judge(1_200n), head.judge(1_203n)]).toEqual(['plausible', 'plausible', 'ahead'])
  })

  test('never takes callers back, unless the nodes agree for three seconds', () => {
    const { say, head, clock } = headOf(['a', 'b'])
    say('a', 1_000)
    say('b', 1_000)
    head.served(1_000n)
    expect([head.judge(1_000n), head.judge(999n)]).toEqual(['plausible', 'back'])
    for (let second = 0; second < 3; second++) {
      say('a', 10)
      say('b', 10)
      expect(head.judge(10n)).toBe('back')
      clock.nowMs += 1_000
    }
    say('a', 10)
    expect(head.judge(10n)).toBe('plausible')
    expect(head.newestServed).toBe(10n)
    head.served(10n)
    expect([head.judge(9n), head.judge(11n)]).toEqual(['back', 'plausible'])
  })

  test('does not go back because one of two nodes is lower, but for a minute', () => {
    const { say, head, clock } = headOf(['a', 'b'])
    say('a', 1_000)
    say('b', 1_000)
    head.served(1_000n)
    for (let second = 0; second <= 60; second++) {
      say('a', 1_003 + second)
      say('b', 997)
      expect([head.judge(997n), head.newestServed]).toEqual(second < 60 ? ['back', 1_000n] : ['plausible', 997n])
      clock.nowMs += 1_000
    }
  })

  test('of a node that is behind is never passed on while the poll knows better, however often it says so', () => {
    const { say, head, clock } = headOf(['a', 'b'])
    say('a', 1_001)
    say('b', 1_000)
    head.served(1_001n)
    for (let second = 0; second < 20; second++) {
      expect([head.judge(1_000n), head.hasServedNewest]).toEqual(['back', true])
      clock.nowMs += 1_000
      say('b', 1_000)
      say('a', 1_001)
    }
    // The poll found a newer one: another node can tell more than callers know.
    say('a', 1_002)
    expect([head.judge(1_000n), head.hasServedNewest]).toEqual(['back', false])
  })

  test('is told to other processes when it is higher than all before, and theirs is not told back', () => {
    const told: bigint[] = []
    const { say, head } = headOf(['a'], { onServed: (number) => told.push(number) })
    say('a', 1_000)
    for (const number of [1_000n, 999n, 1_000n, 1_001n]) head.served(number)
    head.servedElsewhere(1_002n)
    head.served(1_002n)
    expect(told).toEqual([1_000n, 1_001n])
    expect([head.judge(1_001n), head.newestServed]).toEqual(['back', 1_002n])
  })

  test('of a node that is behind is not passed on between two polls either', () => {
    const { say, head, clock } = headOf(['a', 'b'])
    say('a', 1_000)
    say('b', 1_000)
    head.served(1_001n)
    for (let second = 0; second < 8; second++) {
      expect([head.judge(1_000n), head.hasServedNewest]).toEqual(['back', true])
      clock.nowMs += 1_000
    }
  })

  test('is followed back after three seconds if no poll is answered any more', () => {
    const { say, head, clock } = headOf(['a', 'b'])
    say('a', 1_001)
    say('b', 1_000)
    head.served(1_001n)
    clock.nowMs += 11_000
    expect([head.judge(1_000n), head.hasServedNewest]).toEqual(['back', false])
    clock.nowMs += 2_999
    expect(head.judge(1_000n)).toBe('back')
    clock.nowMs += 1
    expect(head.judge(1_000n)).toBe('plausible')
  })

  test('is never lower for a caller than before, whatever nodes say within a moment', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2_000 }), { maxLength: 50 }), (numbers) => {
        const { head, clock } = headOf([])
        let highest = 0
        for (const number of numbers) {
          clock.nowMs += 10
          if (head.judge(BigInt(number)) !== 'plausible') continue
          head.served(BigInt(number))
          expect(number).toBeGreaterThanOrEqual(highest)
          highest = number
        }
      }),
    )
  })
})
