import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import type { RecordBounds } from '../../tools/record/traffic-recorder.js'
import { type Command, CommandError, type Input, UsageError } from '../command.js'
import { counted } from '../counted.js'
import { readNumber, readPort, readTime } from '../option-values.js'
import { stopSignal } from '../stop-signal.js'
import { messageOf } from '../system-error.js'
import { folded } from '../text-wrap.js'

const USUAL_CALLS = 100_000
const USUAL_EVENTS = 10_000
const USUAL_BYTES = 100 * 1024 * 1024
const USUAL_HOST = '127.0.0.1'
/** setTimeout's maximum, 24.8 days; a longer timer fires at once. */
const MAX_TIMER_MS = 2_147_483_647
const FILE_MODE = 0o600

export const record: Command = {
  name: 'record',
  summary: 'Passes calls on to an endpoint and keeps them, without keys, for `contract diff --traffic`.',
  usage:
    'tollgate record URL --out FILE [--host HOST] [--port PORT] [--calls N] [--events N] [--bytes N] [--for TIME] [--sample PERCENT]',
  positionals: ['URL'],
  options: {
    out: { value: 'FILE', description: 'where the calls go, a line each; must not exist yet' },
    host: { value: 'HOST', description: `address to listen on; default ${USUAL_HOST}` },
    port: { value: 'PORT', description: 'default: a free one' },
    calls: { value: 'N', description: `calls at most; default ${USUAL_CALLS}` },
    events: { value: 'N', description: `events of subscriptions at most; default ${USUAL_EVENTS}, 0 for none` },
    bytes: { value: 'N', description: `bytes of the file at most; default ${USUAL_BYTES}` },
    for: { value: 'TIME', description: 'record for so long: 90s, 15m, 2h; default until it is stopped' },
    sample: { value: 'PERCENT', description: 'record so many of a hundred calls; default 100' },
  },
  run: async (input) => {
    const { io } = input
    const stopped = stopSignal(io)
    const running = await start(input)
    const { recorder, proxy, path } = running
    const facts = { url: proxy.url, target: running.target.origin, file: path }
    const begun = `${proxy.url} passes calls on to ${facts.target} and keeps them in ${path}: method and params, and the events of subscriptions.`
    io.stdout(`${input.isOn('json') ? JSON.stringify(facts) : folded(begun, io.columns)}\n`)
    const timer = running.forMs === undefined ? undefined : setTimeout(() => recorder.close(), running.forMs).unref()
    await stopped
    clearTimeout(timer)
    await proxy.stop()
    closeSync(running.file)
    const { recorded, events, bytes, unreadable, trouble } = recorder.counts
    const kept = `${counted(recorded, 'call')} and ${counted(events, 'event')} in ${bytes} bytes; ${counted(unreadable, 'message')} passed on but not kept (no calls, unreadable, or too long for a line)`
    // Readers of --json expect a single value.
    if (!input.isOn('json')) io.stdout(`${folded(kept, io.columns)}\n`)
    if (trouble !== undefined) throw new CommandError(`${path}: ${trouble}`)
    return 0
  },
}

const start = async (input: Input) => {
  const { startRecordingProxy } = await import('../../tools/record/recording-proxy.js')
  const { TrafficRecorder } = await import('../../tools/record/traffic-recorder.js')
  const target = originOf(input.positionals[0]!)
  const forMs = durationOf(input.text('for'))
  const port = readPort('port', input.text('port')) ?? 0
  const bounds = boundsOf(input)
  const out = input.text('out')
  if (out === undefined || out === '')
    throw new UsageError('--out FILE is needed: nothing is recorded unless it is asked for')
  const path = resolve(input.io.cwd, out)
  let file: number | undefined
  try {
    const opened = openSync(path, 'wx', FILE_MODE)
    file = opened
    const recorder = new TrafficRecorder(bounds, (line) => void writeSync(opened, line), Math.random)
    const address = { host: input.text('host') ?? USUAL_HOST, port }
    const report = (line: string) => input.io.stderr(`tollgate: ${line}\n`)
    const proxy = await startRecordingProxy(target, address, recorder, report)
    return { target, recorder, proxy, file: opened, path, forMs }
  } catch (error) {
    if (file !== undefined) {
      // The empty file would block the next attempt.
      closeSync(file)
      rmSync(path)
    }
    throw new CommandError(messageOf(error))
  }
}

const boundsOf = (input: Input): RecordBounds => {
  const number = (name: string, usual: number) => readNumber(name, input.text(name)) ?? usual
  const sample = input.text('sample') ?? '100'
  const percent = Number(sample)
  if (!(percent > 0 && percent <= 100))
    throw new UsageError(`--sample must be above 0 and at most 100, such as 2.5, not "${sample}"`)
  return {
    calls: number('calls', USUAL_CALLS),
    events: number('events', USUAL_EVENTS),
    bytes: number('bytes', USUAL_BYTES),
    share: percent / 100,
  }
}

const durationOf = (text: string | undefined): number | undefined => {
  const ms = text === undefined ? undefined : readTime('for', text)
  if (ms !== undefined && ms > MAX_TIMER_MS) throw new UsageError(`--for must be at most 24d, not "${text}"`)
  return ms
}

/** Accepts only an origin, because paths and keys come from callers. */
const originOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  if (!isOrigin || url.username !== '')
    throw new UsageError('URL must be the origin of an endpoint, such as http://127.0.0.1:8545, without a path or key')
  return url
}
