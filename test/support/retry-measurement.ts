/** A stall of the machine spoils one measurement; a wrong product spoils each. */
const MEASUREMENTS = 3

/**
 * Measures, and checks the result. If `check` throws, it measures again, three times in all, and
 * then throws the last error. Errors of `measure` are thrown at once: laws that hold on a machine
 * that stalls belong there.
 */
export const retryMeasurement = async <T>(measure: () => Promise<T>, check: (measured: T) => void): Promise<void> => {
  for (let made = 1; ; made++) {
    const measured = await measure()
    try {
      check(measured)
      return
    } catch (error) {
      if (made === MEASUREMENTS) throw error
    }
  }
}
