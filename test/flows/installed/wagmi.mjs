// Flows of wagmi core, a process each: `node wagmi.mjs FLOW URL WORLD` prints what it found as
// JSON. The user's wallet sends an application's transactions; here, viem stands for it.
import {
  createConfig,
  estimateFeesPerGas,
  getBalance,
  getBlockNumber,
  getTransactionCount,
  readContract,
  simulateContract,
  waitForTransactionReceipt,
  watchBlockNumber,
  watchBlocks,
  watchContractEvent,
  watchPendingTransactions,
} from '@wagmi/core'
import { BaseError, ContractFunctionRevertedError, createWalletClient, http, parseAbi, webSocket } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'

const [flow, url, text] = process.argv.slice(2)
const { privateKey, receiver, vault, vaultBytecode, refuserBytecode, amount } = JSON.parse(text)
const abi = parseAbi([
  'function limit() view returns (uint256)',
  'function deposit(uint256 amount)',
  'event Deposited(address indexed from, uint256 amount)',
])
const isSocket = url.startsWith('ws')
const transport = isSocket ? webSocket(url) : http(url, { batch: flow === 'batch' })
const config = createConfig({ chains: [foundry], transports: { [foundry.id]: transport } })
const account = privateKeyToAccount(privateKey)
const wallet = createWalletClient({ account, chain: foundry, transport })
const event = { address: vault, abi, eventName: 'Deposited' }
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const addressOf = (index) => `0x${index.toString(16).padStart(40, '0')}`
const limitOf = (address) => readContract(config, { address, abi, functionName: 'limit' })
const deposit = () => wallet.writeContract({ address: vault, abi, functionName: 'deposit', args: [BigInt(amount)] })
const deploy = async (bytecode) => {
  const hash = await wallet.deployContract({ abi, bytecode })
  return (await waitForTransactionReceipt(config, { hash })).contractAddress
}
const reasonOf = async (address) => {
  try {
    await simulateContract(config, { account, address, abi, functionName: 'deposit', args: [1n] })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return error.walk((cause) => cause instanceof ContractFunctionRevertedError)?.reason
  }
}
const stops = []
/** Waits for what `begin` starts to watch. */
const first = (begin) => new Promise((resolve, reject) => stops.push(begin(resolve, reject)))
/** Waits for the own deposit among those of others. */
const firstOwn = (options) =>
  first((resolve, onError) =>
    watchContractEvent(config, {
      ...event,
      ...options,
      onError,
      onLogs: (logs) => {
        const own = logs.map(({ args }) => String(args.amount)).filter((one) => one === amount)
        if (own.length > 0) resolve(own)
      },
    }),
  )

const flows = {
  read: async () => ({
    chainId: config.getClient().chain.id,
    hasHead: (await getBlockNumber(config)) > 0n,
    limit: String(await limitOf(vault)),
  }),
  send: async () => {
    const hash = await wallet.sendTransaction({ to: receiver, value: BigInt(amount) })
    return { isMined: (await waitForTransactionReceipt(config, { hash })).status === 'success' }
  },
  deploy: async () => {
    const limit = String(await limitOf(await deploy(vaultBytecode)))
    return { limit, reason: await reasonOf(await deploy(refuserBytecode)) }
  },
  poll: async () => {
    const amounts = firstOwn({ poll: true })
    await pause(1_000)
    await deposit()
    return { amounts: await amounts }
  },
  batch: async () => {
    const balances = Array.from({ length: 50 }, (_, index) => getBalance(config, { address: addressOf(index) }))
    return { answers: (await Promise.all(balances)).length }
  },
  fee: async () => ({
    hasFee: (await estimateFeesPerGas(config)).maxFeePerGas > 0n,
    nonce: await getTransactionCount(config, { address: account.address }),
  }),
  burst: async () => {
    const calls = [
      () => limitOf(vault),
      () => getBlockNumber(config, { cacheTime: 0 }),
      () => getBalance(config, { address: vault }),
    ]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    const numbers = first((onBlockNumber, onError) => watchBlockNumber(config, { onBlockNumber, onError }))
    const blocks = first((onBlock, onError) => watchBlocks(config, { onBlock, onError }))
    const pending = first((onTransactions, onError) => watchPendingTransactions(config, { onTransactions, onError }))
    const amounts = firstOwn({})
    await numbers
    await deposit()
    return {
      hasBlocks: (await blocks).number > 0n,
      amounts: await amounts,
      hasPending: (await pending).length > 0,
    }
  },
}

console.log(JSON.stringify(await flows[flow]()))
for (const stop of stops) stop()
// For calls that begin while the first socket is opening, viem opens another and forgets it.
if (isSocket) process.exit()
