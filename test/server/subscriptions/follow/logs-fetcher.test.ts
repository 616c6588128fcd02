import type { NodeAsker } from '../../../../src/server/subscriptions/follow/follow-nodes.js'
import { LogsFetcher } from '../../../../src/server/subscriptions/follow/logs-fetcher.js'
import { anOwner } from '../../../support/event-streams.js'
import { NO_EVENTS } from '../../../support/follow-run.js'
import { quietUpstream } from '../../../support/upstream.js'

const block = { hash: `0x${'ab'.repeat(32)}`, logsBloom: `0x${'00'.repeat(256)}`, receiptsRoot: undefined }

test('logs that are fetched for one account hold up neither another account nor the gateway', async () => {
  const asked: string[] = []
  const asker: Partial<NodeAsker> = {
    usable: () => [quietUpstream({ nowMs: 0 }, 'a')],
    hasRoom: () => true,
    ask: (_upstream, _method, _params, { owner } = {}) => {
      asked.push(owner?.id ?? 'the gateway')
      if (owner?.id === 'slow') return new Promise(() => {})
      return Promise.resolve({ kind: 'result', bytes: Buffer.from('[]') })
    },
  }
  const logs = new LogsFetcher(asker as NodeAsker, NO_EVENTS)
  const fetch = (owner?: string) =>
    logs.fetchAll([block], () => block, owner === undefined ? undefined : anOwner(owner))
  void fetch('slow')
  void fetch('slow')
  expect(asked).toEqual(['slow'])
  expect(await fetch('other')).toEqual([[]])
  logs.forget(block.hash)
  expect(await fetch()).toEqual([[]])
  expect(asked).toEqual(['slow', 'other', 'the gateway'])
})

test('logs that two accounts fetch at the same time take up the memory of one', async () => {
  const log = { address: `0x${'1'.repeat(40)}`, topics: [], data: `0x${'00'.repeat(1_000_000)}`, logIndex: '0x0' }
  let asked = 0
  const asker: Partial<NodeAsker> = {
    usable: () => [quietUpstream({ nowMs: 0 }, 'a')],
    hasRoom: () => true,
    ask: async (_upstream, _method, [filter]) => {
      asked++
      const { blockHash } = filter as { readonly blockHash: string }
      return { kind: 'result', bytes: Buffer.from(JSON.stringify([{ ...log, blockHash }])) }
    },
  }
  const logs = new LogsFetcher(asker as NodeAsker, NO_EVENTS)
  logs.verifyBy('off')
  const blocks = Array.from({ length: 9 }, (_, at) => ({ ...block, hash: `0x${String(at).repeat(64)}` }))
  const fetch = (owner: string) => logs.fetchAll(blocks, (one) => one, anOwner(owner))
  await Promise.all([fetch('one'), fetch('other')])
  expect(asked).toBe(18)
  // 18 MB of 32 MiB.
  expect((await fetch('third')).map((found) => found?.length)).toEqual(blocks.map(() => 1))
  expect(asked).toBe(18)
})
