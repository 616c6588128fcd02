import { constants } from 'node:os'
import type { Io, Signal } from './command.js'

export const stopSignals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** The signal that came; undefined if time ran out. */
export type StopSignal = Promise<Signal | undefined>

/**
 * Resolves at the first of these signals, or after `durationMs`; a second signal ends the process
 * as if unhandled. Listens from the call on, so that a signal during the start is not lost.
 */
export const stopSignal = (io: Io, durationMs?: number, signals: readonly Signal[] = stopSignals): StopSignal =>
  new Promise((resolve) => {
    const stop = (signal?: Signal) => {
      clearTimeout(timer)
      for (const ignore of ignores) ignore?.()
      resolve(signal)
    }
    // Unreferenced, so that it does not delay the exit after a failed start.
    const timer = durationMs === undefined ? undefined : setTimeout(stop, durationMs).unref()
    const ignores = signals.map((signal) => io.onSignal?.(signal, () => stop(signal)))
  })

/**
 * Ends the process at a second signal so that its `exit` listeners run, which remove what the
 * command made. A signal that no one handles would not run them.
 */
export const exitAtNextSignal = (io: Io, stopped: StopSignal): void => {
  void stopped.then(() => {
    for (const signal of stopSignals) io.onSignal?.(signal, () => process.exit(128 + constants.signals[signal]))
  })
}
