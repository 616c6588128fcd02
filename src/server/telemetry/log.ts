import { pino } from 'pino'
import { withTimeLimit } from '../../runtime/time-limit.js'
import { IdleInterval } from '../../runtime/timers.js'
import type { Config } from '../config/config.js'
import type { Observation } from '../pipeline/stages/observe.js'
import { callLine } from './call-line.js'
import { LineBuffer } from './line-buffer.js'

/**
 * How this process writes to the log: the number it has among several that write to the same place,
 * whether a person reads it there, and the descriptor of the place, standard error's by default.
 */
export interface LogPlace {
  readonly worker?: number
  readonly isTerminal?: boolean
  readonly descriptor?: number
}

/**
 * A line of the log: JSON on standard error, so that standard output stays what a command prints.
 */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  /** The line that every call has; level info. */
  call(observation: Observation): void
  /**
   * Writes what is waiting, for a second at most: what its reader has not taken by then is lost,
   * and the log is closed.
   */
  flush(): Promise<void>
}

/** Up to so many bytes (PIPE_BUF), a write to a pipe is not mixed with those of other processes. */
const UNMIXED_BYTES = 4096
/** Lines of calls are written together: a write costs as much as the making of a dozen lines. */
const GROUP_LENGTH = 16_384
const WORKER_GROUP_LENGTH = 2048
const FLUSH_EVERY_MS = 500
const LAST_FLUSH_MS = 1_000
/** Kept while the reader of the log takes nothing; further lines are lost. */
const MAX_WAITING_BYTES = 67_108_864

/** Opens the log. Lines are written in groups, off the request path. */
export const openLog = async (
  { level, format, sample }: Config['log'],
  { worker, isTerminal = false, descriptor = 2 }: LogPlace = {},
): Promise<Log> => {
  const isPretty = format === 'pretty' || (format === 'auto' && isTerminal)
  const shape = isPretty ? (await import('./pretty-lines.js')).prettyLines : undefined
  const bounds = worker === undefined ? { minLength: 4096 } : { minLength: 2048, maxWrite: UNMIXED_BYTES }
  let isClosed = false
  // Main programs make standard error non-blocking (libuv does, when it is opened as a stream): a
  // pipe that is full is tried again.
  const shared = { dest: descriptor, sync: false, maxLength: MAX_WAITING_BYTES, retryEAGAIN: () => !isClosed }
  const destination = pino.destination({ ...shared, ...bounds })
  // What cannot be written is lost: nothing else may suffer from where the log goes.
  destination.on('error', () => {})
  const base = worker === undefined ? null : { worker }
  const flushing = new IdleInterval(FLUSH_EVERY_MS, () => {
    if (!isClosed) destination.flush()
    return false
  })
  const hand = (lines: string): void => {
    if (isClosed) return
    destination.write(shape === undefined ? lines : shape(lines))
    flushing.use()
  }
  const calls = new LineBuffer(worker === undefined ? GROUP_LENGTH : WORKER_GROUP_LENGTH, FLUSH_EVERY_MS, (lines) =>
    hand(lines),
  )
  // The lines of calls that came before stand before.
  const write = (line: string): void => {
    calls.flush()
    hand(line)
  }
  const formatters = { level: (name: string) => ({ level: name }) }
  const log = pino({ level, base, formatters, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  const isHeard = log.isLevelEnabled('info')
  const isTaken = sampler(sample)
  const startOf = lineStart(worker)
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    call: (observation) => {
      if (isHeard && (isTaken === undefined || isTaken(observation))) calls.add(callLine(startOf(), observation))
    },
    flush: async () => {
      calls.flush()
      if (isClosed) return
      // Never by flushSync: it tries for ever to write to a pipe whose reader is gone, or takes
      // nothing.
      const written = new Promise<void>((resolve) => destination.flush(() => resolve()))
      await withTimeLimit(written, LAST_FLUSH_MS, 'the log takes nothing').catch(() => {
        isClosed = true
        destination.destroy()
      })
    },
  }
}

/**
 * Takes this share of the calls that were answered with a result, evenly, and all others;
 * undefined: takes all.
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

/** How a line of level info begins now; made anew when the clock's milliseconds have moved on. */
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
