import { pino } from 'pino'
import { stopwatchMs } from '../../runtime/system-ports.js'
import { withTimeLimit } from '../../runtime/time-limit.js'
import { IdleInterval } from '../../runtime/timers.js'
import type { Config } from '../config/config.js'
import type { Observation } from '../pipeline/stages/observe.js'
import { FreeLines } from './free-lines.js'

/**
 * The output of the log: the number of this process among several writers, true for a terminal, and
 * the file descriptor (standard error by default).
 */
export interface LogPlace {
  readonly worker?: number
  readonly isTerminal?: boolean
  readonly descriptor?: number
}

/** The log: JSON lines on standard error, because standard output belongs to commands. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** Writes a line about something that cost an account nothing, unless it has too many. */
  free(accountId: string, fields: object, message: string): void
  /** Writes the line of a call, at level info, unless it was refused and there are too many. */
  call(observation: Observation): void
  /** Writes waiting lines, for a second at most, drops the rest, and closes the log. */
  flush(): Promise<void>
}

/** PIPE_BUF: writes to a pipe up to this size are not mixed with those of other processes. */
const UNMIXED_BYTES = 4096
/** Lines of calls are written in groups: a write costs as much as making a dozen lines. */
const GROUP_LENGTH = 16_384
const WORKER_GROUP_LENGTH = 2048
/** Other lines are written once they are this much, or at the next flush. */
const MIN_WRITE_BYTES = 4096
const FLUSH_EVERY_MS = 500
const LAST_FLUSH_MS = 1_000
/** Bound on waiting lines while the reader of the log is stuck; further lines are lost. */
const MAX_WAITING_BYTES = 67_108_864

/** Opens the log. Lines are written in groups, off the request path. */
export const openLog = async (
  { level, sample }: Config['log'],
  { worker, isTerminal = false, descriptor = 2 }: LogPlace = {},
): Promise<Log> => {
  const shape = isTerminal ? (await import('./pretty-lines.js')).prettyLines : undefined
  const bounds =
    worker === undefined ? { minLength: MIN_WRITE_BYTES } : { minLength: WORKER_GROUP_LENGTH, maxWrite: UNMIXED_BYTES }
  let isClosed = false
  // Node makes standard error non-blocking when it opens it as a stream: a full pipe is retried.
  const shared = { dest: descriptor, sync: false, maxLength: MAX_WAITING_BYTES, retryEAGAIN: () => !isClosed }
  const destination = pino.destination({ ...shared, ...bounds })
  // Lines that cannot be written are lost: a broken log must not disturb the gateway.
  destination.on('error', () => {})
  const base = worker === undefined ? null : { worker }
  const flushing = new IdleInterval(FLUSH_EVERY_MS, () => {
    if (!isClosed) destination.flush()
    return false
  })
  const writeLines = (lines: string): void => {
    if (isClosed) return
    destination.write(shape === undefined ? lines : shape(lines))
    flushing.use()
  }
  const calls = new LineBuffer(worker === undefined ? GROUP_LENGTH : WORKER_GROUP_LENGTH, FLUSH_EVERY_MS, (lines) =>
    writeLines(lines),
  )
  // Earlier lines of calls go first.
  const write = (line: string): void => {
    calls.flush()
    writeLines(line)
  }
  const formatters = { level: (name: string) => ({ level: name }) }
  const log = pino({ level, base, formatters, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  const hasInfo = log.isLevelEnabled('info')
  const isSampled = sampler(sample)
  const free = new FreeLines((lines, accountId) => log.warn({ lines, accountId }, 'lines left out'))
  const startOf = lineStart(worker)
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    free: (accountId, fields, message) => {
      if (hasInfo && free.take(accountId, stopwatchMs())) log.info(fields, message)
    },
    call: (observation) => {
      if (!hasInfo || isSampled?.(observation) === false) return
      if (isRefused(observation) && !free.take(observation.accountId, stopwatchMs())) return
      calls.add(callLine(startOf(), observation))
    },
    flush: async () => {
      free.reportNow()
      calls.flush()
      if (isClosed) return
      // Never flushSync: it retries for ever on a pipe whose reader is gone or stuck.
      // The first flush ends with a write that is under way, and leaves what came after it.
      const written = new Promise<void>((resolve) => destination.flush(() => destination.flush(() => resolve())))
      await withTimeLimit(written, LAST_FLUSH_MS, 'the log takes nothing').catch(() => {
        isClosed = true
        destination.destroy()
      })
    },
  }
}

/** True if the call cost nothing, and no node answered it. A price may be zero, too. */
const isRefused = ({ costCredits, outcome }: Observation): boolean =>
  costCredits === 0 && outcome !== 'ok' && outcome !== 'node_error'

/**
 * Selects all failed calls, and this share of the calls with a result, evenly; undefined: selects
 * all.
 */
const sampler = (share: number): ((call: Observation) => boolean) | undefined => {
  if (share === 1) return undefined
  let due = 0
  return ({ outcome }) => {
    if (outcome !== 'ok') return true
    due += share
    if (due < 1) return false
    due -= 1
    return true
  }
}

/** The start of a line of level info, cached for each millisecond. */
const lineStart = (worker: number | undefined): (() => string) => {
  let madeAt = ''
  let start = ''
  return () => {
    const now = pino.stdTimeFunctions.epochTime()
    if (now !== madeAt) {
      madeAt = now
      start = `{"level":"info"${pino.stdTimeFunctions.isoTime()}${worker === undefined ? '' : `,"worker":${worker}`}`
    }
    return start
  }
}

/** Text that JSON writes between quotes unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))
const number = (key: string, value: number | undefined): string => (value === undefined ? '' : `,"${key}":${value}`)
const optional = (key: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${key}":${quoted(value)}`

/**
 * Builds the log line of a call, identical to pino's. Every call has one of known shape, so
 * concatenation is faster than walking an object.
 *
 * `start`  the line's beginning, up to and with the time: `{"level":"info","time":"…"`
 */
export const callLine = (start: string, call: Observation): string =>
  `${start},"requestId":${quoted(call.requestId)},"source":${quoted(call.source)}${optional('traceId', call.traceId)},"transport":"${call.transport}"${number('status', call.status)},"network":${quoted(call.network)}${optional('keyId', call.keyId)}${optional('accountId', call.accountId)},"method":${quoted(call.method)}${optional('unknownMethod', call.unknownMethod)},"outcome":${quoted(call.outcome)}${number('errorCode', call.errorCode)},"servedBy":"${call.servedBy}"${optional('upstream', call.upstream)},"costCredits":${call.costCredits},"durationMs":${call.durationMs},"upstreamMs":${call.upstreamMs}${number('paramsBytes', call.paramsBytes)}${number('resultBytes', call.resultBytes)},"msg":"call"}\n`

/**
 * Collects lines and passes them on together: when there are enough, or at the latest `waitMs`
 * after the first.
 *
 * pino's buffer measures its whole content again for every line, so it must not hold large groups.
 */
export class LineBuffer {
  private lines = ''
  private timer: NodeJS.Timeout | undefined

  /**
   * `write` gets one or more whole lines; no more than `maxLength` characters unless one line is
   * longer.
   */
  constructor(
    private readonly maxLength: number,
    private readonly waitMs: number,
    private readonly write: (lines: string) => void,
  ) {}

  /** `line` ends with its line feed. */
  add(line: string): void {
    if (this.lines.length + line.length > this.maxLength) this.flush()
    this.lines += line
    this.timer ??= setTimeout(() => this.flush(), this.waitMs).unref()
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    if (this.lines === '') return
    const { lines } = this
    this.lines = ''
    this.write(lines)
  }
}
