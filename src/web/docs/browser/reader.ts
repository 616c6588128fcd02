/** The reader's key and network, kept only in this tab's session. */

const KEY = 'key'
const PLACEHOLDER = 'API_KEY'

export const readKey = (): string => {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return unsaved
  }
}

/** Without session storage, the key lives as long as the page. */
let unsaved = ''

/** Keeps the key for the tab; an empty key deletes it. */
const keepKey = (key: string): void => {
  unsaved = key
  try {
    if (key === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, key)
  } catch {
    // Storage may be switched off.
  }
}

/** The network for calls of a family: the page's own, or the one chosen above. */
const networkOf = (family: string): string =>
  document.querySelector<HTMLSelectElement>(`[data-network-of="${CSS.escape(family)}"]`)?.value ?? ''

/** The URL for calls, under the origin and path of this page. */
export const callAddress = (
  family: string,
  key = readKey() || PLACEHOLDER,
  transport: 'http' | 'ws' = 'http',
): string => {
  const base = location.pathname.replace(/\/docs$/, '')
  const network = document.body.dataset.network === '' ? `/${networkOf(family)}` : ''
  const path = `${base}${network}${transport === 'ws' ? '/ws' : ''}/v3/${encodeURIComponent(key)}`
  return `${location.origin.replace(/^http/, transport)}${path}`
}

const familyAt = (element: Element): string =>
  element.closest<HTMLElement>('[data-family]')?.dataset.family ??
  document.querySelector<HTMLElement>('[data-family]')?.dataset.family ??
  ''

/** Writes the reader's own URLs into every example. */
const fillAddresses = (): void => {
  for (const element of document.querySelectorAll('[data-url]')) element.textContent = callAddress(familyAt(element))
  for (const element of document.querySelectorAll('[data-websocket-url]'))
    element.textContent = callAddress(familyAt(element), undefined, 'ws')
}

/** Takes a key that the reader enters elsewhere on the page, as if typed above. */
export const giveKey = (key: string): void => {
  const field = document.querySelector<HTMLInputElement>('#key')
  if (field === null) return
  field.value = key
  field.dispatchEvent(new Event('input'))
}

/** Activates the fields above the page. */
export const startSettings = (): void => {
  const form = document.querySelector<HTMLFormElement>('#settings')
  const key = document.querySelector<HTMLInputElement>('#key')
  if (form === null || key === null) return
  key.value = readKey()
  key.addEventListener('input', () => {
    keepKey(key.value.trim())
    fillAddresses()
  })
  for (const select of form.querySelectorAll('select')) select.addEventListener('change', fillAddresses)
  form.addEventListener('submit', (event) => event.preventDefault())
  fillAddresses()
}
