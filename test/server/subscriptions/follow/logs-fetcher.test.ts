import type { NodeAsker } from '../../../../src/server/subscriptions/follow/follow-nodes.js'
import { LogsFetcher } from '../../../../src/server/subscriptions/follow/logs-fetcher.js'
import { hashOfHeader } from '../../../../src/server/upstreams/header-hash.js'
import { type CoveredReceipt, receiptsRootOf } from '../../../../src/server/upstreams/receipts-root.js'
import type { Upstream } from '../../../../src/server/upstreams/upstream.js'
import { BlockTree } from '../../../support/block-tree.js'
import { anOwner } from '../../../support/event-streams.js'
import { NO_EVENTS } from '../../../support/follow-run.js'
import { quietUpstream } from '../../../support/upstream.js'

const block = {
  hash: `0x${'ab'.repeat(32)}`,
  logsBloom: `0x${'00'.repeat(256)}`,
  receiptsRoot: undefined,
  header: '{}',
}

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

test.each([
  ['come by its receipts', 2, 'query returned more than 10000 results'],
  ['come by the receipts of erigon', 2, 'query returns too many logs, narrow your filter: 20000'],
  ['do not come by receipts that lack one', 1, 'query returned more than 10000 results'],
])('logs of a block that are too many for a provider %s', async (_, given, message) => {
  const { hash, logs, json } = new BlockTree(() => 0).add(undefined, 2)
  const { logsBloom } = JSON.parse(json) as { readonly logsBloom: string }
  const receiptWith = (count: number) => ({
    type: '0x2',
    status: '0x1',
    cumulativeGasUsed: '0x1',
    logsBloom,
    logs: logs.slice(0, count),
  })
  const { status: outcome, ...covered } = receiptWith(2)
  const receiptsRoot = await receiptsRootOf([{ ...covered, outcome } as unknown as CoveredReceipt])
  const asker: Partial<NodeAsker> = {
    usable: () => [quietUpstream({ nowMs: 0 }, 'a')],
    ask: async (_upstream, method) =>
      method === 'eth_getLogs'
        ? { kind: 'node-error', code: -32005, message }
        : { kind: 'result', bytes: Buffer.from(JSON.stringify([receiptWith(given)])) },
  }
  const fetcher = new LogsFetcher(asker as NodeAsker, NO_EVENTS)
  const [found] = await fetcher.fetchAll([{ hash }], () => ({ hash, logsBloom, receiptsRoot, header: json }))
  expect(found?.length).toBe(given === 2 ? 2 : undefined)
})

/** A header whose bloom denies all logs, and the hash of its members. */
const aHeader = async () => {
  const words = ['parentHash', 'sha3Uncles', 'stateRoot', 'transactionsRoot', 'receiptsRoot', 'mixHash']
  const numbers = ['difficulty', 'number', 'gasLimit', 'gasUsed', 'timestamp']
  const members = {
    ...Object.fromEntries(words.map((name) => [name, `0x${'12'.repeat(32)}`])),
    ...Object.fromEntries(numbers.map((name) => [name, '0x1'])),
    miner: `0x${'34'.repeat(20)}`,
    extraData: '0x',
    nonce: `0x${'00'.repeat(8)}`,
    logsBloom: block.logsBloom,
  }
  return { members, hash: (await hashOfHeader(members))! }
}

describe('right logs that a header denies', () => {
  const ZEROS = block.logsBloom
  const OTHER = `0x${'ff'.repeat(256)}`
  const OWN_HASH = true

  test.each([
    ['are believed, if its members have its hash, without another look', OWN_HASH, [OTHER, OTHER], 0, true],
    ['are believed, if two nodes show its bloom', !OWN_HASH, [OTHER, ZEROS, ZEROS], 3, true],
    ['are not, if one node of two shows it', !OWN_HASH, [ZEROS, OTHER], 2, false],
    ['are not, if one node of three shows it', !OWN_HASH, [OTHER, ZEROS, OTHER], 3, false],
    ['are believed, if the only node shows it again', !OWN_HASH, [ZEROS], 1, true],
    ['are not, if the only node shows another one now', !OWN_HASH, [OTHER], 1, false],
  ])('%s', async (_, hasOwnHash, blooms, looks, areBelieved) => {
    const { members, hash: ownHash } = await aHeader()
    const hash = hasOwnHash ? ownHash : block.hash
    const log = { address: `0x${'56'.repeat(20)}`, topics: [], data: '0x', logIndex: '0x0', blockHash: hash }
    const receipt = { type: '0x2', status: '0x1', cumulativeGasUsed: '0x1', logsBloom: OTHER, logs: [log] }
    const shownBy = new Map<Upstream, string>(blooms.map((bloom) => [quietUpstream({ nowMs: 0 }, 'a'), bloom]))
    const asked: string[] = []
    let ignored = 0
    const asker: Partial<NodeAsker> = {
      usable: () => [...shownBy.keys()],
      ask: async (upstream, method) => {
        asked.push(method)
        const logsBloom = shownBy.get(upstream)!
        const results: Record<string, unknown> = {
          eth_getLogs: [log],
          eth_getBlockReceipts: [receipt],
          eth_getBlockByHash: { ...members, hash, logsBloom },
        }
        return { kind: 'result', bytes: Buffer.from(JSON.stringify(results[method])) }
      },
    }
    const logs = new LogsFetcher(asker as NodeAsker, { ...NO_EVENTS, bloomsIgnored: () => void ignored++ })
    const header = JSON.stringify(members)
    const [found] = await logs.fetchAll([block], () => ({ ...block, hash, header }))
    expect(asked.filter((method) => method === 'eth_getBlockByHash').length).toBe(looks)
    expect([found?.length, ignored]).toEqual(areBelieved ? [1, 1] : [undefined, 0])
  })
})
