// Flows of web3 4, a process each: `node web3.mjs FLOW URL WORLD` prints what it found as JSON.
import { Web3 } from 'web3'

const [flow, url, text] = process.argv.slice(2)
const { privateKey, receiver, vault, vaultBytecode, refuserBytecode, amount } = JSON.parse(text)
const number = { name: 'amount', type: 'uint256' }
const abi = [
  { type: 'function', name: 'limit', stateMutability: 'view', inputs: [], outputs: [{ name: '', type: 'uint256' }] },
  { type: 'function', name: 'deposit', stateMutability: 'nonpayable', inputs: [number], outputs: [] },
  {
    type: 'event',
    name: 'Deposited',
    inputs: [
      { name: 'from', type: 'address', indexed: true },
      { ...number, indexed: false },
    ],
  },
]
const web3 = new Web3(url)
const { address: from } = web3.eth.accounts.wallet.add(privateKey)[0]
const contract = new web3.eth.Contract(abi, vault)
const addressOf = (index) => `0x${index.toString(16).padStart(40, '0')}`
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const limit = () => contract.methods.limit().call()
const deposit = () => contract.methods.deposit(amount).send({ from })
const deploy = async (bytecode) => new web3.eth.Contract(abi).deploy({ data: bytecode }).send({ from })
const reasonOf = async (refuser) => {
  try {
    await refuser.methods.deposit(1).call({ from })
  } catch (error) {
    return /closed/.exec(error.cause?.message ?? error.message)?.[0]
  }
}
const ask = (method, params) => web3.requestManager.send({ method, params })

const flows = {
  read: async () => ({
    chainId: Number(await web3.eth.getChainId()),
    hasHead: (await web3.eth.getBlockNumber()) > 0n,
    limit: String(await limit()),
  }),
  send: async () => {
    const { status } = await web3.eth.sendTransaction({ from, to: receiver, value: amount })
    return { isMined: status === 1n }
  },
  deploy: async () => {
    const deployed = await deploy(vaultBytecode)
    const read = await deployed.methods.limit().call()
    return { limit: String(read), reason: await reasonOf(await deploy(refuserBytecode)) }
  },
  poll: async () => {
    const begin = await web3.eth.getBlockNumber()
    await deposit()
    let amounts = []
    while (amounts.length === 0) {
      await pause(1_000)
      const events = await contract.getPastEvents('Deposited', { fromBlock: begin })
      amounts = events.map(({ returnValues }) => String(returnValues.amount)).filter((one) => one === amount)
    }
    return { amounts }
  },
  filter: async () => {
    const id = await ask('eth_newFilter', [{ address: vault }])
    await deposit()
    let amounts = []
    while (amounts.length === 0) {
      await pause(500)
      const logs = await ask('eth_getFilterChanges', [id])
      amounts = logs.map(({ data }) => String(BigInt(data))).filter((one) => one === amount)
    }
    await ask('eth_uninstallFilter', [id])
    return { amounts }
  },
  batch: async () => {
    const batch = new web3.BatchRequest()
    const asked = Array.from({ length: 50 }, (_, index) =>
      batch.add({ jsonrpc: '2.0', id: index + 1, method: 'eth_getBalance', params: [addressOf(index), 'latest'] }),
    )
    await batch.execute()
    return { answers: (await Promise.all(asked)).length }
  },
  fee: async () => ({
    hasFee: (await web3.eth.calculateFeeData()).maxFeePerGas > 0n,
    nonce: Number(await web3.eth.getTransactionCount(from)),
  }),
  burst: async () => {
    const calls = [limit, () => web3.eth.getBlockNumber(), () => web3.eth.getBalance(vault)]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
  watch: async () => {
    const first = (subscription, isWanted = () => true) =>
      new Promise((resolve, reject) => {
        subscription.on('data', (data) => isWanted(data) && resolve(data))
        subscription.on('error', reject)
      })
    const amountOf = ({ data }) => String(BigInt(data))
    const heads = await web3.eth.subscribe('newBlockHeaders')
    const logs = await web3.eth.subscribe('logs', { address: vault })
    const pending = await web3.eth.subscribe('pendingTransactions')
    const [head, hash] = [first(heads), first(pending)]
    // Others deposit, too.
    const log = first(logs, (one) => amountOf(one) === amount)
    await deposit()
    const end = {
      hasBlocks: (await head).number > 0n,
      amounts: [amountOf(await log)],
      hasPending: (await hash).length === 66,
    }
    for (const subscription of [heads, logs, pending]) await subscription.unsubscribe()
    return end
  },
}

console.log(JSON.stringify(await flows[flow]()))
if (url.startsWith('ws')) {
  // After a receipt web3 may be asking for one more block number, and prints that it got none.
  await pause(2_000)
  web3.provider.disconnect()
}
