/** Filters the contents by the words that are typed; `/` leads there, Enter to the first thing found, Escape shows everything again. */
export const startSearch = (): void => {
  const input = document.querySelector<HTMLInputElement>('#search')
  const found = document.querySelector('#found')
  const errors = document.querySelector<HTMLDetailsElement>('.nav-errors')
  if (input === null || found === null || errors === null) return
  const rows = [...document.querySelectorAll<HTMLElement>('nav [data-search]')]
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.search?.toLowerCase().includes(word))
    const left = rows.filter((row) => !row.hidden)
    found.textContent = words.length === 0 ? '' : `${left.length} found`
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
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

/** Marks where in the contents the reader is. */
export const startMarking = (): void => {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('nav a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  )
  const seen = new IntersectionObserver(
    (entries) => {
      const entry = entries.find(({ isIntersecting }) => isIntersecting)
      if (entry === undefined) return
      for (const link of links.values()) link.removeAttribute('aria-current')
      links.get(entry.target.id)?.setAttribute('aria-current', 'true')
    },
    { rootMargin: '-15% 0px -75% 0px' },
  )
  for (const id of links.keys()) {
    const target = document.getElementById(id)
    if (target !== null) seen.observe(target)
  }
}
