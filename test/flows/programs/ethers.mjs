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
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** What `tx.wait()` does, by polling. */
const receiptOf = async (hash) => {
  for (;;) {
    const receipt = await provider.getTransactionReceipt(hash)
    if (receipt !== null) return receipt
    await pause(1_000)
  }
}
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
const amountsOf = (logs) => logs.map(({ args }) => String(args.amount)).filter((one) => one === amount)

const flows = {
  read: async () => ({
    chainId: Number((await provider.getNetwork()).chainId),
    hasHead: (await provider.getBlockNumber()) > 0,
    limit: String(await contract.limit()),
  }),
  send: async () => {
    const sent = await wallet.sendTransaction({ to: receiver, value: amount })
    return { isMined: (await sent.wait()).status === 1 }
  },
  sendByPolling: async () => {
    // snippet: ethers-websocket-send
    const sent = await wallet.sendTransaction({ to: receiver, value: amount })
    let receipt = null
    while (receipt === null) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      receipt = await provider.getTransactionReceipt(sent.hash)
    }
    // end of snippet
    return { isMined: receipt.status === 1 }
  },
  deploy: async () => {
    const contracts = []
    for (const bytecode of [vaultBytecode, refuserBytecode])
      contracts.push(await (await factoryOf(bytecode).deploy()).waitForDeployment())
    return deployed(...contracts.map(({ target }) => target))
  },
  deployByPolling: async () => {
    const addresses = []
    for (const bytecode of [vaultBytecode, refuserBytecode]) {
      const { hash } = (await factoryOf(bytecode).deploy()).deploymentTransaction()
      addresses.push((await receiptOf(hash)).contractAddress)
    }
    return deployed(...addresses)
  },
  poll: heard,
  pollByHand: async () => {
    const found = []
    const onDeposited = (_from, given) => found.push(String(given))
    const isFound = () => found.includes(amount)
    const sent = pause(1_500).then(() => contract.deposit(amount))
    // snippet: ethers-websocket-events
    let next = (await provider.getBlockNumber()) + 1
    while (!isFound()) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      const head = await provider.getBlockNumber()
      if (head < next) continue
      const logs = await contract.queryFilter('Deposited', next, head)
      for (const { args } of logs) onDeposited(args.from, args.amount)
      next = head + 1
    }
    // end of snippet
    await sent
    return { amounts: found.filter((one) => one === amount) }
  },
  filter: heard,
  filterByHand: async () => {
    const topics = await contract.filters.Deposited().getTopicFilter()
    const id = await provider.send('eth_newFilter', [{ address: vault, topics }])
    await contract.deposit(amount)
    let amounts = []
    while (amounts.length === 0) {
      await pause(1_000)
      const logs = await provider.send('eth_getFilterChanges', [id])
      amounts = amountsOf(logs.map((log) => contract.interface.parseLog(log)))
    }
    await provider.send('eth_uninstallFilter', [id])
    return { amounts }
  },
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
}

console.log(JSON.stringify(await flows[flow]()))
await provider.destroy()
