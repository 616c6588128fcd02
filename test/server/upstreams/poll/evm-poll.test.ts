import { steadyClock } from '../../../../src/runtime/system-ports.js'
import { Head } from '../../../../src/server/networks/head.js'
import type { AskUpstream } from '../../../../src/server/upstreams/poll/asked.js'
import { type BlockSeen, EvmPoll } from '../../../../src/server/upstreams/poll/evm-poll.js'
import { quietUpstream } from '../../../support/upstream.js'

const HASH = `0x${'11'.repeat(32)}`

/**
 * A poll of one node that is looked at every second; `finalAsked` counts how often it was asked
 * what is final.
 */
const aPoll = () => {
  const state = { nowMs: 1_000_000, finalAsked: 0, isResting: false, block: { hash: HASH } as object }
  const seen: BlockSeen[] = []
  const upstream = quietUpstream(state, 'node')
  const nowMs = () => state.nowMs
  const setting = { nowMs, maxLag: 5, reach: 2, blockTimeMs: undefined }
  const head = new Head(
    async () => undefined,
    async () => {},
    [upstream],
    setting,
  )
  const ask: AskUpstream = async (_upstream, method, [block]) => {
    if (block === 'finalized') state.finalAsked++
    if (method === 'eth_blockNumber') return { kind: 'result', value: '0x10' }
    return { kind: 'result', value: { number: '0x10', ...state.block } }
  }
  const poll = new EvmPoll(
    head,
    ask,
    steadyClock(nowMs),
    (block) => void seen.push(block),
    () => state.isResting,
  )
  const look = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      await poll.readMore(upstream, '0x10')
      state.nowMs += 1_000
    }
  }
  return { state, look, poll, upstream, seen }
}

test('what is final is asked for as often after the clock was set back', async () => {
  const { state, look } = aPoll()
  await look(3)
  state.nowMs -= 3_600_000
  await look(30)
  expect(state.finalAsked).toBeGreaterThanOrEqual(10)
})

test('what is final is asked for every 3 seconds, every 15 while no call comes, and again as soon as one does', async () => {
  const { state, look } = aPoll()
  await look(30)
  expect(state.finalAsked).toBe(10)
  state.isResting = true
  await look(60)
  expect(state.finalAsked).toBe(14)
  await look(10)
  state.isResting = false
  const before = state.finalAsked
  await look(1)
  expect(state.finalAsked).toBe(before + 1)
})

test('a newer block that callers were told of while the node was asked stays its head until the next poll', async () => {
  const { look, poll, upstream } = aPoll()
  await look(1)
  await poll.first(upstream)
  upstream.health.raiseHead(17n)
  await poll.readMore(upstream, '0x10')
  expect(upstream.health.head).toBe(17n)
  await poll.first(upstream)
  await poll.readMore(upstream, '0x10')
  expect(upstream.health.head).toBe(16n)
})

test('of a block only hashes are kept, whatever length a node gives them', async () => {
  const { state, look, seen, upstream } = aPoll()
  const long = HASH + '1'.repeat(1_000_000)
  state.block = { hash: long }
  await look(1)
  expect([seen, upstream.health.finalized]).toEqual([[], undefined])
  const other = aPoll()
  other.state.block = { hash: HASH, parentHash: long, stateRoot: long }
  await other.look(1)
  expect(other.seen).toMatchObject([{ hash: HASH, parentHash: undefined, stateRoot: undefined }])
  expect(other.upstream.health.finalized).toBe(16n)
})
