import { quantityOf } from '../../runtime/quantity.js'
import type { ReceivedAnswer } from './answer.js'

/** Objects on an endpoint to make calls about. */
export interface Subjects {
  readonly head?: number
  /** A log, exactly as a node wrote it. */
  readonly log?: Readonly<Record<string, unknown>>
  readonly address?: string
  readonly transactionHash?: string
  readonly blockHash?: string
  /** A public key with token accounts, on Solana; it cannot be found, so the caller gives it. */
  readonly owner?: string | undefined
}

type AskEndpoint = (method: string, params: readonly unknown[]) => Promise<{ readonly answer: ReceivedAnswer }>

/**
 * Windows of blocks behind the head to search for logs, the nearest first: most chains have some in
 * the first.
 */
const WINDOWS = [4, 64, 1_000]

/** Members of a log that identify other subjects. */
const NAMED = ['address', 'transactionHash', 'blockHash']

/** Finds subjects on an EVM endpoint: the head, then logs near it, and what these name. */
export const findEvmSubjects = async (ask: AskEndpoint): Promise<Subjects> => {
  const { value } = (await ask('eth_blockNumber', [])).answer
  const head = Number(value.result)
  if (!Number.isSafeInteger(head)) return {}
  for (const blocks of WINDOWS) {
    const filter = { fromBlock: quantityOf(Math.max(0, head - blocks)), toBlock: quantityOf(head) }
    const { result } = (await ask('eth_getLogs', [filter])).answer.value
    const log: unknown = Array.isArray(result) ? result[0] : undefined
    if (typeof log !== 'object' || log === null) continue
    const named = Object.entries(log).filter(([name, value]) => NAMED.includes(name) && typeof value === 'string')
    return { head, log: log as Record<string, unknown>, ...Object.fromEntries(named) }
  }
  return { head }
}
