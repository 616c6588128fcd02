import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Log, WebSocketProvider } from 'ethers'
import { createPublicClient, webSocket } from 'viem'
import { EvmClient } from '../../../generated/client/src/index.js'
import type { ConformDeps } from '../../../src/tools/conform/check.js'
import { subscriptionChecks } from '../../../src/tools/conform/checks/subscriptions.js'
import { EventSocket, type SocketMessage } from '../../../src/tools/conform/event-socket.js'
import { startMock } from '../../../src/tools/mock/mock.js'
import { expectSoon } from '../../support/expect-soon.js'
import { startedEach } from '../../support/started.js'
import { type HeadEvent, HeadLaw, type LogEvent, LogLaw } from '../../support/stream-law.js'

const ADDRESS = '0x00000000219ab540356cbb839cbe05303d7705fa'
/** Clients wait up to 6 s before they connect again. */
const WITHIN_MS = 20_000
const FOR_GOOD_MS = 600_000

const mock = startedEach(() => {
  const limits = { dailyCredits: 100_000_000, creditsPerSecond: 1_000_000 }
  return startMock({ port: 0, seed: 'test', blockTimeMs: 300, ...limits, env: {} })
})

const endpoint = () => mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!

const post = (
  method: string,
  params: readonly unknown[],
  headers: Record<string, string> = {},
  url = endpoint().http,
) => fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
const ask = async (method: string, ...params: readonly unknown[]) =>
  ((await (await post(method, params)).json()) as { result: never }).result
const fault = async (wanted: string) =>
  expect((await post('eth_blockNumber', [], { 'X-Mock-Fault': wanted })).status).toBe(200)
const headNumber = async () => (await ask('eth_blockNumber')) as string

/** Reorganizes once the subscriber has all blocks, so that it was given those that go. */
const reorganize = async (depth: number, newest: () => string | undefined) => {
  await fault(`stall=${FOR_GOOD_MS}`)
  await expectSoon(newest, await headNumber(), WITHIN_MS)
  await fault(`reorg=${depth}; stall=0`)
}

/** Stops the chain, waits for its last block, and compares with what calls say. */
const expectAtRest = async (heads: HeadLaw | undefined, logs: LogLaw, fromBlock: number) => {
  await fault(`stall=${FOR_GOOD_MS}`)
  const last = await headNumber()
  if (heads) await expectSoon(() => heads.last?.number, last as string, WITHIN_MS)
  await expectSoon(() => logs.last?.blockNumber, last as string, WITHIN_MS)
  const from = `0x${fromBlock.toString(16)}`
  logs.atRest(await ask('eth_getLogs', { address: ADDRESS, fromBlock: from, toBlock: last }), fromBlock)
  expect(logs.broken).toEqual([])
  if (!heads) return
  const { hash } = (await ask('eth_getBlockByNumber', last, false)) as HeadEvent
  heads.atRest(new Map([[Number(last), hash]]))
  expect(heads.broken).toEqual([])
}

test('heads and logs keep the law over a reorganization, and equal what calls say', async () => {
  const [heads, logs] = [new HeadLaw(), new LogLaw()]
  const socket = await EventSocket.open(endpoint().webSocket)
  const { result: ofHeads } = await socket.ask('eth_subscribe', ['newHeads'])
  const { result: ofLogs } = await socket.ask('eth_subscribe', ['logs', { address: ADDRESS }])
  let read = 0
  const take = () => {
    for (const { params } of socket.messages.slice(read)) {
      if (params?.subscription === ofHeads) heads.event(params?.result as HeadEvent)
      if (params?.subscription === ofLogs) logs.event(params?.result as LogEvent)
    }
    read = socket.messages.length
  }
  const taken = () => {
    take()
    return logs
  }
  await expectSoon(() => taken().added >= 4, true, WITHIN_MS)
  await reorganize(3, () => taken().last?.blockNumber)
  await expectSoon(() => taken().removed, 3, WITHIN_MS)
  await fault(`stall=${FOR_GOOD_MS}`)
  const last = await headNumber()
  await expectSoon(() => taken().last?.blockNumber, last, WITHIN_MS)
  // Four blocks were added before the reorganization, which keeps the height.
  await expectAtRest(heads, logs, Number(last) - 3)
  expect(await socket.ask('eth_unsubscribe', [ofLogs])).toMatchObject({ result: true })
  socket.close()
})

test('a program with viem sees logs removed and added again', async () => {
  const law = new LogLaw()
  const client = createPublicClient({ transport: webSocket(endpoint().webSocket, { keepAlive: false }) })
  const unwatch = client.watchEvent({
    address: ADDRESS,
    onLogs: (logs) => {
      for (const log of logs)
        law.event({
          ...log,
          blockNumber: `0x${log.blockNumber!.toString(16)}`,
          logIndex: `0x${log.logIndex!.toString(16)}`,
        } as never)
    },
  })
  await expectSoon(() => law.added >= 4, true, WITHIN_MS)
  await reorganize(2, () => law.last?.blockNumber)
  await expectSoon(() => law.removed, 2, WITHIN_MS)
  await expectAtRest(undefined, law, Number(await headNumber()) - 2)
  unwatch()
  const { getRpcClient } = client.transport as unknown as { getRpcClient(): Promise<{ close(): void }> }
  ;(await getRpcClient()).close()
})

test('a program with ethers gets the logs of the new blocks after a reorganization', async () => {
  const provider = new WebSocketProvider(endpoint().webSocket)
  const [numbers, logs] = [[] as number[], [] as Log[]]
  await provider.on('block', (number: number) => numbers.push(number))
  await provider.on({ address: ADDRESS }, (log: Log) => logs.push(log))
  await expectSoon(() => logs.length >= 4, true, WITHIN_MS)
  const newest = () => `0x${logs.at(-1)!.blockNumber.toString(16)}`
  await reorganize(2, newest)
  const { blockNumber, blockHash } = logs.at(-1)!
  const again = () =>
    logs.filter((log) => log.blockNumber === blockNumber && log.blockHash !== blockHash && !log.removed)
  await expectSoon(() => again().length, 1, WITHIN_MS)
  const { hash } = (await ask('eth_getBlockByNumber', `0x${blockNumber.toString(16)}`, false)) as HeadEvent
  expect(again()[0]!.blockHash).toBe(hash)
  await expectSoon(() => numbers.at(-1)! > blockNumber, true, WITHIN_MS)
  await provider.destroy()
})

test('the generated client goes on over cuts and reorganizations', async () => {
  const law = new LogLaw()
  const stop = new AbortController()
  const client = new EvmClient({ url: endpoint().webSocket })
  const watching = (async () => {
    for await (const log of client.watchLogs({ address: ADDRESS }, { signal: stop.signal })) law.event(log as LogEvent)
  })()
  await expectSoon(() => law.added >= 4, true, WITHIN_MS)
  const from = Number(await headNumber())
  for (const wanted of ['cut=1012', 'reorg=2; cut=1012', 'cut=1001; reorg=3']) {
    const before = law.added
    await fault(wanted)
    await expectSoon(() => law.added > before + 3, true, WITHIN_MS)
  }
  await expectAtRest(undefined, law, from)
  expect(law.removed).toBeGreaterThan(0)
  stop.abort()
  await watching
  await client.close()
})

test('the commands that the documentation shows do what it says', async () => {
  const socket = await EventSocket.open(endpoint().webSocket)
  await socket.ask('eth_subscribe', ['logs', { address: ADDRESS }])
  const isLog = ({ params }: SocketMessage) => params !== undefined
  expect(await socket.until(3, isLog, WITHIN_MS)).toHaveLength(3)
  const page = readFileSync('docs/subscriptions.md', 'utf8')
  const env = { ...process.env, TOLLGATE_ETHEREUM_MAINNET_URL: endpoint().http }
  const run = async (wanted: string) => {
    const line = page.split('\n').find((one) => one.startsWith('curl ') && one.includes(wanted))!
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env })
    expect(JSON.parse(stdout)).toHaveProperty('result')
  }
  await run('stall=5000')
  await run('reorg=3')
  await fault('stall=0')
  const isRemoved = ({ params }: SocketMessage) => (params?.result as LogEvent | undefined)?.removed === true
  expect(await socket.until(1, isRemoved, WITHIN_MS)).toHaveLength(1)
  await run('cut=1012')
  await expect(socket.ask('eth_chainId', [])).rejects.toThrow('1012')
})

test('a cut has the code that was asked for', async () => {
  const socket = await EventSocket.open(endpoint().webSocket)
  await socket.ask('eth_subscribe', ['newHeads'])
  await fault('cut=4001')
  await expect(socket.ask('eth_chainId', [])).rejects.toThrow('4001')
})

test('the conformance kit finds nothing to say of it', async () => {
  const said: string[] = []
  const http = {
    send: async (body: string) => ({
      body,
      text: await (await fetch(endpoint().http, { method: 'POST', body })).text(),
    }),
  }
  const tell = (text: string) => said.push(text)
  for (const check of subscriptionChecks(endpoint().webSocket, 'evm', http))
    await check.run({ profile: 'tollgate' } as ConformDeps, tell, tell)
  expect(said).toEqual([])
})

test('what a network cannot do is refused', async () => {
  const solana = mock.endpoints.find(({ network }) => network === 'solana-mainnet')!.http
  for (const [url, wanted, words] of [
    [solana, 'reorg=1', 'only EVM networks reorganize'],
    [endpoint().http, 'reorg=65', 'is not understood'],
    [endpoint().http, 'cut=999', 'is not understood'],
    [mock.url, 'stall=1', 'names no network'],
  ] as const) {
    const response = await post('getHealth', [], { 'X-Mock-Fault': wanted }, url)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(words)])
  }
})
