import { methods } from '../../../../generated/methods.js'
import type { Head } from '../../../../src/server/networks/head.js'
import { dialectJudge } from '../../../../src/server/pipeline/judges/judge.js'
import { aNode, forwarding, type NodeStep } from '../../../support/forwarding.js'
import { timeByTurns } from '../../../support/time-by-turns.js'

timeByTurns()

const known = { number: 100n, timestampMs: undefined, learnedAtMs: 0 }
const head = { known, finalized: 60n, newestServed: 101n } as Head
const errorWith = (code: number, message: string): NodeStep => ({ error: { code, message } })
const backwards = errorWith(-32602, 'invalid block range params')

/** Asks two nodes that take this step, beside a silent one that is down; the calls of each pair. */
const askFor = async (filter: object, step: NodeStep) => {
  const up = [aNode('a', step), aNode('b', step)]
  const down = aNode('down', { silent: true })
  for (const { upstream } of up) upstream.health.head = 100n
  for (let poll = 0; poll < 2; poll++) down.upstream.health.pollFailed('timed_out')
  const judges = [dialectJudge(methods.eth_getLogs, head)]
  const { ask } = forwarding([...up, down], { method: 'eth_getLogs', judges, hedging: false })
  const reply = await ask(300, { params: [filter] })
  return [reply.error?.code, up.reduce((sum, { asked }) => sum + asked.length, 0), down.asked.length]
}

describe('logs that two nodes refuse, while a third is down and silent', () => {
  test.each([{ toBlock: 'finalized' }, { toBlock: 'safe' }])(
    'the one that is down is not asked for a range to %j',
    async (end) => {
      expect(await askFor({ fromBlock: '0x3d', ...end }, backwards)).toEqual([-32602, 2, 0])
    },
  )

  test.each([
    errorWith(-32602, 'exceed maximum block range 50'),
    errorWith(-32000, 'exceed max addresses or topics per search position'),
  ])('the one that is down is not asked for more than the others take: %j', async (step) => {
    const { code } = (step as { error: { code: number } }).error
    expect(await askFor({ fromBlock: '0x1', toBlock: '0x64' }, step)).toEqual([code, 2, 0])
  })

  test('one node is asked for a range that begins after the newest block', async () => {
    expect(await askFor({ fromBlock: '0x66' }, backwards)).toEqual([-32602, 1, 0])
    expect(await askFor({ fromBlock: '0x66', toBlock: 'latest' }, backwards)).toEqual([-32602, 1, 0])
    // Another node has shown this block.
    expect(await askFor({ fromBlock: '0x65' }, backwards)).toEqual([-32602, 2, 0])
  })
})
