import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { gatewayNow, holderNow } from './live.js'

/** Loaded data or an error; both undefined while loading. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: string | undefined
  reload(): void
}

/**
 * Loads data, again whenever `key` changes. `reload` keeps the old value until the answer comes.
 */
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

/** Minimum interval between loads of usage. */
const FRESH_MS = 10_000
/**
 * Loading stops after this time without input, so that an open page alone keeps no session alive.
 */
const USED_MS = 300_000

let usedAtMs = Date.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const)
  addEventListener(event, () => (usedAtMs = Date.now()), { capture: true, passive: true })

/** Spent credits from the live values: usage changes only with them. */
const spentNow = (): number | undefined => holderNow.value?.usedToday ?? gatewayNow.value?.status.credits

/**
 * Loads data that depends on usage, again while the page is visible and credits are being spent.
 */
export const useLoadOfUsage = <T>(key: string, ask: () => Promise<T>): Loaded<T> => {
  const loaded = useLoad(key, ask)
  const { reload } = loaded
  const spent = useRef(spentNow())
  useEffect(() => {
    const timer = setInterval(() => {
      const now = spentNow()
      if (now === spent.current || document.hidden || Date.now() - usedAtMs > USED_MS) return
      spent.current = now
      reload()
    }, FRESH_MS)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}
