import { setImmediate as turnEnd } from 'node:timers/promises'
import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import { MemoryAnswers } from '../../../../src/server/answers/memory-answers.js'
import { cache } from '../../../../src/server/pipeline/stages/cache.js'
import { fail, type Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, aResult, textOf } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const AT_10 = [ADDRESS, '0x0', '0xa']
const RECEIPT = {
  blockHash: HASH,
  blockNumber: '0xa',
  contractAddress: null,
  cumulativeGasUsed: '0x1',
  effectiveGasPrice: '0x1',
  from: ADDRESS,
  gasUsed: '0x1',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
  status: '0x1',
  to: ADDRESS,
  transactionHash: HASH,
  transactionIndex: '0x0',
  type: '0x0',
}

/**
 * The stage in front of a node that answers `answer`, on a network whose block 10 is final for
 * everybody unless the test says otherwise.
 */
const stageWith = (method: MethodName, answer: () => Reply | Promise<Reply>, finalized = 10n) => {
  const state = { asked: 0, hits: 0, misses: 0, finalized }
  const shelf = new MemoryAnswers(1 << 23, 1 << 16).methodAnswers()
  const head = {
    get finalized() {
      return state.finalized
    },
  }
  const counts = { onHit: () => void state.hits++, onMiss: () => void state.misses++ }
  const stage = cache({ row: methods[method], methodAnswers: shelf, head, ...counts }, async () => {
    state.asked++
    return answer()
  })
  const ask = (params: readonly unknown[], account = 'account-1') => stage(aCall({ method, params, account }))
  return { state, shelf, ask }
}
const fromNode =
  (text: string, more: object = {}) =>
  () =>
    aResult(text, { finalized: 10n, upstream: 'node-1', ...more })

test('a final answer is asked once, and every caller gets a reply of its own with the same bytes', async () => {
  const { state, ask } = stageWith('eth_getStorageAt', fromNode('"0x2a"'))
  const replies = [await ask(AT_10), await ask(AT_10), await ask(AT_10)]
  expect(replies.map(textOf)).toEqual(['"0x2a"', '"0x2a"', '"0x2a"'])
  expect(replies.map(({ servedBy }) => servedBy)).toEqual(['upstream', 'cache', 'cache'])
  expect(replies[2]).not.toBe(replies[1])
  expect(state).toMatchObject({ asked: 1, hits: 2, misses: 1 })
})

test.each<[string, MethodName, readonly unknown[], () => Reply, bigint?]>([
  ['of a block one above the final one', 'eth_getStorageAt', [ADDRESS, '0x0', '0xb'], fromNode('"0x1"')],
  [
    'of a block that is final for the network, but was not for the node',
    'eth_getStorageAt',
    AT_10,
    fromNode('"0x1"', { finalized: 9n }),
  ],
  ['of a block that is final for the node, but not for the network', 'eth_getStorageAt', AT_10, fromNode('"0x1"'), 9n],
  ['of a node whose finality is not known', 'eth_getStorageAt', AT_10, fromNode('"0x1"', { finalized: undefined })],
  ['of latest', 'eth_getStorageAt', [ADDRESS, '0x0', 'latest'], fromNode('"0x1"')],
  ['of the partner', 'eth_getStorageAt', AT_10, fromNode('"0x1"', { servedBy: 'partner' })],
  ['that breaks the contract', 'eth_getStorageAt', AT_10, fromNode('"0xnonsense"')],
  ['that is no JSON', 'eth_getStorageAt', AT_10, fromNode('"0x')],
  [
    'that is larger than one may be',
    'eth_getLogs',
    [{ fromBlock: '0x0', toBlock: '0xa' }],
    fromNode(`[${' '.repeat(70_000)}]`),
  ],
  [
    'that is an error of the node',
    'eth_getStorageAt',
    AT_10,
    () => ({
      error: { code: -32000, message: '', data: undefined },
      bytes: Buffer.from('{}'),
      servedBy: 'upstream',
      finalized: 10n,
      costCredits: 0,
    }),
  ],
  ['that is a refusal', 'eth_getStorageAt', AT_10, () => fail('no-upstream')],
  ['of null for a receipt', 'eth_getTransactionReceipt', [HASH], fromNode('null')],
  [
    'of a receipt in a later block',
    'eth_getTransactionReceipt',
    [HASH],
    fromNode(JSON.stringify({ ...RECEIPT, blockNumber: '0xb' })),
  ],
  [
    'of a receipt that says another block first',
    'eth_getTransactionReceipt',
    [HASH],
    fromNode(JSON.stringify({ extra: { blockNumber: '0x1' }, ...RECEIPT, blockNumber: '0xb' })),
  ],
  [
    'of a receipt without a block',
    'eth_getTransactionReceipt',
    [HASH],
    fromNode(JSON.stringify({ ...RECEIPT, blockNumber: null })),
  ],
  [
    'of nothing for a block\u2019s hash, which a node may not know yet',
    'eth_getLogs',
    [{ blockHash: HASH }],
    fromNode('[]'),
  ],
])('an answer %s is asked for every time', async (_, method, params, answer, ...finalized) => {
  const { state, ask } = stageWith(method, answer, ...finalized)
  for (let round = 0; round < 3; round += 1) expect((await ask(params)).servedBy).not.toBe('cache')
  expect(state).toMatchObject({ asked: 3, hits: 0 })
})

test.each<[string, MethodName, readonly unknown[], string]>([
  ['a receipt in a final block', 'eth_getTransactionReceipt', [HASH], JSON.stringify(RECEIPT)],
  ['a receipt with white space', 'eth_getTransactionReceipt', [HASH], JSON.stringify(RECEIPT, null, 2)],
  ['storage by a block\u2019s hash', 'eth_getStorageAt', [ADDRESS, '0x0', HASH], '"0x1"'],
  ['no logs in a final range', 'eth_getLogs', [{ fromBlock: '0x0', toBlock: '0xa' }], '[]'],
  ['the chain id', 'eth_chainId', [], '"0x1"'],
])('%s is asked for once', async (_, method, params, text) => {
  const { state, ask } = stageWith(method, fromNode(text))
  await ask(params)
  expect(textOf(await ask(params))).toBe(text)
  expect(state).toMatchObject({ asked: 1, hits: 1 })
})

describe('a final answer that the contract does not foresee', () => {
  const ODD = JSON.stringify({ ...RECEIPT, status: 1 })
  const asks = async (answer: (ask: number) => Reply, count: number) => {
    let asked = 0
    const { state, ask } = stageWith('eth_getTransactionReceipt', () => answer(++asked))
    for (let call = 0; call < count; call++) await ask([HASH])
    return state
  }

  test('is kept at once where two upstreams were found to agree in it', async () => {
    const state = await asks(() => fromNode(ODD, { isGap: true })(), 6)
    expect(state).toMatchObject({ asked: 1, hits: 5 })
  })

  test('is kept once another upstream gave the same bytes, and never on one upstream\u2019s word', async () => {
    const from = (upstream: string, text = ODD) => fromNode(text, { upstream })()
    expect(await asks((ask) => from(`node-${ask}`), 6)).toMatchObject({ asked: 2, hits: 4 })
    expect(await asks(() => from('node-1'), 6)).toMatchObject({ asked: 6, hits: 0 })
    const differing = (ask: number) =>
      from(`node-${ask}`, ask % 2 === 0 ? ODD : JSON.stringify({ ...RECEIPT, status: 0 }))
    expect(await asks(differing, 6)).toMatchObject({ asked: 6, hits: 0 })
  })

  test('is not kept before it is final', async () => {
    const newer = JSON.stringify({ ...RECEIPT, blockNumber: '0xb', status: 1 })
    expect(await asks((ask) => fromNode(newer, { upstream: `node-${ask}`, isGap: true })(), 4)).toMatchObject({
      hits: 0,
    })
  })

  test('is kept like others when something is only missing', async () => {
    const { effectiveGasPrice: _, from: _from, ...missing } = RECEIPT
    expect(await asks(() => fromNode(JSON.stringify(missing))(), 6)).toMatchObject({ asked: 1, hits: 5 })
  })
})

test('an answer that is handed on while it arrives is not kept', async () => {
  const { state, ask } = stageWith('eth_getStorageAt', () => {
    const reply = aResult('"0x1"', { finalized: 10n })
    reply.result.rest = (async function* () {})()
    return reply
  })
  await ask(AT_10)
  await ask(AT_10)
  expect(state.asked).toBe(2)
})

test('what was asked before everything was dropped is not kept after', async () => {
  let answer = (_: Reply): void => {}
  const { state, shelf, ask } = stageWith('eth_getStorageAt', () => new Promise((resolve) => (answer = resolve)))
  const asked = ask(AT_10)
  shelf.clear()
  answer(fromNode('"0x1"')())
  await asked
  void ask(AT_10)
  expect(state).toMatchObject({ asked: 2, hits: 0 })
})

describe('answers that are asked for again for the first time', () => {
  /** Logs of some 60 KB. */
  const LONG = JSON.stringify(
    Array(60).fill({
      address: ADDRESS,
      topics: [HASH],
      data: `0x${'00'.repeat(300)}`,
      blockNumber: '0x1',
      transactionHash: HASH,
      transactionIndex: '0x0',
      blockHash: HASH,
      logIndex: '0x0',
      removed: false,
    }),
  )
  const ranges = Array.from({ length: 8 }, (_, at) => [{ fromBlock: `0x${at}`, toBlock: '0xa' }])

  test('are checked a few long ones in a turn, accounts in turn', async () => {
    const { state, ask } = stageWith('eth_getLogs', fromNode(LONG))
    for (const range of ranges) await ask(range)
    await turnEnd()
    const first = ranges.slice(0, 6).map((range) => ask(range))
    expect(state.hits).toBe(2)
    const answered: string[] = []
    const later = [
      ...first.map(async (reply) => void answered.push(`account-1 ${(await reply).servedBy}`)),
      ...ranges.slice(6).map(async (range) => {
        answered.push(`account-2 ${(await ask(range, 'account-2')).servedBy}`)
      }),
    ]
    for (const hits of [4, 6, 8]) {
      await turnEnd()
      expect(state.hits).toBe(hits)
    }
    await Promise.all(later)
    expect(answered).toEqual([1, 1, 1, 2, 1, 2, 1, 1].map((account) => `account-${account} cache`))
    expect(state).toMatchObject({ asked: 8, hits: 8 })
    // They are checked only once.
    for (const range of ranges) void ask(range)
    expect(state.hits).toBe(16)
  })

  test('wait for one check together, as many as a turn answers', async () => {
    const { state, ask } = stageWith('eth_getLogs', fromNode(LONG))
    for (const range of ranges) await ask(range)
    await turnEnd()
    const first = [0, 1].map((at) => ask(ranges[at]!))
    const later = Array.from({ length: 30 }, () => ask(ranges[2]!))
    expect(state.hits).toBe(2)
    await turnEnd()
    expect(state.hits).toBe(18)
    await turnEnd()
    expect(state.hits).toBe(32)
    await Promise.all([...first, ...later])
  })

  test('are asked of a node if they were dropped while they waited', async () => {
    const { state, shelf, ask } = stageWith('eth_getLogs', fromNode(LONG))
    for (const range of ranges) await ask(range)
    await turnEnd()
    const replies = ranges.map((range) => ask(range))
    shelf.clear()
    const sources = (await Promise.all(replies)).map(({ servedBy }) => servedBy)
    expect(sources).toEqual(['cache', 'cache', ...Array(6).fill('upstream')])
    expect(state).toMatchObject({ asked: 14, hits: 2 })
  })

  test('are all checked at once if they are short', async () => {
    const { state, ask } = stageWith('eth_getStorageAt', fromNode('"0x2a"'))
    const slots = Array.from({ length: 100 }, (_, at) => [ADDRESS, `0x${at.toString(16)}`, '0xa'])
    for (const slot of slots) await ask(slot)
    for (const slot of slots) void ask(slot)
    expect(state.hits).toBe(100)
  })
})
