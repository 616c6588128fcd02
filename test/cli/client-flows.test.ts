import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JsonRpcProvider, Wallet } from 'ethers'
import { createWalletClient, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { Web3 } from 'web3'
import { clientFlows } from '../../src/cli/operate/client-flows.js'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'

/** anvil's second account. */
const PRIVATE_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const TO = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

type Message = { id: number; method: string; params: unknown[] }

/** A node that records the methods it is asked for; it has no more than the contract ethereum. */
const startRecorder = async (target: string) => {
  let asked: string[] = []
  let isFrozen = false
  const answer = async ({ id, method, params }: Message) => {
    if (!isFrozen) asked.push(method)
    const error = { code: -32601, message: `the method ${method} does not exist/is not available` }
    if (method === 'eth_fillTransaction') return { jsonrpc: '2.0', id, error }
    return { jsonrpc: '2.0', id, result: await callNode(target, method, params) }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Message | Message[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
    forget: () => {
      asked = []
    },
    /** Calls from now on are for the receipt. */
    freeze: () => {
      isFrozen = true
    },
    asked: () => asked.filter((method) => method !== 'eth_fillTransaction'),
  }
}

type Recorder = Awaited<ReturnType<typeof startRecorder>>

const flows: Readonly<Record<string, (recorder: Recorder) => Promise<unknown>>> = {
  ethers: async ({ url, forget }) => {
    const provider = new JsonRpcProvider(url)
    await provider.getNetwork()
    forget()
    await new Wallet(PRIVATE_KEY, provider).sendTransaction({ to: TO, value: 1n })
    provider.destroy()
  },
  viem: ({ url }) =>
    createWalletClient({ account: privateKeyToAccount(PRIVATE_KEY), chain: foundry, transport: http(url) }) //
      .sendTransaction({ to: TO, value: 1n }),
  web3: async ({ url, freeze }) => {
    const { eth } = new Web3(url)
    const account = eth.accounts.privateKeyToAccount(PRIVATE_KEY)
    eth.accounts.wallet.add(account)
    const sent = eth.sendTransaction({ from: account.address, to: TO, value: '1' })
    sent.on('transactionHash', freeze)
    await sent
  },
}

test.each(Object.entries(flows))('%s sends for one transaction what the table says', async (client, send) => {
  const anvil = await startAnvil({ args: ['--block-time', '1'] })
  const recorder = await startRecorder(anvil.url)
  await send(recorder)
  const asked = recorder.asked()
  // ethers asks for the chain three or four times, as its questions happen to meet.
  if (client === 'ethers' && asked.filter((method) => method === 'eth_chainId').length === 4)
    asked.splice(asked.indexOf('eth_chainId'), 1)
  expect(asked.sort()).toEqual([...clientFlows.find((flow) => flow.client === client)!.calls].sort())
  recorder.stop()
  await anvil.stop()
})
