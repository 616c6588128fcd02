import { EvmFollower } from '../../../../src/server/subscriptions/follow/follower.js'
import { readReceipts } from '../../../../src/server/subscriptions/follow/receipts.js'
import type { FollowStep } from '../../../../src/server/subscriptions/followed-block.js'
import type { AskBytes } from '../../../../src/server/upstreams/poll/asked.js'
import { startAnvil } from '../../../../src/tools/demo/anvil.js'
import { callNode } from '../../../../src/tools/demo/call-node.js'
import { deployEmitter, type Emitter } from '../../../support/emitter.js'
import { expectSoon } from '../../../support/expect-soon.js'
import { NO_EVENTS } from '../../../support/follow-run.js'
import { seededRandom } from '../../../support/seeded-random.js'
import { started } from '../../../support/started.js'
import { quietUpstream } from '../../../support/upstream.js'

const REORGANIZATIONS = 27
/** A busy machine may halt the node for seconds while this process runs. */
const LIMIT_MS = 10_000

interface Block {
  readonly hash: string
  readonly number: string
  readonly receiptsRoot: string
}

let emitter: Emitter
const asked: string[] = []
const followers: EvmFollower[] = []
const ask: AskBytes = async (_upstream, method, params) => {
  asked.push(method)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(anvil.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (error !== undefined) return { kind: 'node-error', ...error }
  return { kind: 'result', bytes: Buffer.from(JSON.stringify(result)) }
}
const blockAt = (number: string) => callNode(anvil.url, 'eth_getBlockByNumber', [number, false]) as Promise<Block>

const anvil = started(() => startAnvil({ args: ['--order', 'fifo'] }))
beforeAll(async () => {
  emitter = await deployEmitter(anvil.url)
})
afterEach(() => {
  for (const follower of followers.splice(0)) follower.close()
})

/** A follower of the anvil, with one listener that keeps the chain as the steps tell it. */
const follow = async (verifyLogs: 'bloom' | 'receipts') => {
  const upstream = quietUpstream({ nowMs: Date.now() }, 'anvil')
  const deps = {
    nodes: {
      pool: { upstreams: [upstream], checkChain: () => true as const, spend: () => {}, waitMs: () => 0 },
      head: {
        known: undefined,
        isBehind: () => false,
        standsAloneAbove: () => undefined,
        judge: () => 'plausible' as const,
        served: () => {},
        finalized: undefined,
        blockTimeMs: undefined,
      },
      hints: undefined,
    },
    ask,
    nowMs: Date.now,
    startTimer: (act: () => void, waitMs: number) => {
      const timer = setTimeout(act, waitMs)
      return () => clearTimeout(timer)
    },
    events: NO_EVENTS,
  }
  const follower = new EvmFollower({ pollMs: 20, verifyLogs }, deps)
  followers.push(follower)
  const chain: string[] = []
  const logs = new Map<string, number>()
  const seen = { removed: 0, isUnmatched: false }
  const listener = {
    wantsLogs: true,
    step: ({ removed, added }: FollowStep) => {
      for (const block of removed) {
        seen.removed++
        if (chain.pop() !== block.hash) seen.isUnmatched = true
        for (const { text } of block.logs!) logs.set(text, (logs.get(text) ?? 0) - 1)
      }
      for (const block of added) {
        if (chain.at(-1) !== block.parentHash) seen.isUnmatched = true
        chain.push(block.hash)
        for (const { text } of block.logs!) logs.set(text, (logs.get(text) ?? 0) + 1)
      }
    },
    ended: () => {
      seen.isUnmatched = true
    },
  }
  const start = await follower.join(listener)
  chain.push(start!.hash)
  const logsNow = () => [...logs].filter(([, count]) => count !== 0)
  return { start: start!, chain, seen, logsNow }
}

test('follows 27 reorganizations of a real node without a log too many or too few', async () => {
  const random = seededRandom(5)
  const { start, chain, seen, logsNow } = await follow('bloom')
  for (let count = 0; count < REORGANIZATIONS; count++) {
    for (let block = 0; block < 4; block++) await emitter.emitTicks(1 + Math.floor(random() * 3))
    const { number } = await blockAt('latest')
    await expectSoon(() => chain.at(-1), (await blockAt(number)).hash, LIMIT_MS)
    const depth = 1 + Math.floor(random() * 4)
    await callNode(anvil.url, 'anvil_reorg', [depth, []])
  }
  await callNode(anvil.url, 'anvil_mine', ['0x2'])
  const { hash } = await blockAt('latest')
  await expectSoon(() => chain.at(-1), hash, LIMIT_MS)
  const fromBlock = `0x${(start.number + 1n).toString(16)}`
  const real = (await callNode(anvil.url, 'eth_getLogs', [{ fromBlock, toBlock: 'latest' }])) as object[]
  expect(logsNow()).toEqual(real.map((log) => [JSON.stringify(log), 1]))
  expect(seen.isUnmatched).toBe(false)
  expect(seen.removed).toBeGreaterThanOrEqual(REORGANIZATIONS)
}, 120_000)

test('takes blocks back after a rollback without a new block', async () => {
  const { chain, logsNow } = await follow('bloom')
  await emitter.emitTicks(2)
  await emitter.emitTicks(1)
  await expectSoon(() => [chain.length, logsNow().length], [3, 3], LIMIT_MS)
  await callNode(anvil.url, 'anvil_rollback', [2])
  await expectSoon(() => [chain.length, logsNow().length], [1, 0], LIMIT_MS)
}, 60_000)

test('proves receipts of every type against the root, and refuses one that lacks a log', async () => {
  const [from] = (await callNode(anvil.url, 'eth_accounts')) as string[]
  const tick = await tickData()
  await callNode(anvil.url, 'evm_setAutomine', [false])
  const call = { from, to: emitter.contractAddress, gas: '0x30d40' }
  for (const more of [
    { gasPrice: '0x77359400' },
    { gasPrice: '0x77359400', accessList: [] },
    { maxFeePerGas: '0x77359400' },
  ])
    for (const data of [tick, '0x']) await callNode(anvil.url, 'eth_sendTransaction', [{ ...call, ...more, data }])
  await callNode(anvil.url, 'anvil_mine', ['0x1'])
  await callNode(anvil.url, 'evm_setAutomine', [true])
  const { hash, receiptsRoot } = await blockAt('latest')
  const receipts = (await callNode(anvil.url, 'eth_getBlockReceipts', [hash])) as { type: string; logs: object[] }[]
  expect(receipts.map(({ type }) => type).sort()).toEqual(['0x0', '0x0', '0x1', '0x1', '0x2', '0x2'])
  const read = (value: unknown) => readReceipts(Buffer.from(JSON.stringify(value)), hash, receiptsRoot)
  expect(await read(receipts)).toMatchObject({ logs: { length: 3 } })
  const last = receipts.findLastIndex(({ logs }) => logs.length > 0)
  expect(await read(receipts.map((one, at) => (at === last ? { ...one, logs: [] } : one)))).toBe('other_root')
  expect(await read([])).toBe('other_root')
}, 60_000)

test('follows by receipts alone where the network says so', async () => {
  const { logsNow } = await follow('receipts')
  asked.length = 0
  await emitter.emitTicks(2)
  await expectSoon(() => logsNow().length, 2, LIMIT_MS)
  expect([asked.includes('eth_getBlockReceipts'), asked.includes('eth_getLogs')]).toEqual([true, false])
}, 60_000)

/** The data of a call that emits one log. */
const tickData = async (): Promise<string> => {
  await emitter.emitTicks(1)
  const { transactions } = (await blockAt('latest')) as Block & { readonly transactions: readonly string[] }
  const sent = (await callNode(anvil.url, 'eth_getTransactionByHash', [transactions[0]])) as { readonly input: string }
  return sent.input
}
