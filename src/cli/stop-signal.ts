import { constants } from 'node:os'
import type { Io, Signal } from './command.js'

export const stopSignals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * npm and npx pass these on: a Ctrl-C, or a signal to the whole group or unit, comes twice,
 * milliseconds apart.
 */
const PASSED_ON: readonly (Signal | undefined)[] = ['SIGINT', 'SIGTERM']
const REPEATED_WITHIN_MS = 250

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
      if (signal !== undefined && PASSED_ON.includes(signal)) ignoreRepetition(io, signal)
      for (const ignore of ignores) ignore?.()
      resolve(signal)
    }
    // Unreferenced, so that it does not delay the exit after a failed start.
    const timer = durationMs === undefined ? undefined : setTimeout(stop, durationMs).unref()
    const ignores = signals.map((signal) => io.onSignal?.(signal, () => stop(signal)))
  })

/** Keeps the process so long: at its end, the second signal would change the exit status. */
const ignoreRepetition = (io: Io, signal: Signal): void => {
  const release = io.onSignal?.(signal, () => {})
  setTimeout(() => release?.(), REPEATED_WITHIN_MS)
}

/**
 * Ends the process at a second signal so that its `exit` listeners run, which remove what the
 * command made. A signal that no one handles would not run them.
 */
export const exitAtNextSignal = (io: Io, stopped: StopSignal): void => {
  void stopped.then((first) => {
    let ignored = PASSED_ON.includes(first) ? first : undefined
    const timer = setTimeout(() => {
      ignored = undefined
    }, REPEATED_WITHIN_MS)
    timer.unref()
    for (const signal of stopSignals)
      io.onSignal?.(signal, () => {
        if (signal !== ignored) process.exit(128 + constants.signals[signal])
      })
  })
}
