import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { httpUrl } from '../support/addresses.js'
import { callOf, post, startTestGateway, type TestGateway } from '../support/gateway.js'

const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

let anvil: Anvil
let gateway: TestGateway
let key: string
/** A transaction in block 1. */
let hash: string

beforeAll(async () => {
  anvil = await startAnvil()
  hash = (await callNode(anvil.url, 'eth_sendTransaction', [{ from: FROM, to: TO, value: '0x1' }])) as string
  await callNode(anvil.url, 'evm_mine', [])
  gateway = await startTestGateway({
    networks: { tests: { urls: [anvil.url], contracts: ['ethereum-debug', 'anvil'] }, plain: { urls: [anvil.url] } },
    contracts: ['ethereum'],
  })
  key = await gateway.addKey()
})
afterAll(async () => {
  // The gateway checks every answer of its node in these tests.
  expect(gateway.logLines.filter(({ message }) => /contract/.test(String(message)))).toEqual([])
  await gateway.stop()
  await anvil.stop()
})

const replyTo = async (network: string, method: string, params: unknown[]) =>
  (await post(httpUrl(gateway, network, key), callOf(method, params))).json as { result?: unknown; error?: object }
const ask = async (method: string, ...params: unknown[]) => (await replyTo('tests', method, params)).result

const transfer = { from: FROM, to: TO, value: '0x1' }

test.each<[string, () => unknown[], unknown]>([
  ['debug_traceTransaction', () => [hash], expect.objectContaining({ gas: 21_000, structLogs: [] })],
  ['debug_traceTransaction', () => [hash, { tracer: 'callTracer' }], expect.objectContaining({ type: 'CALL', to: TO })],
  ['debug_traceBlockByNumber', () => ['0x1'], [expect.objectContaining({ result: expect.any(Object) })]],
  ['debug_traceCall', () => [transfer, 'latest', { tracer: 'callTracer' }], expect.objectContaining({ to: TO })],
  ['debug_getRawTransaction', () => [hash], expect.stringMatching(/^0x02/)],
  ['trace_block', () => ['0x1'], [expect.objectContaining({ type: 'call' })]],
  [
    'trace_transaction',
    () => [hash],
    [expect.objectContaining({ type: 'call', action: expect.objectContaining({ to: TO }) })],
  ],
  ['trace_filter', () => [{ fromBlock: '0x1', toBlock: '0x1', fromAddress: [FROM] }], expect.any(Array)],
  ['trace_replayBlockTransactions', () => ['0x1', ['trace']], [expect.objectContaining({ trace: expect.any(Array) })]],
  ['txpool_status', () => [], { pending: '0x0', queued: '0x0' }],
  ['txpool_content', () => [], { pending: {}, queued: {} }],
  ['txpool_inspect', () => [], { pending: {}, queued: {} }],
])('%s is answered by anvil, as the contract says', async (method, params, result) => {
  expect(await ask(method, ...params())).toEqual(result)
})

const ONE = `0x${'1'.padStart(64, '0')}`

test('a chain for tests is changed through the gateway, and goes back', async () => {
  const block = await ask('eth_blockNumber')
  const id = await ask('evm_snapshot')
  await ask('anvil_setBalance', TO, '0x5')
  await ask('hardhat_setStorageAt', TO, '0x0', ONE)
  await ask('evm_increaseTime', 3600)
  await ask('evm_mine')
  await ask('anvil_mine', 2)
  expect([
    Number(await ask('eth_blockNumber')) - Number(block),
    await ask('eth_getBalance', TO, 'latest'),
    await ask('eth_getStorageAt', TO, '0x0', 'latest'),
  ]).toEqual([3, '0x5', ONE])
  expect(await ask('evm_revert', id)).toBe(true)
  expect(await ask('eth_blockNumber')).toBe(block)
})

test('what the contract says of the results of a chain for tests is what anvil gives', async () => {
  for (const [method, ...params] of [
    ['evm_setAutomine', true],
    ['evm_setNextBlockTimestamp', 4_102_444_800],
    ['evm_setTime', 4_102_444_900],
    ['evm_setBlockGasLimit', '0x1c9c380'],
    ['evm_setIntervalMining', 0],
    ['anvil_impersonateAccount', TO],
    ['anvil_stopImpersonatingAccount', TO],
    ['anvil_autoImpersonateAccount', false],
    ['anvil_getAutomine'],
    ['anvil_getIntervalMining'],
    ['anvil_metadata'],
    ['anvil_addBalance', TO, '0x1'],
    ['anvil_setCode', TO, '0x00'],
    ['anvil_setNonce', TO, '0x10'],
    ['anvil_setCoinbase', TO],
    ['anvil_setNextBlockBaseFeePerGas', '0x3b9aca00'],
    ['anvil_setBlockTimestampInterval', 12],
    ['anvil_removeBlockTimestampInterval'],
    ['anvil_dropTransaction', hash],
    ['anvil_dropAllTransactions'],
    ['anvil_removePoolTransactions', TO],
    ['hardhat_mine', '0x1', '0x2'],
    ['anvil_rollback', 1],
  ] as const) {
    const reply = await replyTo('tests', method, params)
    expect([method, reply.error, 'result' in reply]).toEqual([method, undefined, true])
  }
})

test('both contracts are off unless the configuration names them', async () => {
  for (const method of ['debug_traceTransaction', 'txpool_status', 'evm_mine']) {
    expect((await replyTo('plain', method, [])).error).toMatchObject({ code: -32601 })
  }
})
