// Flows of viem, a process each: `node viem.mjs FLOW URL WORLD` prints what it found as JSON.
import { isDeepStrictEqual } from 'node:util'
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  http,
  parseAbi,
  webSocket,
} from 'viem'
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
const transport = () => (isSocket ? webSocket(url) : http(url, { batch: flow === 'batch' }))
const account = privateKeyToAccount(privateKey)
const client = createPublicClient({ chain: foundry, transport: transport() })
const wallet = createWalletClient({ account, chain: foundry, transport: transport() })
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const addressOf = (index) => `0x${index.toString(16).padStart(40, '0')}`
const limit = () => client.readContract({ address: vault, abi, functionName: 'limit' })
const deposit = () => wallet.writeContract({ address: vault, abi, functionName: 'deposit', args: [BigInt(amount)] })
const deploy = async (bytecode) => {
  const hash = await wallet.deployContract({ abi, bytecode })
  return (await client.waitForTransactionReceipt({ hash })).contractAddress
}
const reasonOf = async (address) => {
  try {
    await client.simulateContract({ account, address, abi, functionName: 'deposit', args: [1n] })
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return error.walk((cause) => cause instanceof ContractFunctionRevertedError)?.reason
  }
}
const amountsOf = (logs) => logs.map(({ args }) => String(args.amount)).filter((one) => one === amount)

const flows = {
  read: async () => ({
    chainId: await client.getChainId(),
    hasHead: (await client.getBlockNumber()) > 0n,
    limit: String(await limit()),
  }),
  send: async () => {
    const hash = await wallet.sendTransaction({ to: receiver, value: BigInt(amount) })
    return { isMined: (await client.waitForTransactionReceipt({ hash })).status === 'success' }
  },
  deploy: async () => {
    const address = await deploy(vaultBytecode)
    const read = await client.readContract({ address, abi, functionName: 'limit' })
    return { limit: String(read), reason: await reasonOf(await deploy(refuserBytecode)) }
  },
  poll: async () => {
    const found = new Promise((resolve, reject) => {
      const stop = client.watchContractEvent({
        address: vault,
        abi,
        eventName: 'Deposited',
        poll: true,
        onError: reject,
        onLogs: (logs) => {
          if (amountsOf(logs).length === 0) return
          stop()
          resolve(amountsOf(logs))
        },
      })
    })
    await pause(1_000)
    await deposit()
    return { amounts: await found }
  },
  filter: async () => {
    const filter = await client.createContractEventFilter({ address: vault, abi, eventName: 'Deposited' })
    await deposit()
    let amounts = []
    while (amounts.length === 0) {
      await pause(500)
      amounts = amountsOf(await client.getFilterChanges({ filter }))
    }
    await client.uninstallFilter({ filter })
    return { amounts }
  },
  batch: async () => {
    const balances = Array.from({ length: 50 }, (_, index) => client.getBalance({ address: addressOf(index) }))
    return { answers: (await Promise.all(balances)).length }
  },
  fee: async () => ({
    hasFee: (await client.estimateFeesPerGas()).maxFeePerGas > 0n,
    nonce: await client.getTransactionCount({ address: account.address }),
  }),
  burst: async () => {
    const calls = [limit, () => client.getBlockNumber({ cacheTime: 0 }), () => client.getBalance({ address: vault })]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    const stops = []
    /** Waits for what `begin` starts to watch. */
    const first = (begin) => new Promise((resolve, reject) => stops.push(begin(resolve, reject)))
    const numbers = first((onBlockNumber, onError) => client.watchBlockNumber({ onBlockNumber, onError }))
    const blocks = first((onBlock, onError) => client.watchBlocks({ onBlock, onError }))
    const pending = first((onTransactions, onError) => client.watchPendingTransactions({ onTransactions, onError }))
    // Others deposit, too.
    const own = (resolve) => (logs) => amountsOf(logs).length > 0 && resolve(amountsOf(logs))
    const found = first((resolve, onError) =>
      client.watchContractEvent({ address: vault, abi, eventName: 'Deposited', onLogs: own(resolve), onError }),
    )
    const [event] = abi.filter(({ type }) => type === 'event')
    const sameFound = first((resolve, onError) =>
      client.watchEvent({ address: vault, event, onLogs: own(resolve), onError }),
    )
    await numbers
    await deposit()
    const amounts = await found
    const end = {
      hasBlocks: (await blocks).number > 0n,
      amounts: isDeepStrictEqual(await sameFound, amounts) ? amounts : 'not the same',
      hasPending: (await pending).length > 0,
    }
    for (const stop of stops) stop()
    return end
  },
}

console.log(JSON.stringify(await flows[flow]()))
// For calls that begin while the first socket is opening, viem opens another and forgets it.
if (isSocket) process.exit()
