import type { Io, Signal } from './command.js'

/**
 * Resolves at the first of these signals, or after `durationMs`; a second signal ends the process
 * as if unhandled. Listens from the call on, so that a signal during the start is not lost.
 */
export const stopSignal = (
  io: Io,
  durationMs?: number,
  signals: readonly Signal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'],
): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      for (const ignore of ignores) ignore?.()
      resolve()
    }
    // Unreferenced, so that it does not delay the exit after a failed start.
    const timer = durationMs === undefined ? undefined : setTimeout(stop, durationMs).unref()
    const ignores = signals.map((signal) => io.onSignal?.(signal, stop))
  })
