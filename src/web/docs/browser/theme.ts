const KEY = 'theme'

/** The button that changes between light and dark; until it is used, the system decides. */
export const startTheme = (): void => {
  const button = document.querySelector<HTMLButtonElement>('#theme')
  const root = document.documentElement
  const system = matchMedia('(prefers-color-scheme: dark)')
  if (button === null) return
  const isDark = () => (root.dataset.theme === undefined ? system.matches : root.dataset.theme === 'dark')
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    try {
      localStorage.setItem(KEY, root.dataset.theme)
    } catch {
      // Storage may be switched off: then the choice lasts as long as the page.
    }
    show()
  })
  system.addEventListener('change', show)
  show()
}
