import { useState } from 'preact/hooks'

const read = <T>(name: string, empty: T): T => {
  try {
    return { ...empty, ...JSON.parse(sessionStorage.getItem(`draft ${name}`) ?? '{}') }
  } catch {
    return empty
  }
}

/** State of a form that survives a reload of this tab. Forms contain no secrets. */
export const useDraft = <T extends object>(name: string, empty: T): [T, (changes: Partial<T>) => void, () => void] => {
  const [draft, setDraft] = useState<T>(() => read(name, empty))
  const change = (changes: Partial<T>) =>
    setDraft((before) => {
      const next = { ...before, ...changes }
      try {
        sessionStorage.setItem(`draft ${name}`, JSON.stringify(next))
      } catch {
        // Storage may be switched off: then a draft lasts as long as the page.
      }
      return next
    })
  const forget = () => {
    try {
      sessionStorage.removeItem(`draft ${name}`)
    } catch {}
    setDraft(empty)
  }
  return [draft, change, forget]
}
