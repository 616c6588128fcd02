import { deploy, encodeCall, type Hex, transact } from './evm-transactions.js'
import { vault } from './vault-artifact.js'

/** Contents of the demo's EVM chain: all that a caller needs to see each method answer. */
export interface EvmFixture {
  readonly contractAddress: Hex
  /** Transaction that created the contract; its receipt has the event Opened. */
  readonly deployHash: Hex
  readonly deployBlockHash: Hex
  /** A plain variable with the value 1234. */
  readonly plainPosition: Hex
  /** An element of a mapping with the value 1000. */
  readonly mappingPosition: Hex
  /** First topic of the event Deposited, emitted twice; the second is the depositing account. */
  readonly eventTopic: Hex
}

const DEPOSITS = [400, 600]

/**
 * Deploys the demo's contract on a fresh anvil, started with its usual accounts (`mappingPosition`
 * belongs to the first), and uses it twice.
 */
export const createEvmFixture = async (url: string): Promise<EvmFixture> => {
  const deployment = await deploy(url, vault.bytecode)
  for (const amount of DEPOSITS) {
    const data = encodeCall(vault.selectors.deposit, amount)
    await transact(url, { to: deployment.contractAddress, data })
  }
  return {
    contractAddress: deployment.contractAddress,
    deployHash: deployment.transactionHash,
    deployBlockHash: deployment.blockHash,
    plainPosition: vault.positions.limit,
    mappingPosition: vault.positions.balances,
    eventTopic: vault.topics.Deposited,
  }
}
