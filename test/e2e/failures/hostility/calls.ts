/** Count of the numbers in the attacker's calls. A new number makes each call different. */
let count = 0
const next = (): number => ++count

/** Returns a new number in hexadecimal, with at least this many digits. */
export const fresh = (digits: number): string => `0x${next().toString(16).padStart(digits, '0')}`

export const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
/** Address for which the node never answers calls. */
export const SILENT_ADDRESS = `0x${'51'.repeat(20)}`

export const callText = (method: string, params: readonly unknown[] = [], id: unknown = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Returns a small call that the gateway passes to the node each time. */
export const storageCall = (address = ADDRESS): string => callText('eth_getStorageAt', [address, fresh(64), 'latest'])

/** Returns a call for a receipt of 1 MB, another one each time. */
export const receiptCall = (): string => callText('eth_getTransactionReceipt', [fresh(64)])

/** Returns a call for 8,000 logs (5 MB) of another range each time. */
export const logsCall = (): string => {
  const number = next()
  const [fromBlock, toBlock] = [number % 2_000, 2_000 + (Math.floor(number / 2_000) % 2_000)]
  const hex = (block: number) => `0x${block.toString(16)}`
  return callText('eth_getLogs', [{ address: ADDRESS, fromBlock: hex(fromBlock), toBlock: hex(toBlock) }])
}

/**
 * Returns a call for 1,600 logs of final blocks (almost 1 MB), another one for each number below
 * 4,000. The gateway keeps the answer.
 */
export const keptLogsCall = (number: number): string =>
  callText('eth_getLogs', [{ topics: [], fromBlock: `0x${(number % 4_000).toString(16)}`, toBlock: '0xfff' }])

/** Makes a batch of one sort of call. */
export const batchOf = (size: number, call: () => string): string => `[${Array.from({ length: size }, call).join(',')}]`

/** Makes the largest batch that `maxBatch` allows. */
export const hundred = (call: () => string): string => batchOf(100, call)

/** The Solana program that changes all the time: its node notifies each subscription of it most. */
export const BUSY_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
