import { useState } from 'preact/hooks'

const read = (name: string): object => {
  try {
    return JSON.parse(sessionStorage.getItem(`draft ${name}`) ?? '{}')
  } catch {
    return {}
  }
}

/**
 * State of a form that survives a reload of this tab: `saved`, with what was typed over it. Forms
 * contain no secrets.
 */
export const useDraft = <T extends object>(name: string, saved: T): [T, (changes: Partial<T>) => void, () => void] => {
  const [typed, setTyped] = useState<Partial<T>>(() => read(name))
  const change = (changes: Partial<T>) =>
    setTyped((before) => {
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
    setTyped({})
  }
  return [{ ...saved, ...typed }, change, forget]
}

/** The members of `now` that differ from those of `before`: others may have changed the rest. */
export const changesOf = <T extends object>(now: T, before: T): Partial<T> => {
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof T])
  return Object.fromEntries(Object.entries(now).filter(isChanged)) as Partial<T>
}
