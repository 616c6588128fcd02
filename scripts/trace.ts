/**
 * `npm run trace`: which files one forwarded `eth_getLogs` runs through in a gateway that is warm,
 * from V8's own count of calls. A file belongs to the call if, in each of several rounds, one of
 * its functions ran at least as often as there were calls; a timer of the gateway's own runs less
 * often, in some round at least.
 *
 * --docs  writes the list into docs/lifecycle.md
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchGateway } from './bench/gateway.js'
import { startServer } from './bench/process.js'
import { RanReader } from './trace/ran.js'

/** Folders in the order in which a call meets them; those not named here come last. */
const ORDER = [
  'server/listeners',
  'wire/http/server',
  'wire/http',
  'wire/jsonrpc',
  'wire/json',
  'server/accounts',
  'server/networks',
  'server/pipeline',
  'server/pipeline/params',
  'server/pipeline/stages',
  'server/credits',
  'server/credits/usage',
  'server/pipeline/forward',
  'server/upstreams',
  'server/upstreams/health',
  'server/upstreams/transport',
  'wire/http/client',
]
const PAGE = 'docs/lifecycle.md'
/**
 * Calls of a round, one after the other: closer together than the ticks of any timer, and not so
 * close that their charges went by way of the journal.
 */
const CALLS = 20
const PAUSE_MS = 7
const ROUNDS = 4

const { values: options } = parseArgs({ options: { docs: { type: 'boolean', default: false } } })

const ran = new RanReader()
const upstream = await startServer(['scripts/bench/upstream.mjs'], Number)
const gateway = await startBenchGateway({
  upstreamPort: upstream.port,
  nodeArguments: ran.nodeArguments,
  env: ran.env,
})

const call = async (position: number): Promise<void> => {
  const address = `0x${position.toString(16).padStart(40, '0')}`
  const params = [{ address, fromBlock: '0x1030', toBlock: 'latest' }]
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params })
  const url = `http://127.0.0.1:${gateway.port}/eth/v3/${gateway.keyText}`
  const { result } = (await (await fetch(url, { method: 'POST', body })).json()) as { result?: unknown }
  if (result === undefined) throw new Error(`the call was not answered: ${body}`)
}

let position = 0

/** The files in which a function ran for each call of a round. */
const filesOfRound = async (): Promise<Set<string>> => {
  await ran.since(gateway.pid)
  for (let at = 0; at < CALLS; at++) {
    await call(position++)
    await sleep(PAUSE_MS)
  }
  const often = (await ran.since(gateway.pid)).filter(({ count }) => count >= CALLS)
  return new Set(often.map(({ file }) => file))
}

const rankOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

try {
  for (; position < 3; position++) await call(position)
  // Until the charges of these are written.
  await sleep(2_000)
  let files = [...(await filesOfRound())]
  for (let round = 1; round < ROUNDS; round++) {
    const again = await filesOfRound()
    files = files.filter((file) => again.has(file))
  }
  const folders = new Map<string, string[]>()
  for (const path of files.sort()) {
    const parts = path.replace(/^src\//, '').split('/')
    const home = parts.slice(0, -1).join('/')
    folders.set(home, [...(folders.get(home) ?? []), parts.at(-1)!])
  }
  const ordered = [...folders].sort(([a], [b]) => rankOf(a) - rankOf(b))
  const rows = ordered.map(([home, names]) => `| \`${home}\` | ${names.map((name) => `\`${name}\``).join(' ')} |`)
  const generated = files.filter((file) => file.startsWith('generated/')).length
  const count = `${files.length - generated} files written by hand, and ${generated} generated:`
  const table = `${count}\n\n| folder | files |\n| --- | --- |\n${rows.join('\n')}`
  console.log(table)
  if (options.docs) {
    const page = readFileSync(PAGE, 'utf8')
    const marked = /<!-- trace -->[\s\S]*<!-- \/trace -->/
    if (!marked.test(page)) throw new Error(`${PAGE} has no <!-- trace --> markers`)
    writeFileSync(
      PAGE,
      page.replace(marked, () => `<!-- trace -->\n${table}\n<!-- /trace -->`),
    )
  }
} finally {
  await gateway.stop()
  await upstream.stop()
  ran.close()
}
