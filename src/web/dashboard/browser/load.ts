import { useCallback, useEffect, useState } from 'preact/hooks'

/** What a page shows, or why it cannot; both undefined while it is asked for. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: string | undefined
  reload(): void
}

/** Asks for what a page shows, anew whenever `key` is another. What was there stays until the answer comes. */
export const useLoad = <T>(key: string, ask: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ key: string; value?: T; error?: string }>({ key })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    ask().then(
      (value) => isCurrent && setState({ key, value }),
      (error: Error) => isCurrent && setState({ key, error: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [key, turn])
  const isOther = state.key !== key
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { value: isOther ? undefined : state.value, error: isOther ? undefined : state.error, reload }
}
