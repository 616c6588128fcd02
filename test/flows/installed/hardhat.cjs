// Flows of a hardhat project: `hardhat run hardhat.cjs --network tollgate` prints what it found as
// JSON. `hardhat run` passes no arguments on, so FLOW and WORLD are variables, and URL is one that
// the configuration reads.
const { ethers, network } = require('hardhat')

const { FLOW, WORLD } = process.env
const { receiver, vault, vaultBytecode, refuserBytecode, amount } = JSON.parse(WORLD)
const abi = [
  'function limit() view returns (uint256)',
  'function deposit(uint256 amount)',
  'event Deposited(address indexed from, uint256 amount)',
]
const { provider } = ethers
const addressOf = (index) => `0x${index.toString(16).padStart(40, '0')}`
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Its `contract.on` compares the text of addresses with checksummed ones. */
const vaultContract = () => ethers.getContractAt(abi, ethers.getAddress(vault))
const deploy = async (bytecode) => {
  const factory = await ethers.getContractFactory(abi, bytecode)
  return (await factory.deploy()).waitForDeployment()
}
const reasonOf = async (refuser) => {
  try {
    await refuser.deposit.staticCall(1)
  } catch (error) {
    return /^execution reverted: (.*)/.exec(error.message)?.[1]
  }
}

const flows = {
  read: async () => ({
    chainId: Number((await provider.getNetwork()).chainId),
    hasHead: (await provider.getBlockNumber()) > 0,
    limit: String(await (await vaultContract()).limit()),
  }),
  send: async () => {
    const [signer] = await ethers.getSigners()
    const sent = await signer.sendTransaction({ to: receiver, value: BigInt(amount) })
    return { isMined: (await sent.wait()).status === 1 }
  },
  deploy: async () => {
    const deployed = await deploy(vaultBytecode)
    return { limit: String(await deployed.limit()), reason: await reasonOf(await deploy(refuserBytecode)) }
  },
  poll: async () => {
    const contract = await vaultContract()
    const found = new Promise((resolve) => {
      contract.on('Deposited', (_from, given) => {
        if (String(given) === amount) resolve([amount])
      })
    })
    await pause(1_000)
    await contract.deposit(amount)
    const amounts = await found
    await contract.removeAllListeners()
    return { amounts }
  },
  filter: async () => {
    const contract = await vaultContract()
    const id = await network.provider.send('eth_newFilter', [{ address: vault }])
    await contract.deposit(amount)
    let amounts = []
    while (amounts.length === 0) {
      await pause(500)
      const logs = await network.provider.send('eth_getFilterChanges', [id])
      amounts = logs.map(({ data }) => String(BigInt(data))).filter((one) => one === amount)
    }
    await network.provider.send('eth_uninstallFilter', [id])
    return { amounts }
  },
  batch: async () => {
    const balances = Array.from({ length: 50 }, (_, index) => provider.getBalance(addressOf(index)))
    return { answers: (await Promise.all(balances)).length }
  },
  fee: async () => {
    const [signer] = await ethers.getSigners()
    return { hasFee: (await provider.getFeeData()).maxFeePerGas > 0n, nonce: await signer.getNonce() }
  },
  burst: async () => {
    const contract = await vaultContract()
    const calls = [() => contract.limit(), () => provider.getBlockNumber(), () => provider.getBalance(vault)]
    const asked = []
    for (let call = 0; call < 30; call++) {
      asked.push(calls[call % calls.length]())
      await pause(3)
    }
    return { answers: (await Promise.all(asked)).length }
  },
}

const main = async () => console.log(JSON.stringify(await flows[FLOW]()))

main().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
