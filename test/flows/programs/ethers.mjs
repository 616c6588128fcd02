// Flows of ethers, a process each: `node ethers.mjs FLOW URL WORLD` prints what it found as JSON.
import { Contract, ContractFactory, JsonRpcProvider, Wallet, WebSocketProvider } from 'ethers'

const [flow, url, text] = process.argv.slice(2)
const { privateKey, receiver, vault, vaultBytecode, refuserBytecode, amount } = JSON.parse(text)
const abi = [
  'function limit() view returns (uint256)',
  'function deposit(uint256 amount)',
  'event Deposited(address indexed from, uint256 amount)',
]
const provider = url.startsWith('ws')
  ? new WebSocketProvider(url)
  : new JsonRpcProvider(url, undefined, { polling: flow === 'poll' })
const wallet = new Wallet(privateKey, provider)
const contract = new Contract(vault, abi, wallet)
const addressOf = (index) => `0x${index.toString(16).padStart(40, '0')}`
/** For 250 ms ethers answers a call as before, the nonce included, also in front of a node. */
const FORGETS_MS = 300
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const reasonOf = async (address) => {
  try {
    await new Contract(address, abi, wallet).deposit.staticCall(1)
  } catch (error) {
    if (error.code !== 'CALL_EXCEPTION') throw error
    return error.reason
  }
}
const deployed = async (address, refuser) => ({
  limit: String(await new Contract(address, abi, provider).limit()),
  reason: await reasonOf(refuser),
})
const factoryOf = (bytecode) => new ContractFactory(abi, bytecode, wallet)
/** Deposits, and waits until `contract.on` reports the event. */
const heard = async () => {
  let stop
  const found = new Promise((resolve) => {
    stop = resolve
  })
  await contract.on('Deposited', (_from, given) => {
    if (String(given) === amount) stop([amount])
  })
  await pause(1_000)
  await contract.deposit(amount)
  const amounts = await found
  await contract.removeAllListeners()
  return { amounts }
}

const flows = {
  read: async () => ({
    chainId: Number((await provider.getNetwork()).chainId),
    hasHead: (await provider.getBlockNumber()) > 0,
    limit: String(await contract.limit()),
  }),
  send: async () => {
    const sent = await wallet.sendTransaction({ to: receiver, value: amount })
    await sent.wait()
    return { isMined: (await sent.wait(2)).status === 1 }
  },
  deploy: async () => {
    const contracts = []
    for (const bytecode of [vaultBytecode, refuserBytecode]) {
      contracts.push(await (await factoryOf(bytecode).deploy()).waitForDeployment())
      await pause(FORGETS_MS)
    }
    return deployed(...contracts.map(({ target }) => target))
  },
  poll: heard,
  filter: heard,
  batch: async () => {
    const balances = Array.from({ length: 50 }, (_, index) => provider.getBalance(addressOf(index)))
    return { answers: (await Promise.all(balances)).length }
  },
  fee: async () => ({
    hasFee: (await provider.getFeeData()).maxFeePerGas > 0n,
    nonce: await provider.getTransactionCount(wallet.address),
  }),
  burst: async () => {
    const calls = [
      (index) => contract.limit({ gasLimit: 100_000 + index }),
      () => provider.getBlockNumber(),
      () => provider.getBalance(vault),
    ]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length](call))
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    const once = (event) => new Promise((resolve) => provider.once(event, resolve))
    const pending = once('pending')
    const numbers = []
    const listener = (number) => numbers.push(number)
    await provider.on('block', listener)
    const { amounts } = await heard()
    const end = { hasBlocks: numbers.length > 0, amounts, hasPending: (await pending).length === 66 }
    await provider.off('block', listener)
    await provider.removeAllListeners()
    return end
  },
}

console.log(JSON.stringify(await flows[flow]()))
// ethers unsubscribes after its promises resolve, and throws if it is destroyed before it did.
if (url.startsWith('ws')) await pause(500)
await provider.destroy()
