import { type MethodName, methods } from '../../../../generated/methods.js'
import type { Head } from '../../../../src/server/networks/head.js'
import { window } from '../../../../src/server/pipeline/stages/window.js'
import { aCall, nextStage, verdictOf } from '../../../support/charged-call.js'

const ADDRESS = `0x${'5f'.repeat(20)}`
const HASH = `0x${'ab'.repeat(32)}`

/**
 * The stage for the latest 128 blocks, on a network whose nodes say where the head is and what tags
 * and hashes stand for.
 */
const stageWith = (method: MethodName, latest: bigint | undefined, numbers: Record<string, bigint> = {}) => {
  const asked: string[] = []
  const head = {
    latest: async () => {
      asked.push('latest')
      return latest
    },
    numberOf: async (_method: string, block: string) => numbers[block],
  } as unknown as Head
  const { calls, next } = nextStage()
  const stage = window(methods[method], 128, head, () => 0, next)
  return { asked, calls, stage: (params: readonly unknown[]) => stage(aCall({ method, params })) }
}
const storage = (block: unknown, latest: bigint | undefined = 1_000n, numbers = {}) =>
  verdictOf(stageWith('eth_getStorageAt', latest, numbers).stage([ADDRESS, '0x0', block]))
const logs = (filter: object, numbers = {}) => verdictOf(stageWith('eth_getLogs', 1_000n, numbers).stage([filter]))

// The latest 128 blocks of a head at 1000 are 873 (0x369) to 1000.
test('the oldest block of the window is served and the one before it refused', async () => {
  expect([await storage('0x369'), await storage('0x368')]).toEqual(['answered', 'outside-window'])
})

test('the refusal says what is served', async () => {
  const { calls, stage } = stageWith('eth_getStorageAt', 1_000n)
  expect(await stage([ADDRESS, '0x0', '0x1'])).toMatchObject({
    error: {
      message: 'only the latest 128 blocks are available on this network',
      data: { oldestBlock: '0x369', latestBlock: '0x3e8' },
    },
  })
  expect(calls).toEqual([])
})

test('a block after the head is left to the node, which may have seen it', async () => {
  expect(await storage('0x3f1')).toBe('answered')
})

test.each(['latest', 'pending', undefined, null])('%s is in every window, and no node is asked', async (block) => {
  const { asked, stage } = stageWith('eth_getStorageAt', 1_000n)
  expect([await verdictOf(stage([ADDRESS, '0x0', block])), asked]).toEqual(['answered', []])
})

test('the whole of a chain younger than the window is served', async () => {
  expect([await storage('earliest', 127n), await storage('earliest', 128n)]).toEqual(['answered', 'outside-window'])
})

test('a tag or a hash is judged by the block it stands for', async () => {
  for (const block of ['finalized', HASH]) {
    expect(await storage(block, 1_000n, { [block]: 873n })).toBe('answered')
    expect(await storage(block, 1_000n, { [block]: 872n })).toBe('outside-window')
  }
})

test('what no node can say is left to the node that is asked', async () => {
  expect(await storage(HASH)).toBe('answered')
  const { stage } = stageWith('eth_getStorageAt', undefined)
  expect(await verdictOf(stage([ADDRESS, '0x0', '0x1']))).toBe('answered')
})

test('a range is judged by both its ends, and by the hash where it has one', async () => {
  expect(await logs({ fromBlock: '0x369', toBlock: '0x3e8' })).toBe('answered')
  expect(await logs({ fromBlock: '0x368', toBlock: '0x3e8' })).toBe('outside-window')
  expect(await logs({ toBlock: '0x368' })).toBe('outside-window')
  for (const fromBlock of [null, 'latest', 'pending', 'finalized', 'safe']) {
    const tags = { finalized: 990n, safe: 995n }
    expect(await logs({ fromBlock, toBlock: '0x368' }, tags)).toBe('outside-window')
    expect(await logs({ fromBlock, toBlock: '0x3e8' }, tags)).toBe('answered')
    expect(await logs({ fromBlock, toBlock: 'finalized' }, { ...tags, finalized: 872n })).toBe('outside-window')
  }
  expect(await logs({ fromBlock: '0x3e0', toBlock: 'finalized' }, { finalized: 872n })).toBe('outside-window')
  expect(await logs({ fromBlock: 'earliest', toBlock: 'latest' })).toBe('outside-window')
  // If no node knows one end, the other decides.
  expect(await logs({ fromBlock: 'safe', toBlock: '0x368' })).toBe('outside-window')
  expect(await logs({ blockHash: HASH }, { [HASH]: 872n })).toBe('outside-window')
})

test('every call asks where the head is: a head that went back is believed', async () => {
  const { asked, stage } = stageWith('eth_getStorageAt', 1_000n)
  await stage([ADDRESS, '0x0', '0x1'])
  await stage([ADDRESS, '0x0', '0x1'])
  expect(asked).toEqual(['latest', 'latest'])
})

test('a question for the head or a tag ends with the call\u2019s time, and with the call', async () => {
  const silent = { latest: () => new Promise<bigint>(() => {}), numberOf: () => new Promise<bigint>(() => {}) }
  const { calls, next } = nextStage()
  const stage = window(methods.eth_getStorageAt, 128, silent, () => 0, next)
  const callUntil = (deadlineMs: number) => ({ ...aCall({ params: [ADDRESS, '0x0', 'finalized'] }), deadlineMs })
  expect(await verdictOf(stage(callUntil(30)))).toBe('answered')
  // Longer than a test may take.
  const left = callUntil(1_000_000)
  const reply = stage(left)
  left.work.cancel()
  await reply
  expect(calls.length).toBe(2)
})

test('no node is asked for an end that cannot be the older one', async () => {
  const asked: string[] = []
  const head = {
    latest: async () => 1_000n,
    numberOf: async (_: string, block: string) => {
      asked.push(block)
      return 1_000n
    },
  }
  const logs = window(methods.eth_getLogs, 128, head, () => 0, nextStage().next)
  for (const [fromBlock, toBlock] of [
    ['earliest', 'finalized'],
    ['0x3e0', '0x3e8'],
    ['latest', '0x3e8'],
  ])
    await logs(aCall({ method: 'eth_getLogs', params: [{ fromBlock, toBlock }] }))
  await window(
    methods.eth_getStorageAt,
    128,
    head,
    () => 0,
    nextStage().next,
  )(aCall({ params: [ADDRESS, '0x0', 'safe'] }))
  expect(asked).toEqual(['safe'])
})
