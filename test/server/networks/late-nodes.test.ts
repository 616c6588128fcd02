import { AccountShare } from '../../../src/server/accounts/account-share.js'
import { headOf, MAX_LAG } from '../../support/heads.js'

describe('a node that was away', () => {
  /** Two nodes that grow by a block a second; then one is away while the other goes on. */
  const awayFor = (seconds: number) => {
    const made = headOf(['stayed', 'away'])
    const { clock, say, head, nodes } = made
    let block = 1_000
    const grow = (names: readonly string[]) => {
      clock.nowMs += 1_000
      block += 1
      for (const name of names) say(name, block)
    }
    for (let second = 0; second < 10; second++) grow(['stayed', 'away'])
    head.withdraw(nodes.away!)
    for (let second = 0; second < seconds; second++) grow(['stayed'])
    return { ...made, grow: () => grow(['stayed']), block: () => block }
  }

  test.each([0, 990, 1_010])('and returns at block %i is behind and lowers no head until it has caught up', (back) => {
    const { say, known, behind, grow, block } = awayFor(60)
    for (let second = 0; second < 60; second++) {
      say('away', back)
      expect([known(), behind()]).toEqual([BigInt(block()), ['away']])
      grow()
    }
    for (let number = back; number < block(); number += 1) {
      say('away', number)
      expect([known(), behind()]).toEqual([BigInt(block()), number < block() - MAX_LAG ? ['away'] : []])
    }
    say('away', block())
    // From now on it has a say again.
    say('stayed', 5_000)
    expect([known(), behind()]).toEqual([BigInt(block()), []])
  })

  test('and returns within the lag that is allowed has a say after as long as it was away, or a minute', () => {
    for (const [seconds, counts] of [
      [3, 3],
      [20, 20],
      [300, 60],
    ] as const) {
      const { say, known, behind, grow, block } = awayFor(seconds)
      for (let second = 0; second <= counts; second++) {
        say('away', block() - MAX_LAG)
        expect([known(), behind()]).toEqual([BigInt(block()), []])
        grow()
      }
      say('away', block() - MAX_LAG)
      expect(known()).toBe(BigInt(block() - MAX_LAG))
    }
  })

  test('is not asked for the newest block while it is late, and is as soon as it is not', async () => {
    const { answers, head, nodes, say, block } = awayFor(60)
    answers.set('stayed', block())
    answers.set('away', 0)
    expect(await head.latest(new AccountShare())).toBe(BigInt(block()))
    say('away', 0)
    expect(await head.latest(new AccountShare())).toBe(BigInt(block()))
    head.withdraw(nodes.stayed!)
    answers.delete('stayed')
    expect(await head.latest(new AccountShare())).toBe(0n)
  })

  test('is late, too, if the chain began to grow only when it went away', () => {
    const { say, head, nodes, known, behind, clock } = headOf(['stayed', 'away'])
    for (const name of ['stayed', 'away']) say(name, 1_000)
    head.withdraw(nodes.away!)
    clock.nowMs += 10_000
    say('stayed', 1_020)
    say('away', 1_000)
    expect([known(), behind()]).toEqual([1_020n, ['away']])
  })

  test('counts when the other one is gone', () => {
    const { say, head, nodes, known, behind } = awayFor(60)
    say('away', 1_000)
    head.withdraw(nodes.stayed!)
    say('away', 1_000)
    expect([known(), behind()]).toEqual([1_000n, []])
  })

  test('counts again after a minute, or as long as it was away: the other one may creep ahead', () => {
    for (const seconds of [10, 120]) {
      const { say, known, clock, block } = awayFor(seconds)
      const returnedMs = clock.nowMs
      let countedMs: number | undefined
      for (let second = 0; second < 200; second++) {
        say('away', block() - 10 + second)
        say('stayed', block() + 2 * second)
        if (known() === BigInt(block() - 10 + second)) countedMs ??= clock.nowMs - returnedMs
        clock.nowMs += 1_000
      }
      expect(countedMs).toBe(Math.max(60, seconds) * 1_000 + 1_000)
    }
  })

  test('counts at once if the other one claims in its absence what the chain cannot have made', () => {
    const { say, known, behind, clock, head, nodes } = awayFor(60)
    say('stayed', 9_000)
    for (let second = 0; second < 10; second++) {
      say('away', 1_070 + second)
      expect([known(), behind()]).toEqual([1_070n + BigInt(second), []])
      clock.nowMs += 1_000
    }
    // Nor does it help a liar that the node was away twice, or that it lies after its return.
    head.withdraw(nodes.away!)
    say('away', 1_080)
    expect([known(), behind()]).toEqual([1_080n, []])
    const later = awayFor(60)
    later.say('away', 1_010)
    later.say('stayed', 9_000)
    later.say('away', 1_011)
    expect([later.known(), later.behind()]).toEqual([1_011n, []])
  })
})

describe('a node that stands still at the head of a chain that was rolled back', () => {
  /**
   * Two of three nodes return at block 500 after two minutes, and grow by a block a second, while
   * the third one repeats block 1,000. `times`: of the first blocks of each.
   */
  const rolledBack = (seconds: number, times?: { readonly late: number; readonly stuck: number }) => {
    const made = headOf(['a', 'b', 'stuck'])
    const { clock, say, head, nodes } = made
    for (const name of ['a', 'b', 'stuck']) say(name, 1_000, false, times?.stuck)
    for (const name of ['a', 'b']) head.withdraw(nodes[name]!)
    const wait = () => {
      clock.nowMs += 1_000
      say('stuck', 1_000, false, times?.stuck)
    }
    for (let second = 0; second < 120; second++) wait()
    for (let second = 0; second < seconds; second++) {
      for (const name of ['a', 'b']) say(name, 500 + second, false, times && times.late + second * 1_000)
      wait()
    }
    return made
  }

  test('does not outvote a majority that grows on another branch, whether block times are known or not', () => {
    for (const times of [undefined, { stuck: 1_000_000, late: 1_120_000 }]) {
      const { known, behind } = rolledBack(5, times)
      expect([known(), behind()]).toEqual([504n, []])
    }
  })

  test('is the head while the others, though they are the majority, only make up for what they lack', () => {
    const { known, behind } = rolledBack(40, { stuck: 1_000_000, late: 500_000 })
    expect([known(), behind()]).toEqual([1_000n, ['a', 'b']])
  })
})
