/** Text fields: keys pressed there are text and no shortcuts. */
const TEXT_FIELDS = 'input:not([type="radio"], [type="checkbox"]), textarea'

const has = (text: string | null | undefined, words: readonly string[]): boolean => {
  const lower = text?.toLowerCase() ?? ''
  return words.every((word) => lower.includes(word))
}

/** The section of a row of the contents. */
const partOf = (row: HTMLElement): HTMLElement | null =>
  document.getElementById(row.querySelector('a')?.hash.slice(1) ?? '')

/** Rows whose names contain all words; otherwise rows whose sections contain them. */
const matching = (rows: readonly HTMLElement[], words: readonly string[]): readonly HTMLElement[] => {
  const named = rows.filter((row) => has(row.dataset.search, words))
  return named.length > 0 ? named : rows.filter((row) => has(partOf(row)?.textContent, words))
}

/** Brings the search field into view: on a narrow page the contents open for it. */
const focusSearch = (input: HTMLInputElement): void => {
  if (input.getClientRects().length === 0) location.hash = 'contents'
  input.focus()
}

/**
 * Filters the contents by the typed words. `/` moves the focus there, Enter goes to the first row
 * found, Escape shows every row again.
 */
export const startSearch = (): void => {
  const input = document.querySelector<HTMLInputElement>('#search')
  const found = document.querySelector('#found')
  const errors = document.querySelector<HTMLDetailsElement>('.nav-errors')
  if (input === null || found === null || errors === null) return
  const rows = [...document.querySelectorAll<HTMLElement>('nav [data-search]')]
  const others = document.querySelectorAll<HTMLElement>('nav li:not([data-search])')
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    const left = matching(rows, words)
    for (const row of rows) row.hidden = !left.includes(row)
    for (const row of others) row.hidden = words.length > 0
    const count = left.length === 0 ? `Nothing found for “${input.value.trim()}”.` : `${left.length} found`
    found.textContent = words.length === 0 ? '' : count
    errors.open = words.length > 0 && left.some((row) => errors.contains(row))
  }
  input.addEventListener('input', filter)
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') input.value = ''
    if (key === 'Escape') filter()
    if (key === 'Enter')
      rows
        .find((row) => !row.hidden)
        ?.querySelector('a')
        ?.click()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches(TEXT_FIELDS)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    focusSearch(input)
  })
}

/** Marks the reader's position in the contents. */
export const startMarking = (): void => {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('nav li a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  )
  const inView = new Set<string>()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries)
        if (isIntersecting) inView.add(target.id)
        else inView.delete(target.id)
      const first = [...links.keys()].find((id) => inView.has(id))
      if (first === undefined) return
      for (const link of links.values()) link.removeAttribute('aria-current')
      links.get(first)?.setAttribute('aria-current', 'true')
    },
    { rootMargin: '-15% 0px -75% 0px' },
  )
  for (const id of links.keys()) {
    const target = document.getElementById(id)
    if (target !== null) seen.observe(target)
  }
}
