import { Connection } from '@solana/web3.js'
import { JsonRpcProvider } from 'ethers'
import { createPublicClient, createTestClient, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { Web3 } from 'web3'
import { type Anvil, startAnvil } from '../../src/tools/demo/anvil.js'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'
import { openSocket } from '../support/web-socket.js'

// Clients make these calls. A review of their flows found that the gateway did not have them.

/** Private key of the second account that anvil makes. */
const PRIVATE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

let anvil: Anvil
let gateway: TestGateway
let key: string
let url: string
beforeAll(async () => {
  anvil = await startAnvil()
  gateway = await startTestGateway({
    networks: { evm: { urls: [anvil.url] } },
    contracts: ['ethereum', 'ethereum-debug', 'anvil'],
  })
  key = await gateway.addKey({}, { plan: 'growth' })
  url = httpUrl(gateway, 'evm', key)
})
afterAll(async () => {
  await gateway?.stop()
  await anvil?.stop()
})

test('viem sends a transaction and gets its receipt with the same call', async () => {
  const account = privateKeyToAccount(PRIVATE_KEY)
  const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
  expect(await wallet.sendTransactionSync({ to: account.address, value: 1n })).toMatchObject({ status: 'success' })
})

test('web3 asks for accounts, and gets those that the node holds', async () => {
  expect(await new Web3(url).eth.getAccounts()).toEqual(await new Web3(anvil.url).eth.getAccounts())
})

test('viem traces a transaction, and reads the pool', async () => {
  const account = privateKeyToAccount(PRIVATE_KEY)
  const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
  const hash = await wallet.sendTransaction({ to: account.address, value: 1n })
  const reader = createPublicClient({ chain: foundry, transport: http(url) })
  await reader.waitForTransactionReceipt({ hash })
  expect(await reader.request({ method: 'debug_traceTransaction', params: [hash] } as never)).toHaveProperty('gas')
  const tester = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url) }).extend(publicActions)
  // anvil has the receipt before it takes the transaction out of the pool.
  await expectSoon(() => tester.getTxpoolStatus(), { pending: 0, queued: 0 })
  const before = await tester.getBlockNumber({ cacheTime: 0 })
  await tester.mine({ blocks: 2 })
  expect(await tester.getBlockNumber({ cacheTime: 0 })).toBe(before + 2n)
})

test('viem reads 500 values in batches of the size that docs/calling.md gives', async () => {
  const reader = createPublicClient({ transport: http(url, { batch: { batchSize: 100 } }) })
  const addressOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as const
  const balances = Array.from({ length: 500 }, (_, index) => reader.getBalance({ address: addressOf(index) }))
  expect(await Promise.all(balances)).toHaveLength(500)
})

test('ethers hears of pending transactions over HTTP', async () => {
  const provider = new JsonRpcProvider(url, undefined, { pollingInterval: 100 })
  const heard = new Promise<string>((resolve) => void provider.once('pending', resolve))
  const account = privateKeyToAccount(PRIVATE_KEY)
  const wallet = createWalletClient({ account, chain: foundry, transport: http(url) })
  // ethers does not show when it begins to listen.
  const sending = setInterval(
    () => void wallet.sendTransaction({ to: account.address, value: 1n }).catch(() => {}),
    300,
  )
  expect(await heard).toMatch(/^0x[0-9a-f]{64}$/)
  clearInterval(sending)
  provider.destroy()
})

test('@solana/web3.js finds its WebSocket at the address of calls', async () => {
  // If an address names no port, the client derives the same address with another scheme.
  const { _rpcWsEndpoint: derived } = new Connection('https://rpc.example.com/v3/KEY') as never
  expect(derived).toBe('wss://rpc.example.com/v3/KEY')
  const socket = await openSocket(url.replace('http', 'ws'))
  expect(JSON.parse(await socket.ask('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'))).toMatchObject({
    result: '0x7a69',
  })
  await socket.close()
})
