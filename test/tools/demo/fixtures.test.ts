import { keccak256 } from 'viem'
import { startAnvil } from '../../../src/tools/demo/anvil.js'
import { callNode } from '../../../src/tools/demo/call-node.js'
import { createEvmFixture, type EvmFixture } from '../../../src/tools/demo/evm-fixture.js'
import { createSolanaFixture, type SolanaFixture } from '../../../src/tools/demo/solana-fixture.js'
import { startSurfpool } from '../../../src/tools/demo/surfpool.js'
import { started } from '../../support/started.js'

const word = (value: number | string) =>
  `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`

describe('the EVM chain of the demo', () => {
  let world: EvmFixture
  const anvil = started(() => startAnvil())
  beforeAll(async () => {
    world = await createEvmFixture(anvil.url)
  })

  const storageAt = (position: string) =>
    callNode(anvil.url, 'eth_getStorageAt', [world.contractAddress, position, 'latest'])

  test('has 1234 in the plain slot and 1000 in the mapping', async () => {
    expect(await storageAt(world.plainPosition)).toBe(word(1234))
    expect(await storageAt(world.mappingPosition)).toBe(word(1000))
  })

  test('has its mapping element where the specification says', async () => {
    const [account] = (await callNode(anvil.url, 'eth_accounts')) as string[]
    const input = `${word(String(account))}${word(1).slice(2)}` as const
    expect(world.mappingPosition).toBe(keccak256(input as `0x${string}`))
  })

  test('has two deposits in its logs', async () => {
    const filter = { address: world.contractAddress, topics: [world.eventTopic], fromBlock: 'earliest' }
    const logs = (await callNode(anvil.url, 'eth_getLogs', [filter])) as { data: string }[]
    expect(logs.map(({ data }) => data)).toEqual([word(400), word(600)])
  })

  test('has the receipt of the deployment', async () => {
    const receipt = await callNode(anvil.url, 'eth_getTransactionReceipt', [world.deployHash])
    expect(receipt).toMatchObject({ contractAddress: world.contractAddress, status: '0x1', logs: [expect.anything()] })
  })
})

describe('the Solana network of the demo', () => {
  let world: SolanaFixture
  const surfpool = started(() => startSurfpool())
  beforeAll(async () => {
    world = await createSolanaFixture(surfpool)
  })

  const ask = async (method: string, params: unknown[]) => {
    const response = await fetch(surfpool.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return response.text()
  }

  test('lists both token accounts of the owner, one with the largest rent epoch', async () => {
    const text = await ask('getTokenAccountsByOwner', [world.owner, { mint: world.mint }, { encoding: 'jsonParsed' }])
    const { value } = JSON.parse(text).result
    expect(value.map(({ pubkey }: { pubkey: string }) => pubkey).sort()).toEqual(
      [world.tokenAccount, world.largeTokenAccount].sort(),
    )
    // As text: JSON.parse cannot hold this number.
    expect(text.match(/"rentEpoch":18446744073709551615\b/g)).toHaveLength(1)
  })

  test('has a balance in each of them', async () => {
    const balance = async (account: string) => JSON.parse(await ask('getTokenAccountBalance', [account])).result.value
    expect(await balance(world.tokenAccount)).toMatchObject({ amount: '5000000', decimals: 6, uiAmountString: '5' })
    expect(await balance(world.largeTokenAccount)).toMatchObject({ amount: '9007199254740993', decimals: 6 })
  })
})
