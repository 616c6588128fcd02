import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMock } from '../../../src/tools/mock/mock.js'
import { expectSoon } from '../../support/expect-soon.js'
import { operatorDocument, operatorMethod } from '../../support/operator-document.js'
import { ADDRESS, options, plantedMock } from './planted-mock.js'

const TRANSACTION = `0x${'0b'.repeat(32)}`

const { folder, mock, endpointOf, send } = plantedMock()

const call = async (network: string, method: string, ...params: readonly unknown[]) => {
  const { result, error } = (await (await send(network, method, params)).json()) as {
    result?: unknown
    error?: unknown
  }
  expect(error).toBeUndefined()
  return result as never
}
const evm = (method: string, ...params: readonly unknown[]) => call('ethereum-mainnet', method, ...params)
const solana = (method: string, ...params: readonly unknown[]) => call('solana-mainnet', method, ...params)

describe('the mock', () => {
  test('answers every method of the contract with its own example as a call', async () => {
    const { documents } = await examples()
    const failed: string[] = []
    for (const { network, method, params } of documents.filter((one) => !/[sS]ubscribe$/.test(one.method))) {
      const { error } = (await (await send(network, method, params)).json()) as { error?: { code: number } }
      if (error !== undefined) failed.push(`${method}: ${JSON.stringify(error)}`)
    }
    // Left out: errors that this test plants, and filters with an id that the gateway never gave.
    expect(failed.filter((line) => !/planted|filter-not-found/.test(line))).toEqual([])
    expect(documents.length).toBeGreaterThan(60)
  })

  test('has filters that find what came since they were asked last', async () => {
    const before = Number(await evm('eth_blockNumber'))
    const [logs, blocks, pending] = [
      (await evm('eth_newFilter', { address: ADDRESS })) as string,
      (await evm('eth_newBlockFilter')) as string,
      (await evm('eth_newPendingTransactionFilter')) as string,
    ]
    const head = Number(await evm('eth_blockNumber'))
    await expectSoon(async () => Number(await evm('eth_blockNumber')) > head + 2, true)
    const found = (await evm('eth_getFilterChanges', logs)) as { address: string; blockNumber: string }[]
    expect(found.map(({ address }) => address)).toEqual(found.map(() => ADDRESS))
    expect(found.every(({ blockNumber }) => Number(blockNumber) > before)).toBe(true)
    const hashes = (await evm('eth_getFilterChanges', blocks)) as string[]
    expect(hashes.length).toBeGreaterThan(2)
    const first = (await evm('eth_getBlockByHash', hashes[0], false)) as { number: string }
    expect(Number(first.number)).toBeLessThanOrEqual(head + 1)
    expect(await evm('eth_getFilterChanges', pending)).toContainEqual(expect.stringMatching(/^0x[0-9a-f]{64}$/))
    const again = (await evm('eth_getFilterChanges', blocks)) as string[]
    expect(hashes.filter((hash) => again.includes(hash))).toEqual([])
    expect(await evm('eth_getFilterLogs', logs)).toEqual(expect.any(Array))
    expect([await evm('eth_uninstallFilter', logs), await evm('eth_uninstallFilter', logs)]).toEqual([true, false])
  })

  test('has a head that moves, and blocks that follow each other', async () => {
    const before = Number(await evm('eth_blockNumber'))
    await expectSoon(async () => Number(await evm('eth_blockNumber')) > before, true)
    const number = `0x${before.toString(16)}`
    const block = (await evm('eth_getBlockByNumber', number, false)) as {
      number: string
      hash: string
      transactions: unknown[]
    }
    const next = (await evm('eth_getBlockByNumber', `0x${(before + 1).toString(16)}`, false)) as { parentHash: string }
    expect(block.number).toBe(number)
    expect(next.parentHash).toBe(block.hash)
    expect(block.transactions.every((one) => typeof one === 'string')).toBe(true)
    expect(((await evm('eth_getBlockByHash', block.hash, false)) as { number: string }).number).toBe(number)
    // In this order, because the head may move in between.
    const [finalized, processed] = [await slot('finalized'), await slot('processed')]
    expect(processed - finalized).toBeGreaterThanOrEqual(31)
  })

  test('answers what was asked for: the transaction, the address, the topics and the range', async () => {
    const head = Number(await evm('eth_blockNumber'))
    const [fromBlock, toBlock] = [`0x${(head - 5).toString(16)}`, `0x${head.toString(16)}`]
    for (let topic = 1; topic < 10; topic++) {
      const topics = [`0x${String(topic).padStart(64, '0')}`]
      const logs = (await evm('eth_getLogs', { address: ADDRESS, topics, fromBlock, toBlock })) as Record<
        string,
        never
      >[]
      for (const log of logs) {
        expect(log).toMatchObject({ address: ADDRESS })
        expect(log.topics![0]).toBe(topics[0])
        expect(Number(log.blockNumber)).toBeGreaterThanOrEqual(head - 5)
        expect(Number(log.blockNumber)).toBeLessThanOrEqual(head)
        const { transactionHash, blockHash } = log
        const receipt = { transactionHash, blockHash, status: '0x1', logs: [log] }
        expect(await evm('eth_getTransactionReceipt', transactionHash)).toMatchObject(receipt)
      }
    }
  })

  test('has null for a transaction that it never spoke of, and a receipt for one that was sent', async () => {
    expect(await evm('eth_getTransactionReceipt', TRANSACTION)).toBeNull()
    const sent = await evm('eth_sendRawTransaction', `0x02${'ab'.repeat(60)}`)
    expect(await evm('eth_getTransactionReceipt', sent)).toMatchObject({ transactionHash: sent, status: '0x1' })
  })

  test('gives the same answer to the same call, and another to another', async () => {
    const balance = (block: string) => evm('eth_getBalance', ADDRESS, block)
    expect(await balance('0x17d7000')).toBe(await balance('0x17d7000'))
    expect(await balance('0x17d7000')).not.toBe(await balance('0x17d7001'))
  })

  test('has a node’s error for a block that is not there yet', async () => {
    const response = await send('ethereum-mainnet', 'eth_getBalance', [ADDRESS, '0xfffffffff'])
    expect(await response.json()).toMatchObject({ error: { message: 'header not found' } })
  })

  test('writes an account in the encoding that was asked for', async () => {
    const owner = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    const { value } = (await solana('getAccountInfo', owner, { encoding: 'base64' })) as { value: { data: unknown[] } }
    expect(value.data[1]).toBe('base64')
  })

  test('answers over WebSocket', async () => {
    const { WebSocket } = await import('ws')
    const socket = new WebSocket(endpointOf('ethereum-mainnet').webSocket)
    await new Promise((resolve) => socket.once('open', resolve))
    const answer = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))))
    socket.send('{"jsonrpc":"2.0","id":"a","method":"eth_chainId","params":[]}')
    expect(JSON.parse(await answer)).toEqual({ jsonrpc: '2.0', id: 'a', result: '0x1' })
    socket.close()
  })
})

describe('a configuration', () => {
  const NETWORKS = 'networks: { main: { family: evn, upstreams: [{ name: a, url: "http://127.0.0.1:1" }] } }'
  const PLANS = 'plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }'

  test.each([
    ['a mistake', `# first\n${PLANS}\n${NETWORKS}\n`, '3:29 networks.main.family: must be evm or solana, not "evn"'],
    ['no plans', `${NETWORKS.replace('evn', 'evm')}\nstore: "\${STORE}"\n`, '1:1 plans: is missing'],
    ['broken YAML', 'plans: {\n  core: { dailyCredits: 1\nnetworks:\n', '3:1 Flow map'],
    ['a key twice', `${PLANS}\n${PLANS}\n${NETWORKS.replace('evn', 'evm')}\n`, '2:1 plans: is there twice'],
  ])('with %s is refused with the place in its file', async (_what, written, message) => {
    const configFile = join(folder, 'wrong.yaml')
    writeFileSync(configFile, written)
    const refusal = await startMock({ ...options, configFile }).catch((error: Error) => error.message)
    expect(String(refusal).split('\n')).toEqual([expect.stringContaining(`${configFile}:${message}`)])
  })

  test('with broken YAML from a pipe, which can be read only once, is refused with the place in it', async () => {
    const [configFile, source] = [join(folder, 'piped.yaml'), join(folder, 'source.yaml')]
    execFileSync('mkfifo', [configFile])
    writeFileSync(source, 'plans: {\n  core: { dailyCredits: 1\nnetworks:\n')
    const writer = spawn('sh', ['-c', 'cat "$1" > "$2"', 'sh', source, configFile], { stdio: 'ignore' })
    const refusal = await startMock({ ...options, configFile }).catch((error: Error) => error.message)
    expect(String(refusal)).toContain(`${configFile}:3:1 Flow map`)
    await once(writer, 'close')
  })

  test('may have variables in the family, the chain and the contracts of a network', async () => {
    const configFile = join(folder, 'variables.yaml')
    writeFileSync(join(folder, 'more.json'), JSON.stringify(operatorDocument([operatorMethod('acme_count')])))
    writeFileSync(
      configFile,
      `plans: { core: { dailyCredits: 3000000, creditsPerSecond: 500 } }
contracts: ["\${FOLDER}/more.json"]
networks: { main: { family: "\${FAMILY:-evm}", chainId: "\${CHAIN_ID:-10}", hosts: [main.localhost], upstreams: [] } }
`,
    )
    const own = await startMock({ ...options, configFile, env: { FOLDER: folder } })
    try {
      const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
      expect(await (await fetch(own.endpoints[0]!.http, { method: 'POST', body })).json()).toMatchObject({
        result: '0xa',
      })
      expect(own.methods).toContain('acme_count')
    } finally {
      await own.stop()
    }
  })
})

describe('limits', () => {
  test('are real: an account with few credits is refused with 402', async () => {
    const poor = await startMock({ ...options, contracts: [], dailyCredits: 100 })
    try {
      const url = poor.endpoints[0]!.http
      const ask = () =>
        fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}' })
      const statuses = [(await ask()).status, (await ask()).status]
      expect(statuses).toEqual([200, 402])
      expect(poor.methods).not.toContain('eth_getBalance')
    } finally {
      await poor.stop()
    }
  })
})

const slot = async (commitment: string) => Number(await solana('getSlot', { commitment }))

/** Each method that the mock serves, called as its first example does. */
const examples = async () => {
  const documents: { network: string; method: string; params: unknown[] }[] = []
  for (const { network } of mock.endpoints) {
    const response = await send(network, 'rpc.discover', [])
    const { result } = (await response.json()) as {
      result: { methods: { name: string; 'x-family': string; examples: { params: { value: unknown }[] }[] }[] }
    }
    const family = network.startsWith('ethereum') ? 'evm' : 'solana'
    for (const { name, 'x-family': own, examples: given } of result.methods)
      if (own === family) documents.push({ network, method: name, params: given[0]!.params.map(({ value }) => value) })
  }
  return { documents }
}
