/** Loaded before the gateway (`--import`): on SIGUSR2 it writes which functions ran since the signal before, as JSON lines into $TRACE_FILE. */
import { appendFileSync } from 'node:fs'
import { Session } from 'node:inspector'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The built files in which a function ran, each with the number of functions. */
const filesIn = ({ result }) =>
  Object.fromEntries(
    result.flatMap(({ url, functions }) => {
      const ran = functions.filter(({ ranges }) => ranges[0].count > 0)
      return url.includes('/dist/') && ran.length > 0 ? [[url.split('/dist/').at(-1), ran.length]] : []
    }),
  )

process.on('SIGUSR2', () =>
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(error ? { error: String(error) } : filesIn(coverage))}\n`)
  }),
)
