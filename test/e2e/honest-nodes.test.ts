import { httpUrl } from '../support/addresses.js'
import { type FakeScript, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { ADDRESS, callOf, HASH, post, startTestGateway } from '../support/gateway.js'
import { much } from '../support/runs.js'
import { started } from '../support/started.js'

const OWNER = '4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F'
const HEX_256 = `0x${'00'.repeat(256)}`
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Number of public keys made so far. Each new key differs from all before. */
let keys = 0
const newPubkey = (): string => {
  let text = ''
  for (let left = ++keys; left > 0; left = Math.floor(left / letters.length)) text += letters[left % letters.length]
  return `${OWNER.slice(0, 31)}${text.padEnd(13, '2')}`
}
const hashOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`

const balance = (more: object) => ({
  context: { apiVersion: '3.1.8', slot: 5 },
  value: { amount: '1', decimals: 6, uiAmount: 0.000001, uiAmountString: '0.000001', ...more },
})
const log = {
  address: ADDRESS,
  topics: [HASH],
  data: '0x',
  blockHash: HASH,
  blockNumber: '0x5',
  transactionHash: HASH,
  transactionIndex: '0x0',
  logIndex: '0x0',
}
const receipt = (more: object) => ({
  blockHash: HASH,
  blockNumber: '0x5',
  contractAddress: null,
  cumulativeGasUsed: '0x1',
  from: ADDRESS,
  gasUsed: '0x1',
  logs: [log],
  logsBloom: HEX_256,
  to: ADDRESS,
  transactionHash: HASH,
  transactionIndex: '0x0',
  ...more,
})
const usual = { effectiveGasPrice: '0x1', type: '0x0', status: '0x1' }

/**
 * Answers of real nodes and chains that a stricter contract would call wrong: the sender, the
 * method, and the result.
 */
const genuine: readonly [string, 'getTokenAccountBalance' | 'eth_getTransactionReceipt' | 'eth_getLogs', unknown][] = [
  ['Token-2022, a huge multiplier', 'getTokenAccountBalance', balance({ uiAmount: null, uiAmountString: 'inf' })],
  ['Token-2022, interest not computable', 'getTokenAccountBalance', balance({ uiAmount: null, uiAmountString: '' })],
  ['Cronos, a legacy transaction', 'eth_getTransactionReceipt', receipt({ type: '0x0', status: '0x1' })],
  ['ethereum-etl, an old node', 'eth_getTransactionReceipt', receipt({ status: '0x1' })],
  ['Celo, fees in another currency', 'eth_getTransactionReceipt', receipt({ ...usual, effectiveGasPrice: null })],
  ['Hedera, root and status', 'eth_getTransactionReceipt', receipt({ ...usual, root: HASH })],
  ['Nethermind before Byzantium', 'eth_getTransactionReceipt', receipt({ ...usual, root: HASH, status: '0x0' })],
  ['Parity, root null beside status', 'eth_getTransactionReceipt', receipt({ ...usual, root: null })],
  ['ethereum-etl, status null beside root', 'eth_getTransactionReceipt', receipt({ status: null, root: HASH })],
  ['neither root nor status', 'eth_getTransactionReceipt', receipt({ type: '0x0' })],
  [
    'Parity of 2018, without from and to',
    'eth_getTransactionReceipt',
    receipt({ ...usual, from: undefined, to: undefined }),
  ],
  ['Rootstock, logs without removed', 'eth_getLogs', [log]],
  ['IoTeX, logs with removed null', 'eth_getLogs', [{ ...log, removed: null }]],
]
/** Answers of a wrong type, which all nodes give. */
const outsideSchema: typeof genuine = [
  ['decimals as text', 'getTokenAccountBalance', balance({ decimals: '6' })],
  ['a status that is a number', 'eth_getTransactionReceipt', receipt({ ...usual, status: 1 })],
  ['topics that are one text', 'eth_getLogs', [{ ...log, topics: HASH }]],
]

const good = { getTokenAccountBalance: balance({}), eth_getLogs: [], eth_getTransactionReceipt: null }

let nodes: FakeUpstream[]
let key: string
beforeAll(async () => {
  nodes = await Promise.all([1, 2, 3].map(() => startFakeUpstream(() => ({ resultText: 'null' }))))
})
const gateway = started(() => {
  const upstreams = nodes.map(({ url }, index) => ({ name: `node-${index + 1}`, url }))
  return startTestGateway({
    // The networks without `-all` check as many answers as by default. A second attempt at a slow
    // call would add to the calls that the tests count.
    networks: {
      evm: { upstreams, cache: false, hedging: false, checkAnswers: 0.01 },
      'evm-all': { upstreams, cache: false, hedging: false },
      solana: { family: 'solana', upstreams, hedging: false, checkAnswers: 0.01 },
      'solana-all': { family: 'solana', upstreams, hedging: false },
    },
    plans: { core: { dailyCredits: 100_000_000, creditsPerSecond: 10_000_000 } },
  })
})
beforeAll(async () => {
  key = await gateway.addKey()
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
})

const CALLS = much(20, 6)
/** Number of calls that three nodes share. Each node must get at least half of its third. */
const CALLS_AFTER = much(30, 12)

let asks = 0
const paramsFor = (method: string): unknown[] =>
  method === 'getTokenAccountBalance'
    ? [newPubkey()]
    : method === 'eth_getLogs'
      ? [{ fromBlock: '0x1', toBlock: `0x${(++asks).toString(16)}` }]
      : [hashOf(++asks)]
const networkOf = (method: string, suffix = '') => `${method.startsWith('eth') ? 'evm' : 'solana'}${suffix}`
const ask = (network: string, method: string, params = paramsFor(method)) =>
  post(httpUrl(gateway, network, key), callOf(method, params))
const everyNode = (script: FakeScript) => {
  for (const node of nodes) node.setScript(script)
}
const counted = () => nodes.map(({ requests }) => requests.length)
const askedSince = (before: number[]) => counted().map((count, index) => count - before[index]!)
const metric = async (name: string): Promise<string[]> => {
  const text = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  return text.split('\n').filter((line) => line.startsWith(`${name}{`))
}

describe.each(['', '-all'])('honest nodes, whatever a caller asks of them (network …%s)', (suffix) => {
  test.each([...genuine, ...outsideSchema])(
    '%s: no node is taken out, and the other calls are spread',
    async (_, method, result) => {
      const network = networkOf(method, suffix)
      everyNode(() => ({ resultText: JSON.stringify(result) }))
      const before = counted()
      for (let call = 0; call < CALLS; call++) {
        const { text } = await ask(network, method)
        expect(text).toBe(`{"jsonrpc":"2.0","id":1,"result":${JSON.stringify(result)}}`)
      }
      // The gateway asks at most one more node for each call.
      expect(askedSince(before).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(2 * CALLS)
      const between = counted()
      everyNode(() => ({ resultText: JSON.stringify(good[method]) }))
      for (let call = 0; call < CALLS_AFTER; call++) await ask(network, method)
      for (const count of askedSince(between)) expect(count).toBeGreaterThanOrEqual(CALLS_AFTER / 6)
      expect(await metric('tollgate_answer_violations_total')).toEqual([])
    },
  )
})

test('a known answer of real chains is asked of one node, and is no gap where the contract has it', async () => {
  for (const [, method, result] of genuine) {
    everyNode(() => ({ resultText: JSON.stringify(result) }))
    const before = counted()
    for (let call = 0; call < 4; call++) await ask(networkOf(method, '-all'), method)
    expect(askedSince(before).reduce((sum, count) => sum + count)).toBe(4)
  }
  const paths = (await metric('tollgate_contract_gaps_total')).map(
    (line) => /method="(\w+)",schema_path="([^"]+)"/.exec(line)!,
  )
  expect(paths.map(([, method, path]) => `${method} ${path}`).sort()).toEqual([
    'eth_getLogs #/components/schemas/Log/properties/topics/type',
    'eth_getTransactionReceipt #/components/schemas/Quantity/type',
    'eth_getTransactionReceipt #/components/schemas/ReceiptFields/required',
    'eth_getTransactionReceipt #/components/schemas/ReceiptOutcome/anyOf',
    'getTokenAccountBalance #/components/schemas/TokenAmount/properties/decimals/type',
  ])
  const told = gateway.logLines.filter(({ message }) => message === 'the contract does not foresee an answer')
  expect(new Set(told.map((line) => JSON.stringify(line))).size).toBe(told.length)
})

test('the same call again asks one node, and the gap is counted once', async () => {
  const [, method, result] = outsideSchema[0]!
  everyNode(() => ({ resultText: JSON.stringify(result) }))
  const params = paramsFor(method)
  const before = counted()
  const gaps = () => metric('tollgate_contract_gaps_total').then((lines) => lines.find((line) => line.includes(method)))
  const countBefore = Number((await gaps())!.split(' ').at(-1))
  for (let call = 0; call < CALLS; call++) await ask('solana-all', method, params)
  expect(askedSince(before).reduce((sum, count) => sum + count)).toBe(1 + CALLS)
  expect(Number((await gaps())!.split(' ').at(-1))).toBe(countBefore + 1)
})
