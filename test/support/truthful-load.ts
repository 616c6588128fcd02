import { runBoundedLoad } from './bounded-load.js'
import { emitterTopics } from './emitter.js'
import { CLOCK_ADDRESS, LOGS_A_BLOCK, type TwinChains } from './twin-chains.js'

/** Results of a load in which every answer was compared with the truth. */
export interface LoadReport {
  calls: number
  /** Calls that were due but not sent, because too many were under way. */
  skipped: number
  /** Answers with a result. */
  answered: number
  /** Error replies; `atMs` is the time of the call in milliseconds from the start. */
  readonly failures: { atMs: number; text: string }[]
  /** Results that are not the truth. */
  readonly wrong: { atMs: number; text: string }[]
  /** Calls without a reply. */
  unanswered: number
}

/**
 * Blocks that an answer about the newest block may be behind, and blocks that the head may go back
 * for one caller.
 */
export interface Tolerance {
  readonly behindBlocks: number
  readonly backBlocks: number
}

interface Question {
  readonly method: string
  readonly params: readonly unknown[]
  /** Why a result is wrong; undefined when it is the truth. */
  judge(result: unknown): string | undefined
}

const CLIENT_PATIENCE_MS = 15_000
/**
 * Two seconds of the load: far more than a gateway that answers has under way, far less than a
 * process may have connections.
 */
const MAX_UNDER_WAY_SECONDS = 2
const hex = (value: number) => `0x${value.toString(16)}`

/**
 * Sends calls at a fixed rate until `isOver`, whether answers come or not, but with no more than
 * two seconds' worth under way; compares every answer with what the chain must say.
 */
export const runTruthfulLoad = async (
  url: string,
  chains: TwinChains,
  setting: { callsPerSecond: number; random: () => number; tolerance: Tolerance; isOver: () => boolean },
): Promise<LoadReport> => {
  const report: LoadReport = { calls: 0, skipped: 0, answered: 0, failures: [], wrong: [], unanswered: 0 }
  const seen = { head: 0 }
  const startedMs = performance.now()
  const { callsPerSecond, random, tolerance, isOver } = setting
  const { sent, skipped } = await runBoundedLoad({
    callsPerSecond,
    maxUnderWay: callsPerSecond * MAX_UNDER_WAY_SECONDS,
    isOver,
    send: () => ask(url, questionOf(chains, random, tolerance, seen), report, startedMs),
  })
  report.calls = sent
  report.skipped = skipped
  return report
}

const ask = async (url: string, question: Question, report: LoadReport, startedMs: number): Promise<void> => {
  const { method, params } = question
  const atMs = Math.round(performance.now() - startedMs)
  let reply: { result?: unknown; error?: { code: number; message: string; data?: unknown } }
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(CLIENT_PATIENCE_MS),
    })
    reply = (await response.json()) as typeof reply
  } catch {
    report.unanswered++
    return
  }
  if (reply.error !== undefined) {
    report.failures.push({ atMs, text: `${method} ${JSON.stringify(params)}: ${JSON.stringify(reply.error)}` })
    return
  }
  report.answered++
  const trouble = question.judge(reply.result)
  if (trouble !== undefined) report.wrong.push({ atMs, text: `${method} ${JSON.stringify(params)}: ${trouble}` })
}

const questionOf = (
  chains: TwinChains,
  random: () => number,
  tolerance: Tolerance,
  seen: { head: number },
): Question => {
  const { height } = chains
  // Two blocks old: every healthy node has had it for a second.
  const block = 2 + Math.floor(random() * Math.max(1, height - 3))
  // A node without the last block of a range answers with the logs that it has. The gateway can
  // keep to other nodes once it knows the block; on a busy machine it reads heads late.
  const told = Math.max(2, Math.min(height - 2, seen.head))
  const kinds = [
    () => askHead(chains, height, tolerance, seen),
    () => askNewestSlot(chains, height, tolerance),
    () => askOldSlot(block),
    () => askReceipt(chains, block),
    () => askLogs(chains, Math.min(block, told), Math.min(block + Math.floor(random() * 5), told)),
  ]
  return kinds[Math.floor(random() * kinds.length)]!()
}

const within = (value: number, height: number, chains: TwinChains, tolerance: Tolerance): string | undefined =>
  value >= height - tolerance.behindBlocks && value <= chains.begun
    ? undefined
    : `${value} is not between ${height} - ${tolerance.behindBlocks} and ${chains.begun}`

const askHead = (chains: TwinChains, height: number, tolerance: Tolerance, seen: { head: number }): Question => {
  const before = seen.head
  return {
    method: 'eth_blockNumber',
    params: [],
    judge: (result) => {
      const number = Number(result)
      // A lie is counted once, and not again with every true answer after it.
      if (number <= chains.begun) seen.head = Math.max(seen.head, number)
      if (number < before - tolerance.backBlocks) return `${number} after ${before}`
      return within(number, height, chains, tolerance)
    },
  }
}

const askNewestSlot = (chains: TwinChains, height: number, tolerance: Tolerance): Question => ({
  method: 'eth_getStorageAt',
  params: [CLOCK_ADDRESS, '0x0', 'latest'],
  judge: (result) => within(Number(result), height, chains, tolerance),
})

const askOldSlot = (block: number): Question => ({
  method: 'eth_getStorageAt',
  params: [CLOCK_ADDRESS, hex(block), hex(block)],
  judge: (result) => (Number(result) === block ? undefined : `${result}`),
})

const askReceipt = (chains: TwinChains, block: number): Question => ({
  method: 'eth_getTransactionReceipt',
  params: [chains.transactions.get(block)],
  judge: (result) => {
    const receipt = result as { blockNumber: string; logs: unknown[] } | null
    if (receipt === null) return `null, though block ${block} has it`
    return Number(receipt.blockNumber) === block && receipt.logs.length === LOGS_A_BLOCK
      ? undefined
      : JSON.stringify(receipt)
  },
})

const askLogs = (chains: TwinChains, from: number, to: number): Question => ({
  method: 'eth_getLogs',
  params: [{ address: chains.contractAddress, topics: [emitterTopics.Tick], fromBlock: hex(from), toBlock: hex(to) }],
  judge: (result) => {
    const numbers = (result as { blockNumber: string }[]).map((log) => Number(log.blockNumber))
    const expected = Array.from(
      { length: (to - from + 1) * LOGS_A_BLOCK },
      (_, at) => from + Math.floor(at / LOGS_A_BLOCK),
    )
    return JSON.stringify(numbers) === JSON.stringify(expected) ? undefined : `blocks ${numbers}`
  },
})
