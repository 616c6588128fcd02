import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { runBoundedLoad } from './bounded-load.js'
import { type FakeReply, type FakeUpstream, startFakeUpstream } from './fake-upstream.js'

/**
 * Two nodes and the callers of a soak, in a process of their own, so that the gateway's memory is
 * measured alone; started with `node --import tsx`.
 *
 * Prints { urls } of the nodes as a line of JSON. Expects one line, { url, callsPerSecond }, and
 * then sends mixed calls to that URL until standard input ends; at the end it prints { sent,
 * skipped, answered, refused, unanswered }.
 */
const FIRST_HEAD = 1_000
const FINAL_BLOCKS = 10
const MAX_UNDER_WAY = 200
const PATIENCE_MS = 15_000
const ADDRESS = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

const startedMs = performance.now()
const headNow = () => FIRST_HEAD + Math.floor((performance.now() - startedMs) / 2_000)
const hex = (number: number) => `0x${number.toString(16)}`
const word = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const blockOf = (tag: string) => {
  const number = tag === 'latest' ? headNow() : tag === 'finalized' ? headNow() - FINAL_BLOCKS : Number(tag)
  if (!(number <= headNow())) return null
  return {
    number: hex(number),
    hash: word(number + 1),
    parentHash: word(number),
    stateRoot: word(number),
    timestamp: hex(1_700_000_000 + 2 * number),
  }
}
const answer = (method: string, params: string[]): FakeReply => {
  if (method === 'eth_chainId') return { resultText: '"0x1"' }
  if (method === 'eth_blockNumber') return { resultText: `"${hex(headNow())}"` }
  if (method === 'eth_getBlockByNumber') return { resultText: JSON.stringify(blockOf(params[0]!)) }
  if (method === 'eth_getLogs') return { resultText: '[]' }
  if (method === 'eth_getTransactionReceipt') return { resultText: 'null' }
  return { resultText: `"${word(Number(params[1]))}"` }
}
const startNode = (): Promise<FakeUpstream> => startFakeUpstream(({ json }) => answer(json.method, json.params))
const nodes = [await startNode(), await startNode()]
process.stdout.write(`${JSON.stringify({ urls: nodes.map(({ url }) => url) })}\n`)

let isOver = false
const lines = createInterface({ input: process.stdin })
lines.on('close', () => {
  isOver = true
})
const [line] = (await once(lines, 'line')) as [string]
const { url, callsPerSecond } = JSON.parse(line) as { url: string; callsPerSecond: number }

/** The nodes keep the questions; no test looks at them here. */
const forgetting = setInterval(() => {
  for (const { requests } of nodes) (requests as unknown[]).length = 0
}, 1_000)

let count = 0
const callOf = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: count, method, params })
/** In turns: answers that are kept, answers that are not, batches, and what is refused. */
const KINDS: readonly (() => unknown)[] = [
  () => callOf('eth_blockNumber'),
  () => callOf('eth_getStorageAt', ADDRESS, hex(count), 'latest'),
  () => callOf('eth_getStorageAt', ADDRESS, hex(count), hex(FIRST_HEAD - FINAL_BLOCKS - 1 - (count % 500))),
  () => callOf('eth_getStorageAt', ADDRESS, hex(count % 1_000), hex(FIRST_HEAD - 500)),
  () => callOf('eth_getTransactionReceipt', word(count)),
  () => callOf('eth_getLogs', { fromBlock: hex(FIRST_HEAD - 100 - (count % 300)), toBlock: hex(FIRST_HEAD - 100) }),
  () => [callOf('eth_chainId'), callOf('eth_getStorageAt', ADDRESS, hex(count), hex(FIRST_HEAD - 20))],
  () => callOf('eth_noSuchMethod', count),
  () => callOf('eth_getStorageAt', count),
]
const counts = { answered: 0, refused: 0, unanswered: 0 }
const send = async (): Promise<void> => {
  const body = JSON.stringify(KINDS[count++ % KINDS.length]!())
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const reply = (await (await fetch(url, { method: 'POST', body, signal })).json()) as { error?: object }
    if (reply.error === undefined) counts.answered++
    else counts.refused++
  } catch {
    counts.unanswered++
  }
}
const end = await runBoundedLoad({ callsPerSecond, maxUnderWay: MAX_UNDER_WAY, isOver: () => isOver, send })
process.stdout.write(`${JSON.stringify({ ...end, ...counts })}\n`)
clearInterval(forgetting)
for (const node of nodes) await node.stop()
process.exit(0)
