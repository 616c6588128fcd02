import { deploy, encodeCall, type Hex, transact } from './evm-transactions.js'
import { vault } from './vault-artifact.js'

/** What the demo's EVM chain holds; everything a caller needs to see each method answer. */
export interface EvmFixture {
  readonly contractAddress: Hex
  /** Transaction that created the contract; its receipt carries the event Opened. */
  readonly deployHash: Hex
  /** The block of that transaction. */
  readonly deployBlockHash: Hex
  /** A plain variable, holding 1234. */
  readonly plainPosition: Hex
  /** An element of a mapping, holding 1000. */
  readonly mappingPosition: Hex
  /**
   * First topic of the event Deposited, emitted twice, with the depositing account as second topic.
   */
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
