import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type LoadResult, runLoad } from './load.js'
import { cpuNanoseconds } from './process.js'
import type { Scenario } from './scenarios.js'
import { median, type Row } from './table.js'
import { runWebSocketLoad } from './websocket-load.js'

const CONNECTIONS = 64

interface Sample {
  readonly callsPerSecond: number
  readonly cpuMicros: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Undefined if calls share no round trips. */
  readonly callsPerRoundTrip: number | undefined
}

/**
 * Asks once and looks at the answer: a scenario that is not what it says would measure something
 * else.
 */
const verify = async (scenario: Scenario): Promise<void> => {
  if (scenario.overWebSocket) return
  const body = scenario.body.replaceAll('#NUMBER#', 'abcdef01')
  const { status, text } = await post(scenario, body)
  if (status !== (scenario.status ?? 200) || !text.includes(scenario.expected))
    throw new Error(`"${scenario.name}" is answered with ${status} ${text.slice(0, 300)}`)
}

const post = (scenario: Scenario, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port: scenario.port ?? scenario.server.port, path: scenario.path, method: 'POST' }
    const start = scenario.isTls ? httpsRequest : httpRequest
    const outgoing = start({ ...to, agent: false, rejectUnauthorized: false }, (response) => {
      let text = ''
      response.setEncoding('latin1')
      response.on('data', (data: string) => {
        text += data
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** The counts of the node; undefined if calls share no round trips. */
const countsOf = async ({ sharing }: Scenario): Promise<{ roundTrips: number; calls: number } | undefined> => {
  if (sharing === undefined) return undefined
  return (await fetch(`http://127.0.0.1:${sharing.port}`)).json() as Promise<{ roundTrips: number; calls: number }>
}

const measure = async (scenario: Scenario, seconds: number): Promise<Sample> => {
  const { pid } = scenario.server
  const seen = await countsOf(scenario)
  const load = {
    port: scenario.port ?? scenario.server.port,
    path: scenario.path,
    body: scenario.body,
    connections: scenario.connections ?? CONNECTIONS,
    seconds,
    isTls: scenario.isTls === true,
  }
  const before = cpuNanoseconds(pid)
  const result: LoadResult = await (scenario.overWebSocket ? runWebSocketLoad(load) : runLoad(load))
  const cpu = Number(cpuNanoseconds(pid) - before)
  const expected = (scenario.status ?? 200) === 200 ? 0 : result.calls
  if (result.refused !== expected)
    throw new Error(`"${scenario.name}": ${result.refused} of ${result.calls} had another status`)
  const calls = result.calls * (scenario.batch ?? 1)
  const counts = await countsOf(scenario)
  return {
    callsPerRoundTrip: counts && seen && (counts.calls - seen.calls) / (counts.roundTrips - seen.roundTrips),
    callsPerSecond: calls / result.seconds,
    cpuMicros: cpu / 1000 / calls,
    medianMs: result.medianMs,
    p99Ms: result.p99Ms,
  }
}

/**
 * CPU time of a call in each scenario: every round visits all, in turns from either end; medians,
 * and ratios to nginx round by round.
 */
export const measureCpu = async (
  scenarios: readonly Scenario[],
  rounds: number,
  seconds: number,
): Promise<{ columns: string[]; rows: Row[] }> => {
  for (const scenario of scenarios) {
    await verify(scenario)
    await measure(scenario, 1)
  }
  const samples = new Map<string, Sample[]>(scenarios.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const scenario of round % 2 === 0 ? scenarios : [...scenarios].reverse())
      samples.get(scenario.name)!.push(await measure(scenario, seconds))
  }
  const rows = scenarios.map(({ name, reference, singles = [], goal }) => {
    const own = samples.get(name)!
    const of = (key: Exclude<keyof Sample, 'callsPerRoundTrip'>) => median(own.map((sample) => sample[key]))
    return [
      name + sharingOf(own),
      Math.round(of('callsPerSecond')).toLocaleString('en'),
      of('cpuMicros').toFixed(1),
      reference === undefined ? '' : ratioOf(own, samples.get(reference)!, savedCpu),
      singles.map((single) => `${ratioOf(own, samples.get(single)!, moreCalls)} × ${single}`).join('; '),
      goal ?? '',
      of('medianMs').toFixed(2),
      of('p99Ms').toFixed(2),
    ]
  })
  const columns = [
    'scenario',
    'calls/s',
    'CPU µs a call',
    'nginx = 1.00',
    'calls/s, one by one = 1',
    'goal',
    'p50 ms',
    'p99 ms',
  ]
  return { columns, rows }
}

/**
 * The number of calls that shared a round trip, in the rounds with the fewest and the most. Callers
 * that leave stop the sharing for a minute, and such a round measures something else.
 */
const sharingOf = (samples: readonly Sample[]): string => {
  const shared = samples.flatMap(({ callsPerRoundTrip }) => callsPerRoundTrip ?? []).sort((a, b) => a - b)
  return shared.length === 0 ? '' : ` (${shared[0]!.toFixed(1)}–${shared.at(-1)!.toFixed(1)} calls a round trip)`
}

type Compare = (own: Sample, reference: Sample) => number
/** CPU time of a call through nginx, as a fraction of ours. */
const savedCpu: Compare = (own, nginx) => nginx.cpuMicros / own.cpuMicros
const moreCalls: Compare = (own, single) => own.callsPerSecond / single.callsPerSecond

/** A ratio of two scenarios: the median over the rounds, and their span. */
const ratioOf = (own: readonly Sample[], reference: readonly Sample[], compare: Compare): string => {
  const ratios = own.map((sample, round) => compare(sample, reference[round]!)).sort((a, b) => a - b)
  return `${median(ratios).toFixed(2)} (${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)})`
}
