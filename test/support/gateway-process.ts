import { readFileSync } from 'node:fs'
import { startTestGateway } from './gateway.js'

/**
 * Runs a gateway in a separate process, to measure its memory. Started with `node --import tsx`.
 *
 * Argument: the upstream's URL. Prints one line of JSON, { url }. Then answers every line on
 * standard input with { peak }: the highest resident memory since the last line, in bytes.
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
