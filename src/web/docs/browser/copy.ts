const SHOWN_MS = 1_500
/** The label of every copy button. */
const LABEL = 'Copy'

/** The timers that give buttons their label back. */
const timers = new WeakMap<HTMLButtonElement, number>()

const copyText = async (button: HTMLButtonElement, text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    // Without TLS, browsers have a clipboard only on localhost.
    button.textContent = 'Cannot copy'
  }
  window.clearTimeout(timers.get(button))
  const showLabel = () => {
    button.textContent = LABEL
  }
  timers.set(button, window.setTimeout(showLabel, SHOWN_MS))
}

export const copyButton = (text: () => string): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = LABEL
  button.addEventListener('click', () => void copyText(button, text()))
  return button
}

/** Activates the copy buttons of code blocks. */
export const startCopying = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]'))
    button.addEventListener(
      'click',
      () => void copyText(button, button.parentElement?.querySelector('code')?.textContent ?? ''),
    )
}

/** A tool chosen for one method is chosen for all that have it. */
export const startTools = (): void => {
  const tools = [...document.querySelectorAll<HTMLInputElement>('.tab-row input')]
  for (const tool of tools)
    tool.addEventListener('change', () => {
      for (const other of tools) if (other.value === tool.value) other.checked = true
    })
}
