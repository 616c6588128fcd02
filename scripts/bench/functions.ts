/**
 * `npm run bench:functions`: how many functions of the gateway run for a call, from V8's own count.
 * It says nothing of time, but it is the same on every machine, however busy: what a change puts on
 * the way of every call shows here first.
 *
 * --against FILE the `dist/src/main.js` of another build, for a second column; --without-added
 * where that one takes no further methods --match PATTERN for some scenarios
 * --show          the functions, too: how often each runs for a call
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type RanFunction, RanReader } from '../trace/ran.js'
import { startBenchGateway } from './gateway.js'
import { runLoad } from './load.js'
import { startServer } from './process.js'
import { type Scenario, scenariosOf } from './scenarios.js'
import { requireProgram } from './system-package.js'
import { tableOf } from './table.js'

const { values: options } = parseArgs({
  options: {
    against: { type: 'string' },
    match: { type: 'string', default: '' },
    show: { type: 'boolean', default: false },
    'without-added': { type: 'boolean', default: false },
  },
})
const WARMING_SECONDS = 1
/** Long enough that the calls which are cut off at its end are few. */
const SECONDS = 5
/** Until what the last calls left to do is done. */
const REST_MS = 300
const CONNECTIONS = 64
/** Less often than this for a call, and it is a timer's. */
const SELDOM = 0.02

requireProgram('wrk')

interface Counted {
  readonly perCall: number
  readonly functions: readonly RanFunction[]
  readonly calls: number
}

const count = async (scenario: Scenario, ran: RanReader): Promise<Counted> => {
  const { server, path, body, connections = CONNECTIONS, batch = 1 } = scenario
  const load = (seconds: number) => runLoad({ port: server.port, path, body, connections, seconds })
  await load(WARMING_SECONDS)
  await sleep(REST_MS)
  await ran.since(server.pid)
  const { calls: sent } = await load(SECONDS)
  await sleep(REST_MS)
  const calls = sent * batch
  const functions = (await ran.since(server.pid)).filter(({ count }) => count / calls >= SELDOM)
  return { calls, functions, perCall: functions.reduce((sum, { count }) => sum + count, 0) / calls }
}

/** Counts every scenario that needs no other port or protocol, in one gateway. */
const countAll = async (main?: string): Promise<Map<string, Counted>> => {
  const ran = new RanReader()
  const upstream = await startServer(['scripts/bench/upstream.mjs'], Number)
  const gateway = await startBenchGateway({
    upstreamPort: upstream.port,
    nodeArguments: ran.nodeArguments,
    env: ran.env,
    isWithoutAdded: options['without-added'],
    ...(main && { main }),
  })
  try {
    const none = { ...upstream, tlsPort: 0 }
    const servers = { upstream, gateway, nginx: none, proxy: none, tlsGateway: none, pair: { cert: '', key: '' } }
    const counts = new Map<string, Counted>()
    const scenarios = scenariosOf(servers as unknown as Parameters<typeof scenariosOf>[0])
    for (const scenario of scenarios) {
      const { name, server, overWebSocket, isTls, connections } = scenario
      const isPlain = server === gateway && !overWebSocket && !isTls && connections === undefined
      const isLeftOut = !new RegExp(options.match).test(name) || (options['without-added'] && /added/.test(name))
      if (isPlain && !isLeftOut) counts.set(name, await count(scenario, ran))
    }
    return counts
  } finally {
    await gateway.stop()
    await upstream.stop()
    ran.close()
  }
}

const base = options.against === undefined ? undefined : await countAll(options.against)
const own = await countAll()
const rows = [...own].map(([name, { perCall }]) => {
  const before = base?.get(name)?.perCall
  if (before === undefined) return [name, perCall.toFixed(0)]
  return [name, before.toFixed(0), perCall.toFixed(0), (perCall / before).toFixed(2)]
})
const columns = base === undefined ? ['functions a call'] : ['functions a call, base', 'here', 'here / base']
console.log(tableOf(['scenario', ...columns], rows))
if (options.show)
  for (const [name, { calls, functions }] of own) {
    console.log(`\n${name}`)
    for (const { file, name, count } of [...functions].sort((a, b) => b.count - a.count))
      console.log(`${(count / calls).toFixed(2).padStart(7)} ${name || '(without a name)'} ${file}`)
  }
