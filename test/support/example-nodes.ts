import type { Contract } from '../../src/contract/contract.js'
import { startAnvil } from '../../src/tools/demo/anvil.js'
import { callNode } from '../../src/tools/demo/call-node.js'
import { startSurfpool } from '../../src/tools/demo/surfpool.js'

/** Real nodes that hold as much of what the contract's examples tell as a local chain can. */
export interface ExampleNodes {
  readonly urls: { readonly evm: string; readonly solana: string }
  stop(): Promise<void>
}

/**
 * Examples that these nodes answer exactly as the contract says. The others come from the golden
 * chain of ethereum/execution-apis, whose hashes of blocks and transactions no local node can be
 * given.
 */
export const localExamples: ReadonlySet<string> = new Set([
  'eth_chainId local-chain',
  'eth_blockNumber simple-test',
  'eth_getStorageAt get-storage',
  'eth_getStorageAt get-storage-unknown-account',
  'eth_getTransactionReceipt get-notfound-tx',
  'getTokenAccountsByOwner by-program-parsed',
  'getTokenAccountsByOwner by-program-base64',
  'getTokenAccountsByOwner by-mint-slice',
  'getTokenAccountBalance balance',
])

const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

interface TokenAccount {
  readonly pubkey: string
  readonly account: { readonly lamports: number; readonly data: readonly [string, string] }
}

/**
 * Starts anvil and surfpool and puts the examples' storage value, block number, token account and
 * mint into them.
 */
export const startExampleNodes = async (contract: Contract): Promise<ExampleNodes> => {
  const exampleOf = (method: string, name: string) => {
    const example = contract.methods.find((each) => each.name === method)?.examples.find((each) => each.name === name)
    if (example === undefined) throw new Error(`openrpc.json no longer has the example ${name} of ${method}`)
    return { params: example.params.map(({ value }) => value), result: example.result.value }
  }
  const storage = exampleOf('eth_getStorageAt', 'get-storage')
  const head = exampleOf('eth_blockNumber', 'simple-test').result
  const [token] = (exampleOf('getTokenAccountsByOwner', 'by-program-base64').result as { value: TokenAccount[] }).value
  const { mint } = exampleOf('getTokenAccountsByOwner', 'by-mint-slice').params[1] as { mint: string }
  const [anvil, surfpool] = await Promise.all([startAnvil(), startSurfpool()])
  await callNode(anvil.url, 'anvil_setStorageAt', [...storage.params.slice(0, 2), storage.result])
  await callNode(anvil.url, 'anvil_mine', [head])
  const setAccount = (pubkey: string, lamports: number, data: Buffer) =>
    surfpool.call('surfnet_setAccount', [
      pubkey,
      { lamports, owner: TOKEN_PROGRAM, data: data.toString('hex'), executable: false },
    ])
  await setAccount(mint, 1_461_600, mintData())
  if (token) await setAccount(token.pubkey, token.account.lamports, Buffer.from(token.account.data[0], 'base64'))
  return {
    urls: { evm: anvil.url, solana: surfpool.url },
    stop: async () => {
      await Promise.all([anvil.stop(), surfpool.stop()])
    },
  }
}

/** spl-token `Mint` of six decimals, initialized, without authorities. */
const mintData = (): Buffer => {
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(10_000_000_000n, 36)
  data.writeUInt8(6, 44)
  data.writeUInt8(1, 45)
  return data
}
