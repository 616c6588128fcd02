import { useRef, useState } from 'preact/hooks'

/**
 * Runs one action at a time: a second click before the reply does nothing. The first value is true
 * while one runs.
 */
export const useBusy = (): [boolean, (act: () => unknown) => Promise<void>] => {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = async (act: () => unknown): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await act()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return [isBusy, run]
}
