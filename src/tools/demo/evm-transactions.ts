import { callNode } from './call-node.js'

/** A hexadecimal string, as on the wire. */
export type Hex = `0x${string}`

/** The members of a receipt that setting up a fixture needs. */
export interface Receipt {
  readonly transactionHash: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly contractAddress: Hex | null
  readonly status: Hex
}

const POLL_MS = 5
const MINING_TIMEOUT_MS = 30_000

/** Sends contract creation code from the node's first unlocked account and awaits its block. */
export const deploy = async (url: string, bytecode: string): Promise<Receipt & { readonly contractAddress: Hex }> => {
  const receipt = await transact(url, { data: bytecode })
  if (receipt.contractAddress === null) throw new Error(`no contract was created by ${receipt.transactionHash}`)
  return { ...receipt, contractAddress: receipt.contractAddress }
}

/**
 * Sends a transaction from the node's first unlocked account and waits until it is mined.
 *
 * Errors  the node's error; a reverted transaction; 30 s without a receipt
 */
export const transact = async (
  url: string,
  transaction: { readonly to?: string; readonly data: string; readonly gas?: string },
): Promise<Receipt> => {
  const [from] = (await callNode(url, 'eth_accounts')) as string[]
  const hash = (await callNode(url, 'eth_sendTransaction', [{ from, ...transaction }])) as string
  const deadline = Date.now() + MINING_TIMEOUT_MS
  // anvil mines after it has answered, so the first receipts are null.
  for (;;) {
    const receipt = (await callNode(url, 'eth_getTransactionReceipt', [hash])) as Receipt | null
    if (receipt?.status === '0x1') return receipt
    if (receipt) throw new Error(`transaction ${hash} was reverted`)
    if (Date.now() > deadline) throw new Error(`transaction ${hash} has no receipt after ${MINING_TIMEOUT_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The data of a contract call whose arguments are all `uint256`. */
export const encodeCall = (selector: string, ...args: readonly (number | bigint)[]): string =>
  selector + args.map((arg) => arg.toString(16).padStart(64, '0')).join('')
