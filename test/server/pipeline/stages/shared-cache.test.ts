import { setImmediate as turnEnd } from 'node:timers/promises'
import { jest } from '@jest/globals'
import type { MethodName } from '../../../../generated/methods.js'
import { builtInMethods as methods } from '../../../../src/contract/built-in.js'
import { sharedCache } from '../../../../src/server/pipeline/stages/shared-cache.js'
import type { Reply } from '../../../../src/wire/jsonrpc/reply.js'
import { aCall, aResult, nextStage, textOf } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`
const WORD = (digit: string) => `"0x${digit.padStart(64, '0')}"`
const AT_10 = [ADDRESS, '0x0', '0xa']

interface Wish {
  readonly method?: MethodName
  readonly known?: string
  readonly chain?: string | undefined
  readonly finalized?: bigint | undefined
  /** Happens while the other gateways' memory is asked. */
  readonly meanwhile?: (state: { generation: number }) => void
  readonly reply?: () => Reply
  /** Longer answers are not kept. */
  readonly maxBytes?: number
}

/**
 * The stage of a network whose block 10 is final, beside a memory that knows `known` of every call.
 */
const stageWith = (wish: Wish = {}) => {
  const state = { generation: 1, finalized: 'finalized' in wish ? wish.finalized : 10n }
  const told = { gets: [] as string[], puts: [] as string[] }
  const node = nextStage(wish.reply ?? (() => aResult(WORD('2'), { finalized: 10n })))
  const method = wish.method ?? 'eth_getStorageAt'
  const stage = sharedCache(
    {
      row: methods[method],
      head: state,
      methodAnswers: state,
      chain: { get: () => ('chain' in wish ? wish.chain : '1:0xabc') },
      answers: {
        get: async (chain, name) => {
          told.gets.push(`${chain} ${name}`)
          wish.meanwhile?.(state)
          return wish.known === undefined ? undefined : Buffer.from(wish.known)
        },
        put: (chain, name, _text, bytes) => void told.puts.push(`${chain} ${name} ${bytes}`),
        takes: (_chain, length) => length <= (wish.maxBytes ?? Number.POSITIVE_INFINITY),
      },
    },
    node.next,
  )
  const ask = async (params: readonly unknown[] = AT_10) => {
    const reply = await stage(aCall({ method, params }))
    return [textOf(reply), reply.servedBy]
  }
  return { told, asked: node.calls, ask }
}

test('what another gateway kept of a final call is answered without asking a node', async () => {
  const { told, asked, ask } = stageWith({ known: WORD('1') })
  expect(await ask()).toEqual([WORD('1'), 'cache'])
  expect([asked, told]).toEqual([[], { gets: ['1:0xabc eth_getStorageAt'], puts: [] }])
})

test('what no gateway knows is asked of a node, and the others have it from then on', async () => {
  const { told, ask } = stageWith()
  expect(await ask()).toEqual([WORD('2'), 'upstream'])
  expect(told.puts).toEqual([`1:0xabc eth_getStorageAt ${WORD('2')}`])
})

test.each<[string, readonly unknown[], Wish]>([
  ['is not final yet', [ADDRESS, '0x0', '0xb'], {}],
  ['never is', [ADDRESS, '0x0', 'latest'], {}],
  ['cannot be told to be, as no node said what is final', AT_10, { finalized: undefined }],
  [
    'is a constant, which every process asks once',
    [],
    { method: 'eth_chainId', reply: () => aResult('"0x1"', { finalized: 10n }) },
  ],
  ['is of a chain that is not known', AT_10, { chain: undefined }],
])('a call that %s is not looked for, nor kept', async (_about, params, wish) => {
  const { told, asked, ask } = stageWith({ known: WORD('1'), ...wish })
  expect((await ask(params))[1]).toBe('upstream')
  expect([asked.length, told]).toEqual([1, { gets: [], puts: [] }])
})

test('a block named by its hash is looked for, whatever is final', async () => {
  const { ask } = stageWith({ known: WORD('1'), finalized: undefined })
  expect((await ask([ADDRESS, '0x0', { blockHash: HASH }]))[1]).toBe('cache')
})

test.each(['nonsense', 'null', '{"a":1}', '"0xzz"'])(
  '%s in that memory is no answer: a node is asked',
  async (known) => {
    const { ask } = stageWith({ known })
    expect(await ask()).toEqual([WORD('2'), 'upstream'])
  },
)

test.each<[string, Reply]>([
  ['of the partner', aResult(WORD('2'), { servedBy: 'partner', finalized: 10n })],
  ['of a node that does not hold the block for final', aResult(WORD('2'), { finalized: 9n })],
  ['that the contract does not foresee', aResult('{"a":1}', { finalized: 10n })],
  [
    'that still arrives',
    {
      ...aResult(WORD('2'), { finalized: 10n }),
      result: { chunks: [Buffer.from(WORD('2'))], release: () => {}, rest: (async function* () {})() },
    },
  ],
])('an answer %s is not given to the others', async (_about, reply) => {
  const { told, ask } = stageWith({ reply: () => reply })
  await ask()
  expect(told.puts).toEqual([])
})

test('what was dropped while the others were asked counts no more, read or written', async () => {
  const meanwhile = (state: { generation: number }) => void state.generation++
  const read = stageWith({ known: WORD('1'), meanwhile })
  expect((await read.ask())[1]).toBe('upstream')
  const written = stageWith({ meanwhile })
  await written.ask()
  expect([read.told.puts, written.told.puts]).toEqual([[], []])
})

describe('a long answer', () => {
  const LOG = {
    address: ADDRESS,
    topics: [HASH],
    data: `0x${'00'.repeat(50_000)}`,
    blockNumber: '0x1',
    transactionHash: HASH,
    transactionIndex: '0x0',
    blockHash: HASH,
    logIndex: '0x0',
    removed: false,
  }
  const RANGE = [{ fromBlock: '0x1', toBlock: '0xa' }]
  const wish = { method: 'eth_getLogs', reply: () => aResult(JSON.stringify([LOG]), { finalized: 10n }) } as const
  beforeEach(() => turnEnd())
  afterEach(() => void jest.restoreAllMocks())

  test('that the others do not keep is neither copied nor parsed', async () => {
    const { told, ask } = stageWith({ ...wish, maxBytes: 50_000 })
    const parse = jest.spyOn(JSON, 'parse')
    const concat = jest.spyOn(Buffer, 'concat')
    await ask(RANGE)
    // `ask` itself joins the text once.
    expect([parse.mock.calls.length, concat.mock.calls.length, told.puts]).toEqual([0, 1, []])
  })

  test('is parsed and given to the others, but only a few in a turn', async () => {
    const { told, ask } = stageWith(wish)
    const all = Array.from({ length: 5 }, () => ask(RANGE))
    await Promise.all(all)
    expect(told.puts.length).toBe(1)
    await turnEnd()
    await ask(RANGE)
    expect(told.puts.length).toBe(2)
  })
})
