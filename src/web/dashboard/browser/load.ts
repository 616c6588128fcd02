import { useCallback, useEffect, useState } from 'preact/hooks'
import { readTrouble } from './gateway.js'
import { goneSinceMs } from './state.js'

/** Loaded data or an error; both undefined while loading, both given if a later load failed. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: string | undefined
  reload(): void
}

/**
 * Loads data, again whenever `key` changes and when a gateway that was gone answers again. `reload`
 * keeps the old value until an answer comes, and keeps it if none comes.
 */
export const useLoad = <T>(key: string, ask: () => Promise<T>): Loaded<T> => {
  const [state, setState] = useState<{ key: string; value?: T; error?: string }>({ key })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let isCurrent = true
    ask().then(
      (value) => isCurrent && setState({ key, value }),
      (refused: Error) =>
        isCurrent && setState((before) => ({ ...(before.key === key && before), key, error: readTrouble(refused) })),
    )
    return () => {
      isCurrent = false
    }
  }, [key, turn, goneSinceMs.value === undefined])
  const isOther = state.key !== key
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { value: isOther ? undefined : state.value, error: isOther ? undefined : state.error, reload }
}

/** Minimum interval between loads of usage. */
const FRESH_MS = 10_000
/**
 * Loading stops after this time without input, so that an open page alone keeps no session alive.
 */
const USED_MS = 300_000

let usedAtMs = Date.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const)
  addEventListener(event, () => (usedAtMs = Date.now()), { capture: true, passive: true })

/**
 * Loads data that depends on usage, again and again while the page is visible and in use. Errors
 * that cost nothing change it, too, so that no live value tells when.
 */
export const useLoadOfUsage = <T>(key: string, ask: () => Promise<T>): Loaded<T> => {
  const loaded = useLoad(key, ask)
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && Date.now() - usedAtMs <= USED_MS) reload()
    }, FRESH_MS)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}
