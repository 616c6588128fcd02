import { pino } from 'pino'
import type { Config } from '../config/config.js'

/** A line of the log: JSON on standard error, so that standard output stays what a command prints. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
  flush(): void
}

/** Opens the log. Lines are written in groups, off the request path; `flush` writes what is waiting. */
export const openLog = (level: Config['log']['level']): Log => {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 500 })
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    flush: () => destination.flushSync(),
  }
}
