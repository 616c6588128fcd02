import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post } from '../support/gateway.js'
import { getBalance, operatorDocument } from '../support/operator-document.js'
import { createServeFolder, evmNetwork, type ServeFolder, serveConfig, startServe } from '../support/serve-process.js'
import { stopwatch } from '../support/stopwatch.js'

/** Number of methods of the document. Reading so many takes about a second. */
const METHODS = 20
const SOON_MS = 60_000
const TRIES = 3

let node: FakeUpstream
let files: ServeFolder

beforeAll(async () => {
  node = await startFakeUpstream(() => ({ resultText: '"0x2a"' }))
})
afterAll(async () => {
  files?.remove()
  await node?.stop()
})

const configText = (contracts: readonly string[]) =>
  serveConfig({ main: evmNetwork(node.url, ', pollMs: 0') }, `contracts: ${JSON.stringify(contracts)}\n`)

test.each([
  ['one process', []],
  ['two workers, to which a third process lends credits', ['--workers', '2']],
])('%s: calls are answered while documents are read', async (_, args) => {
  files = createServeFolder(configText([]))
  const { key } = await files.createKey('main')
  const gateway = await startServe(files.configFile, undefined, args)
  const methods = Array.from({ length: METHODS }, (__, index) => ({ ...getBalance, name: `eth_own${index}` }))
  writeFileSync(join(files.folder, 'own.json'), JSON.stringify(operatorDocument(methods), null, 2))
  const ask = async (method: string) => (await post(httpUrl(gateway, 'main', key), callOf(method))).json
  const reloads = () => gateway.stderr.split('"configuration reloaded"').length - 1
  /** Reloads the configuration. Makes calls, one after the other, until it is reloaded. */
  const reload = async () => {
    const [startedMs, before] = [performance.now(), reloads()]
    gateway.child.kill('SIGHUP')
    const answers: unknown[] = []
    let longestMs = 0
    while (reloads() === before) {
      const spentMs = stopwatch()
      answers.push((await ask('eth_blockNumber')).result)
      longestMs = Math.max(longestMs, spentMs())
    }
    return { readMs: performance.now() - startedMs, longestMs, answers }
  }
  try {
    await ask('eth_blockNumber')
    // If the process that serves also read documents, one call would wait for half of the reading
    // in each try. On a busy machine, a call may wait that long in one try.
    let isServing = false
    for (let tries = 0; tries < TRIES && !isServing; tries++) {
      files.save(configText(tries % 2 === 0 ? ['ethereum', './own.json'] : ['./own.json', 'ethereum']))
      const { readMs, longestMs, answers } = await reload()
      expect(answers.filter((result) => result !== '0x2a')).toEqual([])
      isServing = longestMs < readMs / 3 && answers.length > 5
    }
    expect(isServing).toBe(true)
    await expectSoon(async () => (await ask('eth_own7')).error?.code, -32602, SOON_MS)
  } finally {
    await gateway.stop()
    files.remove()
  }
})
