import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parse } from 'yaml'
import { requireProgram } from '../../scripts/bench/system-package.js'
import { type Collector, startCollector } from '../support/collector.js'
import { expectSoon } from '../support/expect-soon.js'
import { type FakeReply, type FakeRequest, type FakeUpstream, startFakeUpstream } from '../support/fake-upstream.js'
import { callOf, post, STORAGE_CALL } from '../support/gateway.js'
import { ownPort } from '../support/own-port.js'
import { createServeFolder, type ServeProcess, serveConfig, startServe } from '../support/serve-process.js'
import { ROOT } from '../support/source-files.js'
import { temporaryFolder } from '../support/started.js'

/**
 * A real Prometheus scrapes a gateway of two workers under load, and answers every query of the
 * alert rules and the dashboard. It comes from the system's packages and is installed where it is
 * missing (Debian, as root); where it cannot be, this test fails and says so.
 */
const RULES = join(ROOT, 'docs/monitoring/alerts.yml')
const rules: { alert: string; expr: string }[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(
  (group: { rules: object[] }) => group.rules,
)
const board: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(join(ROOT, 'docs/monitoring/dashboard.json'), 'utf8'),
)
const panels = board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))
/** The partner is asked when no node is there, at the end. */
const PARTNER_PANEL = 'Calls that went to a partner'
/** One answer in so many is slow, so that the other node is asked beside. */
const SLOW_EVERY = 40
const SLOW_MS = 400
const LOAD_MS = 15_000

const folder = temporaryFolder()
const files = createServeFolder('')
let nodes: readonly FakeUpstream[] = []
let partner: FakeUpstream
let insured: string
let receiver: Collector
let gateway: ServeProcess
let prometheus: ChildProcess
let url = ''

beforeAll(async () => {
  requireProgram('prometheus', 'promtool')
  let asked = 0
  const answer = ({ json }: FakeRequest): FakeReply => {
    if (json?.method === 'eth_blockNumber') return { resultText: '"0x10"' }
    return { resultText: '"0x01"', ...(++asked % SLOW_EVERY === 0 && { delayMs: SLOW_MS }) }
  }
  nodes = [await startFakeUpstream(answer), await startFakeUpstream(answer)]
  partner = await startFakeUpstream(() => ({ resultText: '"0x01"' }))
  receiver = await startCollector()
  const upstreams = nodes.map(({ url }, index) => `{ name: node-${index + 1}, url: "${url}" }`)
  const network = `family: evm, pollMs: 200, upstreams: [${upstreams}], partner: { name: helpful, url: "${partner.url}" }`
  const more = `tracing: { endpoint: '${receiver.url}', ratio: 1 }\nwebhooks: [{ url: '${receiver.url}', secret: 0123456789abcdef0 }]\n`
  files.save(serveConfig({ main: network }, more))
  const { key } = await files.createKey('main')
  const { key: poor } = await files.createKey('main', '--daily-credits', '400')
  insured = (await files.createKey('main', '--plan', 'growth', '--failover')).key
  gateway = await startServe(files.configFile, undefined, ['--workers', '2'])
  const port = await ownPort()
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
  await expectSoon(isPrometheusReady, true, 30_000)
  const endsMs = Date.now() + LOAD_MS
  while (Date.now() < endsMs) {
    await post(`${gateway.url}/main/v3/${key}`, STORAGE_CALL)
    await post(`${gateway.url}/main/v3/${key}`, callOf('eth_nothing'))
    await post(`${gateway.url}/main/v3/${poor}`, STORAGE_CALL)
    await post(`${gateway.url}/main/v3/${key}`, [STORAGE_CALL, { ...STORAGE_CALL, id: 2 }])
    await sleep(20)
  }
})

afterAll(async () => {
  if (prometheus?.exitCode === null) {
    prometheus.kill('SIGTERM')
    await once(prometheus, 'exit')
  }
  await gateway?.stop()
  for (const node of [...nodes, partner]) await node?.stop()
  await receiver?.stop()
  files.remove()
})

const isPrometheusReady = () =>
  fetch(`${url}/-/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
const ask = async (path: string): Promise<{ status: string; error?: string; data: { result: unknown[] } }> =>
  (await fetch(`${url}/api/v1/${path}`)).json() as never
const query = async (expr: string) => {
  const { status, error, data } = await ask(`query?query=${encodeURIComponent(expr)}`)
  expect([expr, status, error]).toEqual([expr, 'success', undefined])
  return data.result
}

/**
 * Runs promtool, and waits without halting this process: the nodes in it must go on answering, or
 * the gateway takes them for down.
 */
const promtool = async (args: readonly string[], input = '') => {
  const child = spawn('promtool', args)
  const closed = once(child, 'close')
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text
    })
  // It may end before it has read its input. Its status then says why.
  child.stdin.on('error', () => {}).end(input)
  const [status] = await closed
  return { status, ...printed }
}

test('promtool finds nothing to say about the metrics, nor about the rules', async () => {
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text()
  expect(metrics).toContain('tollgate_store_write_duration_seconds_bucket')
  expect(await promtool(['check', 'metrics'], metrics)).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(await promtool(['check', 'rules', RULES])).toMatchObject({ status: 0, stderr: '' })
})

/** A panel's query as Grafana fills it in. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '10s').replaceAll('$network', '.*')

test.each(panels)('the panel "%s" shows something', async (title, expr) => {
  const isShown = async () => (await query(filled(expr))).length > 0
  // A rate needs two scrapes within ten seconds, and a busy machine may have missed them.
  if (title === PARTNER_PANEL) await isShown()
  else await expectSoon(async () => [expr, await isShown()], [expr, true], 30_000)
})

test('every rule is evaluated without an error, and none of them speaks of a gateway that is well', async () => {
  const read = async () => {
    const { data } = (await ask('rules')) as unknown as {
      data: { groups: { rules: { name: string; health: string; state: string; lastError?: string }[] }[] }
    }
    return data.groups.flatMap((group) => group.rules)
  }
  const found = await read()
  expect(found.map(({ name }) => name).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  expect(found.filter(({ state }) => state === 'firing')).toEqual([])
  // On a machine that is busy with something else the gateway is slow itself: that rule speaks
  // after ten minutes only. A late scrape, or a late answer of a node, makes another one pending
  // for seconds.
  const isWrong = ({ name, state, health }: (typeof found)[number]) =>
    health !== 'ok' || state === 'firing' || (state === 'pending' && name !== 'TollgateSlowItself')
  await expectSoon(async () => (await read()).filter(isWrong), [], 30_000)
})

test('the rules speak of a node that is down and of a configuration that is refused', async () => {
  const expr = (name: string) => rules.find(({ alert }) => alert === name)!.expr
  for (const node of nodes) await node.stop()
  files.save('nonsense')
  for (const name of ['TollgateUpstreamDown', 'TollgateNetworkWithoutUpstream', 'TollgateConfigurationRefused'])
    await expectSoon(async () => [name, (await query(expr(name))).length > 0], [name, true], 30_000)
}, 100_000)

test('the panel of the partner shows the calls that it answers then', async () => {
  const [, expr] = panels.find(([title]) => title === PARTNER_PANEL)!
  const isShown = async () => {
    await post(`${gateway.url}/main/v3/${insured}`, STORAGE_CALL)
    const [series] = (await query(filled(expr))) as { value: [number, string] }[]
    return Number(series?.value[1] ?? 0) > 0
  }
  await expectSoon(isShown, true, 30_000)
}, 100_000)
