import type { Config } from '../../server/config/config.js'
import { builtInRows, type PricedMethod, tooSlow } from '../../server/config/method-rows.js'

/** The calls that a client sends for one transaction, before it waits for a block. */
interface ClientFlow {
  readonly client: string
  readonly calls: readonly string[]
}

/**
 * EVM clients: recorded in front of anvil, of one transfer by a local account whose provider knows
 * its network (test/cli/client-flows.test.ts records them again). Solana clients: read in their
 * source, `sendAndConfirmTransaction` with its first look at the signature.
 */
export const clientFlows: readonly ClientFlow[] = [
  {
    // 6.17, Wallet.sendTransaction; the chain is asked for three or four times
    client: 'ethers',
    calls: `eth_chainId eth_chainId eth_chainId eth_getTransactionCount eth_estimateGas
      eth_getBlockByNumber eth_gasPrice eth_maxPriorityFeePerGas eth_blockNumber
      eth_sendRawTransaction`,
  },
  {
    // 2.57, sendTransaction of a wallet client
    client: 'viem',
    calls: `eth_getTransactionCount eth_getBlockByNumber eth_maxPriorityFeePerGas eth_estimateGas
      eth_sendRawTransaction`,
  },
  {
    // 4.16, eth.sendTransaction
    client: 'web3',
    calls: `eth_getBlockByNumber eth_call eth_getTransactionCount eth_chainId net_version
      eth_estimateGas eth_blockNumber eth_sendRawTransaction`,
  },
  // 1.99
  { client: '@solana/web3.js', calls: 'getLatestBlockhash sendTransaction getSignatureStatuses getBlockHeight' },
  // 8.4
  { client: '@solana/kit', calls: 'getLatestBlockhash sendTransaction getSignatureStatuses getEpochInfo' },
].map(({ client, calls }) => ({ client, calls: calls.split(/\s+/) }))

/** Credits of a flow at these prices; not a number where the network lacks one of its methods. */
const costOf = ({ calls }: ClientFlow, prices: ReadonlyMap<string, number>): number =>
  calls.reduce((sum, method) => sum + (prices.get(method) ?? Number.NaN), 0)

/** The methods of each network, once where networks share them. */
const rowsOfNetworks = ({ networks }: Config): (readonly PricedMethod[])[] => [
  ...new Set([...networks.values()].map(({ contract }) => contract?.rows ?? builtInRows)),
]

/** Warns of plans whose day never pays one call of the dearest method. */
export const dayWarnings = (config: Config): string[] => {
  const rows = rowsOfNetworks(config).flat()
  return [...config.plans.values()].flatMap(({ name, dailyCredits }) => {
    const trouble = dailyCredits === undefined || dailyCredits < 1 ? undefined : tooSlow(dailyCredits, rows)
    return trouble === undefined ? [] : [`dailyCredits of plan ${name} ${trouble}, or no account pays one call`]
  })
}

/**
 * Warns of plans whose burst is smaller than what a client sends for one transaction: the client's
 * last call, the transaction itself, is then refused.
 */
export const planWarnings = (config: Config): string[] => {
  const pricesOf = rowsOfNetworks(config).map((rows) => new Map(rows.map((row) => [row.name, row.priceCredits])))
  const costs = clientFlows.map((flow) => ({
    client: flow.client,
    credits: Math.max(0, ...pricesOf.map((prices) => costOf(flow, prices) || 0)),
  }))
  return [...config.plans.values()].flatMap(({ name, creditsPerSecond, burstSeconds }) => {
    if (creditsPerSecond === undefined) return []
    return costs
      .filter(({ credits }) => credits > creditsPerSecond * burstSeconds)
      .map(({ client, credits }) => {
        const enough = Math.ceil(credits / creditsPerSecond)
        return `plan ${name} cannot pay one ${client} transaction at once (${credits} credits): set burstSeconds to ${enough} or more`
      })
  })
}

/** Warns of Solana networks that take transactions which clients cannot confirm. */
export const subscriptionWarnings = ({ networks }: Config): string[] =>
  [...networks.values()].flatMap(({ name, family, upstreams, contract }) => {
    if (family !== 'solana' || upstreams.some(({ wsUrl }) => wsUrl !== undefined)) return []
    const isSending = (contract?.rows ?? builtInRows).some((row) => row.name === 'sendTransaction')
    if (!isSending) return []
    return [
      `no upstream of ${name} has a wsUrl: signatureSubscribe is refused, which @solana/web3.js 1 and @solana/kit confirm transactions with`,
    ]
  })
