import { jest } from '@jest/globals'
import { NodeAsker, saysNoBlock } from '../../../../src/server/subscriptions/follow/follow-nodes.js'
import type { AskedBytes } from '../../../../src/server/upstreams/poll/asked.js'
import { Pool } from '../../../../src/server/upstreams/pool.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { BlockTree } from '../../../support/block-tree.js'
import { anOwner } from '../../../support/event-streams.js'
import { TreeNodes } from '../../../support/tree-nodes.js'
import { quietUpstream } from '../../../support/upstream.js'
import { VirtualTime } from '../../../support/virtual-time.js'

test('a node that answers null does not have the block', () => {
  expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('null') })).toBe(true)
  expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('[]') })).toBe(false)
})

test('the logs of a block, which may be megabytes, are not decoded to see that they are there', () => {
  const decoding = jest.spyOn(Buffer.prototype, 'toString')
  try {
    expect(saysNoBlock({ kind: 'result', bytes: Buffer.from('[{"address":"0x"}]') })).toBe(false)
    expect(decoding).not.toHaveBeenCalled()
  } finally {
    decoding.mockRestore()
  }
})

test('questions that fail for one account do not take the node away from others; own ones do', async () => {
  const upstream = quietUpstream({ nowMs: 0 }, 'a')
  const pool = new Pool([upstream], () => 0)
  const { head } = new TreeNodes(new BlockTree(Math.random), new VirtualTime(), () => 0, 1, true).followed
  const bounds: unknown[] = []
  const asker = new NodeAsker(
    { pool, head, hints: undefined },
    async (...question) => {
      bounds.push(question[4]?.share)
      return { kind: 'silent', reason: 'timed_out' }
    },
    () => 0,
  )
  const owner = anOwner()
  for (let failure = 0; failure < 3; failure++) await asker.ask(upstream, 'eth_getBlockByHash', [], { owner })
  // Without a share they go ahead of the owner's calls.
  expect([upstream.health.isUsable, bounds]).toEqual([true, [undefined, undefined, undefined]])
  await asker.ask(upstream, 'eth_blockNumber', [])
  expect(upstream.health.isUsable).toBe(false)
})

test('a node that no poll looks at is tried again after it failed, while no other can be asked', async () => {
  const clock = { nowMs: 0 }
  const a = quietUpstream(clock, 'a', { isPolled: false })
  const b = quietUpstream(clock, 'b', { isPolled: false })
  const pool = new Pool([a, b], () => clock.nowMs)
  const { head } = new TreeNodes(new BlockTree(Math.random), new VirtualTime(), () => 0, 1, true).followed
  let answer: AskedBytes = { kind: 'silent', reason: 'ECONNREFUSED' }
  let behind: Upstream | undefined
  const asker = new NodeAsker(
    {
      pool,
      head: { ...head, isBehind: (node) => node === behind, standsAloneAbove: () => undefined },
      hints: undefined,
    },
    async () => answer,
    () => clock.nowMs,
  )
  const fail = async (upstream: Upstream) => {
    for (let failure = 0; failure < 3; failure++) await asker.ask(upstream, 'eth_blockNumber', [])
  }
  const names = () => asker.usable().map(({ name }) => name)
  expect(asker.choose()).toBe(a)
  await fail(a)
  expect(names()).toEqual(['b'])
  clock.nowMs += 2_000
  expect([names(), asker.choose()?.name]).toEqual([['b'], 'b'])
  // As the source it is wanted while the other one cannot be followed.
  behind = b
  expect([names(), asker.choose()?.name]).toEqual([['b'], 'a'])
  behind = undefined
  expect(asker.choose()).toBe(b)
  await fail(b)
  expect([names(), asker.choose()?.name]).toEqual([['a'], 'a'])
  clock.nowMs += 2_000
  answer = { kind: 'result', bytes: Buffer.from('"0x1"') }
  await asker.ask(b, 'eth_blockNumber', [])
  expect([b.health.isUsable, names()]).toEqual([true, ['b']])
})
