import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describeDemo } from '../../../src/tools/demo/announcement.js'
import { startDemo } from '../../../src/tools/demo/demo.js'
import { expectSoon } from '../../support/expect-soon.js'
import { freeze } from '../../support/processes.js'
import { started } from '../../support/started.js'

/** The node writes its chain down every five seconds, and makes a block every second. */
const LIMIT_MS = 20_000

const told: string[] = []
const demo = started(() =>
  startDemo({ port: 0, adminPort: 0, awayMs: 0, notify: (message) => void told.push(message) }),
)

/** The result of a printed line, run as a reader would who pastes it into a shell. */
const resultOf = async (method: 'eth_blockNumber' | 'eth_getStorageAt' | 'eth_getTransactionReceipt') => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const { stdout } = await promisify(execFile)('sh', ['-c', describeDemo(demo.facts).curls[method]!], { env })
  return JSON.parse(stdout).result
}

const writtenChain = (): string => {
  const file = join(dirname(demo.facts.configFile), 'chain.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** Kills the node while it does not write its chain down: half a chain could not be read. */
const killWithWhole = async (pid: number, transactionHash: string): Promise<void> => {
  const isWhole = async () => {
    await freeze(pid)
    const text = writtenChain()
    if (text.endsWith('}') && text.includes(transactionHash)) return true
    process.kill(pid, 'SIGCONT')
    return false
  }
  await expectSoon(isWhole, true, LIMIT_MS)
  process.kill(pid, 'SIGKILL')
}

test('a killed chain of the demo comes back with its contract, its receipts and new blocks, twice', async () => {
  const receipt = await resultOf('eth_getTransactionReceipt')
  let pid = demo.facts.nodePid!
  for (const round of [1, 2]) {
    const before = Number(await resultOf('eth_blockNumber'))
    await expectSoon(() => writtenChain().includes(receipt.transactionHash), true, LIMIT_MS)
    await killWithWhole(pid, receipt.transactionHash)
    await expectSoon(() => told.length, 2 * round, LIMIT_MS)
    expect(told.at(-2)).toBe('the node of ethereum-mainnet ended: no reason given. It starts again in 0 s.')
    pid = Number(/^the node of ethereum-mainnet is back, as process (\d+)\.$/.exec(told.at(-1)!)?.[1])
    await expectSoon(async () => Number(await resultOf('eth_blockNumber')) > before, true, LIMIT_MS)
    expect(await resultOf('eth_getTransactionReceipt')).toEqual(receipt)
    expect(await resultOf('eth_getStorageAt')).toMatch(/^0x0+4d2$/)
  }
})
