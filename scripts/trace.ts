/**
 * `npm run trace`: which files one forwarded `eth_getStorageAt` runs through in a gateway that is warm, from V8's own count of calls.
 *
 * --docs  writes the list into docs/lifecycle.md
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBenchGateway } from './bench/gateway.js'
import { startServer } from './bench/process.js'

/** Folders in the order in which a call meets them; those not named here come last. */
const ORDER = [
  'listeners',
  'http/server',
  'http',
  'jsonrpc',
  'json',
  'accounts',
  'networks',
  'pipeline',
  'pipeline/params',
  'pipeline/stages',
  'credits',
  'credits/usage',
  'pipeline/forward',
  'upstreams',
  'upstreams/health',
  'upstreams/transport',
  'http/client',
]
const PAGE = 'docs/lifecycle.md'

const { values: options } = parseArgs({ options: { docs: { type: 'boolean', default: false } } })

const folder = mkdtempSync(join(tmpdir(), 'tollgate-trace-'))
const file = join(folder, 'trace')
const upstream = await startServer(['scripts/bench/upstream.mjs'], (line) => JSON.parse(line).port)
const gateway = await startBenchGateway({
  upstreamPort: upstream.port,
  upstreamWsPort: JSON.parse(upstream.line).wsPort,
  nodeArguments: ['--import', './scripts/trace/coverage.mjs'],
  env: { TRACE_FILE: file },
})

const call = async (position: number): Promise<void> => {
  const params = ['0x5fbdb2315678afecb367f032d93f642f64180aa3', `0x${position.toString(16)}`, 'latest']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getStorageAt', params })
  const url = `http://127.0.0.1:${gateway.port}/eth/v3/${gateway.keyText}`
  const { result } = (await (await fetch(url, { method: 'POST', body })).json()) as { result?: string }
  if (result === undefined) throw new Error(`the call was not answered: ${body}`)
}

/** What ran since the last time it was asked, by file, with the number of functions. */
const ranSince = async (): Promise<Record<string, number>> => {
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [])
  const before = lines().length
  process.kill(gateway.pid, 'SIGUSR2')
  while (lines().length === before) await sleep(20)
  return JSON.parse(lines().at(-1)!) as Record<string, number>
}

const rankOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

try {
  for (const position of [1, 2, 3]) await call(position)
  // Until the charges of these are written.
  await sleep(2_000)
  await ranSince()
  await call(4)
  await sleep(200)
  const files = Object.keys(await ranSince()).map((path) => path.replace(/\.js$/, '.ts'))
  const folders = new Map<string, string[]>()
  for (const path of files.sort()) {
    const parts = path.replace(/^src\//, '').split('/')
    const home = parts.slice(0, -1).join('/')
    folders.set(home, [...(folders.get(home) ?? []), parts.at(-1)!])
  }
  const ordered = [...folders].sort(([a], [b]) => rankOf(a) - rankOf(b))
  const rows = ordered.map(([home, names]) => `| \`${home}\` | ${names.map((name) => `\`${name}\``).join(' ')} |`)
  const table = `${files.length} files:\n\n| folder | files |\n| --- | --- |\n${rows.join('\n')}`
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
  rmSync(folder, { recursive: true, force: true })
}
