import { JsonRpcProvider, Wallet } from 'ethers'
import { createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { startMock } from '../../../src/tools/mock/mock.js'
import { started } from '../../support/started.js'

const PRIVATE_KEY = `0x${'11'.repeat(32)}` as const
const RECEIVER = '0x00000000219ab540356cbb839cbe05303d7705fa'

const mock = started(() => {
  const limits = { dailyCredits: 100_000_000, creditsPerSecond: 1_000_000 }
  return startMock({ port: 0, seed: 'test', blockTimeMs: 300, ...limits, env: {} })
})
const url = () => mock.endpoints.find(({ network }) => network === 'ethereum-mainnet')!.http

test('ethers sends a transaction, and waits for it', async () => {
  const provider = new JsonRpcProvider(url(), undefined, { pollingInterval: 50 })
  try {
    const sent = await new Wallet(PRIVATE_KEY, provider).sendTransaction({ to: RECEIVER, value: 1n })
    const receipt = await sent.wait()
    expect(receipt).toMatchObject({ hash: sent.hash, status: 1 })
  } finally {
    provider.destroy()
  }
})

test('viem sends a transaction, and waits for it', async () => {
  const account = privateKeyToAccount(PRIVATE_KEY)
  const client = createWalletClient({ account, chain: mainnet, transport: http(url()) }).extend(publicActions)
  const transactionHash = await client.sendTransaction({ to: RECEIVER, value: 1n })
  expect(await client.waitForTransactionReceipt({ hash: transactionHash, pollingInterval: 50 })).toMatchObject({
    transactionHash,
    status: 'success',
  })
})
