import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { requireProgram } from '../../scripts/bench/system-package.js'
import { freePort } from '../../src/cluster/free-port.js'
import { type Collector, startCollector } from '../support/collector.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL } from '../support/gateway.js'
import { createServeFolder, type ServeProcess, serveConfig, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'

/**
 * A real Prometheus scrapes a gateway of two workers under load, and answers every query of the alert rules and the dashboard. It comes from
 * the system's packages and is installed where it is missing (Debian, as root); where it cannot be, this test fails and says so.
 */
const RULES = join(ROOT, 'docs/monitoring/alerts.yml')
const rules: { alert: string; expr: string }[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  (group: { rules: object[] }) => group.rules,
)
const board: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(ROOT, 'docs/monitoring/dashboard.json'), 'utf8'),
)
const panels = board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))
/** Of what does not happen under this load there is nothing to see. */
const EMPTY = ['Hedges', 'Calls that went to a partner', 'Cache']
const LOAD_MS = 15_000

const folder = mkdtempSync(join(tmpdir(), 'tollgate-prometheus-'))
const files = createServeFolder('')
let upstream: FakeUpstream
let receiver: Collector
let gateway: ServeProcess
let prometheus: ChildProcess
let url = ''

beforeAll(async () => {
  requireProgram('prometheus')
  upstream = await startFakeUpstream(({ json }) =>
    json?.method === 'eth_blockNumber' ? { resultText: '"0x10"' } : { resultText: '"0x01"' },
  )
  receiver = await startCollector()
  const network = `family: evm, pollMs: 200, upstreams: [{ name: node-1, url: "${upstream.url}" }]`
  const more = `tracing: { endpoint: '${receiver.url}', ratio: 1 }\nwebhooks: [{ url: '${receiver.url}', secret: 0123456789abcdef0 }]\n`
  files.save(serveConfig({ main: network }, more))
  const { key } = await files.createKey('main')
  const { key: poor } = await files.createKey('main', '--daily-credits', '400')
  gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  const port = await freePort('127.0.0.1')
  url = `http://127.0.0.1:${port}`
  const target = new URL(gateway.adminUrl).host
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${RULES}']
scrape_configs: [{ job_name: tollgate, static_configs: [{ targets: ['${target}'] }] }]
`,
  )
  const args = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  prometheus = spawn('prometheus', [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  const endsMs = Date.now() + LOAD_MS
  while (Date.now() < endsMs) {
    await post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL)
    await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
    await post(`${gateway.url}/main/v3/${poor}`, STORAGE_CALL)
    await sleep(20)
  }
}, 180_000)

afterAll(async () => {
  if (prometheus?.exitCode === null) {
    prometheus.kill('SIGTERM')
    await once(prometheus, 'exit')
  }
  await gateway?.stop()
  await upstream?.stop()
  await receiver?.stop()
  files.remove()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (path: string): Promise<{ status: string; error?: string; data: { result: unknown[] } }> =>
  (await fetch(`${url}/api/v1/${path}`)).json() as never
const query = async (expr: string) => {
  const { status, error, data } = await ask(`query?query=${encodeURIComponent(expr)}`)
  expect([expr, status, error]).toEqual([expr, 'success', undefined])
  return data.result
}

test('promtool finds nothing to say about the metrics, nor about the rules', async () => {
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  expect(metrics).toContain('tollgate_store_write_duration_seconds_bucket')
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' })
  expect(checked.stderr + checked.stdout).toBe('')
  expect(checked.status).toBe(0)
  const ruled = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
  expect([ruled.status, ruled.stderr]).toEqual([0, ''])
})

test.each(panels)('the panel "%s" shows something', async (title, expr) => {
  const filled = expr.replaceAll('$__rate_interval', '10s').replaceAll('$network', '.*')
  const result = await query(filled)
  if (!EMPTY.includes(title)) expect([filled, result.length > 0]).toEqual([filled, true])
})

test('every rule is evaluated without an error, and none of them speaks of a gateway that is well', async () => {
  const { data } = (await ask('rules')) as unknown as {
    data: { groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[] }
  }
  const found = data.groups.flatMap((group) => group.rules)
  expect(found.map(({ name }) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  expect(found.filter(({ health, state }) => health !== 'ok' || state !== 'inactive')).toEqual([])
})

test('the rules speak of a node that is down and of a configuration that is refused', async () => {
  const expr = (name: string) => rules.find(({ alert }) => alert === name)!.expr
  await upstream.stop()
  files.save('nonsense')
  for (const name of ['TollgateUpstreamDown', 'TollgateNetworkWithoutUpstream', 'TollgateConfigurationRefused'])
    await expectSoon(async () => [name, (await query(expr(name))).length > 0], [name, true], 30_000)
}, 100_000)
