const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Resolves at the first signal that asks this process to end, or after `durationMs`.
 *
 * Listens from the call on, so a signal during the start is not lost. A second signal ends the process at once, as usual. The timer does
 * not keep the process alive, so that a start that fails ends it.
 */
export const stopSignal = (durationMs?: number): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      for (const signal of SIGNALS) process.off(signal, stop)
      resolve()
    }
    const timer = durationMs === undefined ? undefined : setTimeout(stop, durationMs).unref()
    for (const signal of SIGNALS) process.on(signal, stop)
  })
