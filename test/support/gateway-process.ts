import { readFileSync } from 'node:fs'
import { startTestGateway } from './gateway.js'

/**
 * A gateway in a process of its own, for measuring its memory; started with `node --import tsx`.
 *
 * Argument: the upstream's URL. Prints one line of JSON, { url, key }; every line on standard input
 * is answered with the most resident memory so far, in bytes, of now and since the last line.
 */
const gateway = await startTestGateway({ networks: { eth: { urls: [process.argv[2]!] } } })
const key = await gateway.addKey()
process.stdout.write(`${JSON.stringify({ url: `${gateway.url}/eth/v3/${key}` })}\n`)

const residentBytes = (): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024
let peak = residentBytes()
const looking = setInterval(() => {
  peak = Math.max(peak, residentBytes())
}, 5)
process.stdin.on('data', () => {
  peak = Math.max(peak, residentBytes())
  process.stdout.write(`${JSON.stringify({ peak })}\n`)
  peak = residentBytes()
})
process.stdin.on('end', async () => {
  clearInterval(looking)
  await gateway.stop()
})
