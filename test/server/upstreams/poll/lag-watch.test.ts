import { LagWatch } from '../../../../src/server/upstreams/poll/lag-watch.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'

/** A watch over one upstream at block 90, where the network is at 100. */
const watchOne = () => {
  const state = {
    isBehind: true,
    isLate: true,
    head: 90n as bigint | undefined,
    headAskedMs: 0 as number | undefined,
  }
  const upstream = {
    health: {
      get head() {
        return state.head
      },
      get headAskedMs() {
        return state.headAskedMs
      },
    },
  } as unknown as Upstream
  const head = { known: { number: 100n, timestampMs: undefined, learnedAtMs: 0 }, maxLag: 5n }
  const watch = new LagWatch({ ...head, isBehind: () => state.isBehind, isLate: () => state.isLate })
  const poll = () => {
    watch.polled(upstream)
    return watch.isBehind(upstream)
  }
  return {
    state,
    poll,
    look: () => watch.isBehind(upstream),
    returned: (number: bigint) => watch.returned(upstream, number),
  }
}

test('an upstream stays behind for three of its polls that do not confirm it, however often and late it is looked at', () => {
  const { state, poll, look } = watchOne()
  expect(poll()).toBe(true)
  state.isBehind = false
  for (let looks = 0; looks < 100; looks++) expect(look()).toBe(true)
  expect([poll(), poll(), poll(), poll()]).toEqual([true, true, true, false])
})

test('a confirmation counts anew, and one that has caught up is behind no more', () => {
  const { state, poll } = watchOne()
  poll()
  state.isBehind = false
  expect([poll(), poll(), poll()]).toEqual([true, true, true])
  state.isBehind = true
  poll()
  state.isBehind = false
  expect(poll()).toBe(true)
  state.head = 95n
  expect(poll()).toBe(false)
})

test('an upstream that returns late is behind before its poll is over, and as long as one that no poll confirms', () => {
  const { state, poll, look, returned } = watchOne()
  Object.assign(state, { isBehind: false, head: undefined })
  expect([returned(94n), look()]).toEqual([true, true])
  expect([poll(), poll(), poll(), poll()]).toEqual([true, true, true, false])
  expect([returned(95n), look()]).toEqual([false, false])
  state.isLate = false
  expect([returned(94n), look()]).toEqual([false, false])
})

test('an upstream that was down when the gateway started may be late, too, though nobody knows how long it was away', () => {
  const { state, poll, look, returned } = watchOne()
  Object.assign(state, { isBehind: false, isLate: false, head: undefined, headAskedMs: undefined })
  expect([returned(95n), look()]).toEqual([false, false])
  expect([returned(94n), look()]).toEqual([true, true])
  expect([poll(), poll(), poll(), poll()]).toEqual([true, true, true, false])
})
