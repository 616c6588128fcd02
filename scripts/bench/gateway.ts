import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeyText, hashKeyText } from '../../src/accounts/key-text.js'
import { systemEdges } from '../../src/edges.js'
import { openStore } from '../../src/storage/open.js'
import { type Server, startServer } from './process.js'

/** The gateway under measurement: the built program with its full pipeline, a store on disk, and a key that never runs dry. */
export interface BenchGateway extends Server {
  readonly keyText: string
}

const RICH = 1_000_000_000_000

/** Starts `tollgate serve` in front of one upstream; `stop` also removes its folder. */
export const startBenchGateway = async (upstreamPort: number): Promise<BenchGateway> => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-bench-'))
  const path = join(folder, 'tollgate.yaml')
  const upstreams = [{ name: 'node-1', url: `http://127.0.0.1:${upstreamPort}` }]
  const config = {
    listen: { host: '127.0.0.1', port: 0 },
    admin: { host: '127.0.0.1', port: 0 },
    store: 'sqlite:./tollgate.db',
    plans: { bench: { dailyCredits: RICH, creditsPerSecond: RICH } },
    networks: {
      eth: { family: 'evm', hosts: ['eth.localhost'], upstreams },
      sol: { family: 'solana', hosts: ['sol.localhost'], upstreams },
    },
    // Metrics are on; the log's line for each call would measure the disk behind standard error.
    log: { level: 'warn' },
  }
  writeFileSync(path, JSON.stringify(config))
  const keyText = await addKey(join(folder, 'tollgate.db'))
  const server = await startServer(['dist/src/main.js', 'serve', '--json', '--config', path], (line) =>
    Number(new URL((JSON.parse(line) as { url: string }).url).port),
  )
  return {
    ...server,
    keyText,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const addKey = async (path: string): Promise<string> => {
  const store = openStore(path, { clock: systemEdges.nowMs })
  const account = await store.accounts.createAccount({ name: 'bench', plan: 'bench', isFailoverOn: false })
  const text = createKeyText(systemEdges.randomBytes)
  const all = { allowedMethods: [], allowedContracts: [], allowedOrigins: [], allowedSources: [] }
  await store.accounts.createKey(
    { accountId: account.id, label: '', networks: ['eth', 'sol'], ...all },
    hashKeyText(text),
  )
  store.close()
  return text
}
