import { Ajv } from 'ajv'
import { document } from '../../../../generated/document.js'
import { methods } from '../../../../generated/methods.js'
import type { Network } from '../../../../src/server/networks/network.js'
import { checkBlocks } from '../../../../src/server/pipeline/stages/check-blocks.js'
import { aCall, aNetwork, nextStage, verdictOf } from '../../../support/charged-call.js'

const HASH = `0x${'ab'.repeat(32)}`
const logs = (filter: object, network: Partial<Network> = {}) => {
  const stage = checkBlocks(methods.eth_getLogs, aNetwork(network), nextStage().next)
  return verdictOf(stage(aCall({ method: 'eth_getLogs', params: [filter] })))
}

test.each<[object, string]>([
  [{}, 'answered'],
  [{ fromBlock: '0x1', toBlock: '0x1' }, 'answered'],
  [{ fromBlock: '0x1', toBlock: '0x2' }, 'answered'],
  [{ fromBlock: '0x2', toBlock: '0x1' }, 'invalid-block-range'],
  // Only the node knows the block of a tag.
  [{ fromBlock: 'latest', toBlock: '0x1' }, 'answered'],
  [{ fromBlock: '0x2', toBlock: 'earliest' }, 'answered'],
  [{ blockHash: HASH }, 'answered'],
  [{ blockHash: HASH, fromBlock: null, toBlock: null }, 'answered'],
  [{ blockHash: HASH, fromBlock: '0x1' }, 'block-hash-and-range'],
  [{ blockHash: HASH, toBlock: 'latest' }, 'block-hash-and-range'],
  [{ fromBlock: 'safe', toBlock: 'latest' }, 'answered'],
])('logs of %j: %s', async (filter, expected) => {
  expect(await logs(filter)).toBe(expected)
})

test('a hash with a range is refused by the schema of the served contract as well', async () => {
  const ajv = new Ajv({ strict: false })
  const judge = ajv.compile({ $ref: '#/components/schemas/LogFilter', components: document.components })
  const blocks = [undefined, null, '0x1', 'latest']
  for (const blockHash of [undefined, HASH])
    for (const fromBlock of blocks)
      for (const toBlock of blocks) {
        const filter = JSON.parse(JSON.stringify({ blockHash, fromBlock, toBlock })) as object
        const isRefused = (await logs(filter)) === 'block-hash-and-range'
        expect([filter, judge(filter)]).toEqual([filter, !isRefused])
      }
})

describe('a network without the tag safe', () => {
  const network = { safeTag: false }

  test.each<[object, string]>([
    [{ fromBlock: 'safe' }, 'safe-tag-unsupported'],
    [{ fromBlock: '0x1', toBlock: 'safe' }, 'safe-tag-unsupported'],
    [{ fromBlock: 'finalized', toBlock: 'latest' }, 'answered'],
    [{ blockHash: HASH, toBlock: 'safe' }, 'block-hash-and-range'],
  ])('is asked for logs of %j: %s', async (filter, expected) => {
    expect(await logs(filter, network)).toBe(expected)
  })

  test.each([
    ['safe', 'safe-tag-unsupported'],
    ['latest', 'answered'],
    [{ blockNumber: 'safe' }, 'safe-tag-unsupported'],
  ])('is asked for storage at %j: %s', async (block, expected) => {
    const stage = checkBlocks(methods.eth_getStorageAt, aNetwork(network), nextStage().next)
    expect(await verdictOf(stage(aCall({ params: [`0x${'5f'.repeat(20)}`, '0x0', block] })))).toBe(expected)
  })
})

test('a method whose one block can contradict nothing goes without the stage', () => {
  const { next } = nextStage()
  expect(checkBlocks(methods.eth_getStorageAt, aNetwork(), next)).toBe(next)
})
