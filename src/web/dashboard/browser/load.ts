import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { gatewayNow, holderNow } from './live.js'

/** What a page shows, or why it cannot; both undefined while it is asked for. */
export interface Loaded<T> {
  readonly value: T | undefined
  readonly error: string | undefined
  reload(): void
}

/**
 * Asks for what a page shows, anew whenever `key` is another. What was there stays until the answer
 * comes.
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

/** How often usage is asked for anew, at most. */
const FRESH_MS = 10_000
/**
 * After so long without a hand on the page it is asked for no more: an open page alone does not
 * keep a session.
 */
const USED_MS = 300_000

let usedAtMs = Date.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const)
  addEventListener(event, () => (usedAtMs = Date.now()), { capture: true, passive: true })

/** The credits that were spent, as the live values say: while they stay the same, usage does. */
const spentNow = (): number | undefined => holderNow.value?.usedToday ?? gatewayNow.value?.status.credits

/**
 * The same of what follows from usage: asked for anew while somebody looks at the page and credits
 * are being spent.
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
