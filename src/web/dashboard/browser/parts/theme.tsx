import { useState } from 'preact/hooks'

const KEY = 'theme'
const root = document.documentElement

/** Applies the theme chosen before, here or on the docs page of this origin. */
export const startTheme = (): void => {
  try {
    const chosen = localStorage.getItem(KEY)
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen
  } catch {
    // Storage may be switched off: then the system decides.
  }
}

const isDarkNow = (): boolean =>
  root.dataset.theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : root.dataset.theme === 'dark'

export const ThemeButton = () => {
  const [isDark, setDark] = useState(isDarkNow())
  const change = () => {
    root.dataset.theme = isDarkNow() ? 'light' : 'dark'
    try {
      localStorage.setItem(KEY, root.dataset.theme)
    } catch {}
    setDark(isDarkNow())
  }
  return (
    <button type="button" class="theme" aria-label="Dark theme" aria-pressed={isDark} onClick={change}>
      <span aria-hidden="true">◐</span>
    </button>
  )
}
