/**
 * Loaded before the gateway (`--import`): on SIGUSR2 it writes which functions ran since the signal
 * before, and how often, as a line of JSON into $TRACE_FILE.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { fileURLToPath } from 'node:url'

const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** In a bundle, esbuild writes such a comment before each module. */
const MODULE = /^\/\/ (\S+\.[cm]?js)$/gm
const modules = new Map()
/** The modules in a file, from the last to the first, with the place where each begins. */
const modulesIn = (url) => {
  const read = () =>
    [...readFileSync(fileURLToPath(url), 'utf8').matchAll(MODULE)]
      .map(({ index, 1: path }) => ({ index, path }))
      .reverse()
  if (!modules.has(url)) modules.set(url, read())
  return modules.get(url)
}
/** The module of a function; a file without such comments is one. */
const moduleAt = (url, offset) =>
  modulesIn(url).find(({ index }) => index <= offset)?.path ?? url.split('/dist/').at(-1)

/** Module, name and count of every function of the built gateway's own that ran. */
const ranOf = ({ result }) =>
  result
    .filter(({ url }) => url.includes('/dist/'))
    .flatMap(({ url, functions }) =>
      functions
        .filter(({ ranges }) => ranges[0].count > 0)
        .map(({ functionName, ranges }) => [moduleAt(url, ranges[0].startOffset), functionName, ranges[0].count]),
    )
    .filter(([path]) => /^(src|generated)\//.test(path))

process.on('SIGUSR2', () =>
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    appendFileSync(process.env.TRACE_FILE, `${JSON.stringify(error ? { error: String(error) } : ranOf(coverage))}\n`)
  }),
)
