import { stat } from 'node:fs/promises'
import { AccountShare } from '../../../../src/server/accounts/account-share.js'
import { Head } from '../../../../src/server/networks/head.js'
import { CallRate } from '../../../../src/server/upstreams/call-rate.js'
import { askHeads } from '../../../../src/server/upstreams/poll/ask-heads.js'
import type { AskUpstream } from '../../../../src/server/upstreams/poll/asked.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import { quietUpstream } from '../../../support/upstream.js'

/** Longer than the grace of the nodes that have not answered yet. */
const STALL_MS = 400

const stall = (): void => {
  const endMs = performance.now() + STALL_MS
  while (performance.now() < endMs);
}

test('an answer that came while the process stood still counts, though the grace for it is over', async () => {
  const clock = { nowMs: 0 }
  const upstreams = ['liar', 'honest', 'silent'].map((name) => quietUpstream(clock, name))
  const pool = new Pool(upstreams, () => clock.nowMs)
  const ask: AskUpstream = async ({ name }) => {
    if (name === 'silent') await new Promise(() => {})
    // Waits for a thread, whose answer is read like that of a socket.
    if (name === 'honest') await stat('.')
    return { kind: 'result', value: name === 'liar' ? '0x9' : '0x1' }
  }
  const claims: [string, bigint][] = []
  const askAll = askHeads(pool, ask, () => clock.nowMs)
  const asked = askAll(new Set([new AccountShare()]), (node, number) => {
    claims.push([(node as { name: string }).name, number])
  })
  // The liar has answered by then, and the grace began.
  await new Promise((resolve) => process.nextTick(resolve))
  stall()
  await asked
  expect(claims).toEqual([
    ['liar', 9n],
    ['honest', 1n],
  ])
})

describe('the head of a network whose provider has a limit', () => {
  const limitedHead = (callsPerSecond: number) => {
    const clock = { nowMs: 1_000_000 }
    const nowMs = () => clock.nowMs
    const upstream = quietUpstream(clock, 'limited', { rate: new CallRate(callsPerSecond) })
    const pool = new Pool([upstream], nowMs)
    const answers: ((number: string) => void)[] = []
    const ask: AskUpstream = async () => ({
      kind: 'result',
      value: await new Promise((resolve) => answers.push(resolve)),
    })
    const options = { nowMs, maxLag: 5, reach: 2, blockTimeMs: undefined }
    const head = new Head(async () => undefined, askHeads(pool, ask, nowMs), [upstream], options)
    const hasRoom = (account: AccountShare) => pool.waitMs(upstream, account) === 0
    const useUp = (account: AccountShare) => {
      while (hasRoom(account)) pool.spend(upstream, account)
    }
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    return { clock, upstream, pool, answers, head, hasRoom, useUp, turn }
  }

  test('is asked for in the name of the calls that need it, so that one account leaves room for others', async () => {
    const { clock, upstream, pool, answers, head, hasRoom, turn } = limitedHead(25)
    const [greedy, other] = [new AccountShare(), new AccountShare()]
    let [questions, taken] = [0, 0]
    for (let step = 0; step < 500; step++) {
      clock.nowMs += 20
      const latest = head.latest(greedy)
      for (const answer of answers.splice(0)) {
        questions++
        answer('0x1')
      }
      await latest
      await turn()
      if (step % 12 !== 0 || !hasRoom(other)) continue
      pool.spend(upstream, other)
      taken++
    }
    expect(taken).toBe(42)
    // It may use what the other leaves.
    expect(questions).toBeGreaterThan(150)
  })

  test.each([
    [2, false],
    [8, true],
  ])('leaves its caller room for the call itself, with %d calls a second', async (callsPerSecond, isBusy) => {
    const { upstream, answers, head, hasRoom, useUp } = limitedHead(callsPerSecond)
    const [greedy, other] = [new AccountShare(), new AccountShare()]
    if (isBusy) useUp(greedy)
    head.claim(upstream, 7n)
    const latest = head.latest(other)
    answers.shift()?.('0x8')
    await latest
    expect(hasRoom(other)).toBe(true)
  })

  test('is what the last poll said for an account without room', async () => {
    const { upstream, answers, head, useUp } = limitedHead(25)
    const greedy = new AccountShare()
    useUp(greedy)
    head.claim(upstream, 7n)
    const latest = head.latest(greedy)
    expect(answers).toEqual([])
    expect(await latest).toBe(7n)
  })

  test('is asked for if any of the accounts that wait for it has room', async () => {
    const { upstream, answers, head, useUp, turn } = limitedHead(25)
    const [first, greedy, other] = [new AccountShare(), new AccountShare(), new AccountShare()]
    head.claim(upstream, 7n)
    const underWay = head.latest(first)
    await turn()
    useUp(greedy)
    const both = [head.latest(greedy), head.latest(other)]
    answers.shift()!('0x8')
    expect(await underWay).toBe(8n)
    await turn()
    answers.shift()!('0x9')
    expect(await Promise.all(both)).toEqual([9n, 9n])
  })
})
