import { type Base64EncodedWireTransaction, createSolanaRpc } from '@solana/kit'
import { Keypair, LAMPORTS_PER_SOL, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { JsonRpcProvider, Wallet } from 'ethers'
import { createTestClient, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { startSurfpool } from '../../src/tools/demo/surfpool.js'
import { httpUrl } from '../support/addresses.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { startTestGateway, type TestGateway } from '../support/gateway.js'
import { started, startedEach } from '../support/started.js'

/** The first accounts that anvil makes, which have ether. */
const PRIVATE_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const TO = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** A proxy in front of a node. It can lose answers to writes that the node took. */
interface Front extends FakeUpstream {
  losesAnswers: boolean
  /** Answers of the node to the writes. */
  readonly answers: string[]
}

const startFront = async (nodeUrl: string, write: string): Promise<Front> => {
  const state = { losesAnswers: false, answers: [] as string[] }
  const node = await startFakeUpstream(async ({ body, json }) => {
    const response = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = await response.text()
    if (json.method !== write) return { raw: text }
    state.answers.push(text)
    return state.losesAnswers ? { destroy: true } : { raw: text }
  })
  return Object.defineProperties(state, Object.getOwnPropertyDescriptors(node)) as unknown as Front
}

let gateway: TestGateway | undefined
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
})

const start = async (family: 'evm' | 'solana', urls: readonly string[], contract: object): Promise<string> => {
  gateway = await startTestGateway({ networks: { main: { family, urls } }, contracts: [contract] })
  return httpUrl(gateway, 'main', await gateway.addKey())
}
const sends = (method: string) =>
  gateway!.logLines.filter((line) => line.method === method).map(({ outcome, costCredits }) => [outcome, costCredits])

describe('transactions by unmodified clients to anvil', () => {
  const anvil = startedEach(() => startAnvil({ args: ['--no-mining'] }))
  const front = startedEach(() => startFront(anvil.url, 'eth_sendRawTransaction'))

  const clientsOf = (url: string) => {
    const account = privateKeyToAccount(PRIVATE_KEYS[0])
    const wallet = createWalletClient({ account, chain: foundry, transport: http(url) }).extend(publicActions)
    const node = createTestClient({ mode: 'anvil', chain: foundry, transport: http(anvil.url) })
    return { wallet, mine: () => node.mine({ blocks: 1 }) }
  }

  test('viem sends to all nodes, and finds the receipt', async () => {
    const url = await start('evm', [anvil.url, front.url], { name: 'ethereum', broadcast: ['eth_sendRawTransaction'] })
    const { wallet, mine } = clientsOf(url)
    const hash = await wallet.sendTransaction({ to: TO, value: 5n })
    await mine()
    expect(await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })).toMatchObject({ status: 'success' })
    await expectSoon(() => front.answers.length, 1)
    expect(sends('eth_sendRawTransaction')).toEqual([['ok', 160]])
  })

  test('viem, told that the outcome is unknown, sends again and gets the hash of the one transaction', async () => {
    const url = await start('evm', [front.url], { name: 'ethereum' })
    const { wallet, mine } = clientsOf(url)
    const request = await wallet.prepareTransactionRequest({ to: TO, value: 5n })
    const serializedTransaction = await wallet.signTransaction(request)
    front.losesAnswers = true
    await expect(wallet.sendRawTransaction({ serializedTransaction })).rejects.toThrow('may or may not have taken')
    front.losesAnswers = false
    const hash = await wallet.sendRawTransaction({ serializedTransaction })
    await mine()
    expect(await wallet.waitForTransactionReceipt({ hash, pollingInterval: 50 })).toMatchObject({ status: 'success' })
    expect(sends('eth_sendRawTransaction')).toEqual([
      ['write-outcome-unknown', 0],
      ['ok', 160],
    ])
    expect(front.answers[1]).toContain('already')
  })

  test('ethers sends with a Wallet, to a node beside one that is gone', async () => {
    const gone = await startFakeUpstream(() => ({ hang: true }))
    await gone.stop()
    const url = await start('evm', [gone.url, anvil.url], { name: 'ethereum', broadcast: ['eth_sendRawTransaction'] })
    const provider = new JsonRpcProvider(url, 31_337, { staticNetwork: true, pollingInterval: 50 })
    const response = await new Wallet(PRIVATE_KEYS[1], provider).sendTransaction({ to: TO, value: 7n })
    await clientsOf(url).mine()
    expect((await response.wait())?.status).toBe(1)
    provider.destroy()
  })
})

describe('transactions by unmodified clients to surfpool', () => {
  const surfpool = started(() => startSurfpool())
  const front = started(() => startFront(surfpool.url, 'sendTransaction'))

  const payer = Keypair.generate()
  const sign = async (rpc: ReturnType<typeof createSolanaRpc>, lamports: number) => {
    const { value } = await rpc.getLatestBlockhash().send()
    const transaction = new Transaction({
      blockhash: value.blockhash,
      lastValidBlockHeight: 0,
      feePayer: payer.publicKey,
    })
    const toPubkey = new PublicKey(Buffer.alloc(32, 7))
    transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey, lamports }))
    transaction.sign(payer)
    return transaction.serialize().toString('base64') as Base64EncodedWireTransaction
  }
  const fund = () =>
    surfpool.call('surfnet_setAccount', [payer.publicKey.toBase58(), { lamports: 10 * LAMPORTS_PER_SOL }])

  test('kit sends to all nodes, and again: the signature is the same', async () => {
    await fund()
    const url = await start('solana', [surfpool.url, front.url], { name: 'solana', broadcast: ['sendTransaction'] })
    const rpc = createSolanaRpc(url)
    const wire = await sign(rpc, LAMPORTS_PER_SOL)
    const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    expect(await rpc.sendTransaction(wire, { encoding: 'base64' }).send()).toBe(signature)
    const statuses = await rpc.getSignatureStatuses([signature]).send()
    expect(statuses.value[0]).toMatchObject({ err: null })
    await expectSoon(() => front.answers.some((text) => text.includes('already been processed')), true)
  })
})
