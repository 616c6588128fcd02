/**
 * Loaded before the gateway (`--import`): on SIGUSR2 it writes which functions ran since the signal
 * before, and how often, as a line of JSON into $TRACE_FILE.
 */
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** File, name and count of every function of the built gateway that ran. */
const ranOf = ({ result }) =>
  result
    .filter(({ url }) => url.includes('/dist/'))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges }) => [url.split('/dist/').at(-1), functionName, ranges[0].count]),
    )
    .filter(([, , count]) => count > 0)

process.on('SIGUSR2', () =>
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(error ? { error: String(error) } : ranOf(coverage))}\n`)
  }),
)
