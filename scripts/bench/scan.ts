/**
 * Compares reading an answer with JSON.parse of the same bytes, and measures how long one piece of
 * it blocks the event loop: `npx tsx scripts/bench/scan.ts`. Alternating rounds, medians.
 */
import { AnswerScanner } from '../../src/wire/json/answer-scanner.js'

const ROUNDS = 41
/** The size of one read from a socket. */
const CHUNK_BYTES = 65_536

const log = (index: number) => ({
  address: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  topics: [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`],
  data: `0x${index.toString(16).padStart(128, '0')}`,
  blockNumber: `0x${(0x1000 + (index >> 4)).toString(16)}`,
  transactionHash: `0x${index.toString(16).padStart(64, '1')}`,
  transactionIndex: '0x0',
  blockHash: `0x${'22'.repeat(32)}`,
  logIndex: `0x${index.toString(16)}`,
  removed: false,
})
const answer = (result: unknown): Buffer => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
const logs = (count: number): unknown[] => Array.from({ length: count }, (_, index) => log(index))
const account = {
  lamports: 18_446_744_073_709,
  data: ['', 'base64'],
  owner: 'T'.repeat(44),
  executable: false,
  rentEpoch: 361,
}
const answers: readonly (readonly [name: string, bytes: Buffer, times: number])[] = [
  ['a word of storage', answer(`0x${'38'.padStart(64, '0')}`), 20_000],
  ['18 KB receipt', answer({ ...log(1), logs: logs(30), logsBloom: `0x${'00'.repeat(256)}` }), 400],
  ['1,000 token accounts', answer({ value: Array(1_000).fill({ account, pubkey: 'p'.repeat(44) }) }), 30],
  ['10,000 logs', answer(logs(10_000)), 1],
  ['10,000 logs, indented', Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: logs(10_000) }, null, 1)), 1],
]

/** Reads one answer as a socket hands it over; tells each piece's milliseconds to `hear`. */
const scan = (bytes: Buffer, hear: (ms: number) => void): void => {
  const scanner = new AnswerScanner(512, 10_000)
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const startedAt = performance.now()
    if (!scanner.push(bytes.subarray(at, at + CHUNK_BYTES))) throw new Error('refused')
    hear(performance.now() - startedAt)
  }
  if (!scanner.isComplete()) throw new Error('incomplete')
}

const microsOf = (times: number, work: () => void): number => {
  const startedAt = performance.now()
  for (let time = 0; time < times; time++) work()
  return ((performance.now() - startedAt) * 1000) / times
}
const at = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]!
const deaf = () => {}

console.log('| answer | bytes | JSON.parse µs | scanner µs | ratio | 64 KiB piece: median, p99 µs |')
console.log('|---|---|---|---|---|---|')
for (const [name, bytes, times] of answers) {
  const parse: number[] = []
  const read: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    parse.push(microsOf(times, () => void JSON.parse(bytes.toString('utf8'))))
    read.push(microsOf(times, () => scan(bytes, deaf)))
  }
  const pieces: number[] = []
  for (let round = 0; round < ROUNDS; round++) scan(bytes, (ms) => pieces.push(ms * 1000))
  const ratio = at(
    read.map((micros, round) => micros / parse[round]!),
    0.5,
  )
  const cells = [bytes.length, at(parse, 0.5).toFixed(2), at(read, 0.5).toFixed(2), ratio.toFixed(3)]
  console.log(`| ${name} | ${cells.join(' | ')} | ${at(pieces, 0.5).toFixed(1)}, ${at(pieces, 0.99).toFixed(1)} |`)
}
