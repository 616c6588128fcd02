import { callAddress } from '../reader.js'
import type { StreamTerms } from './terms.js'
import { Watch } from './watch.js'

const watches = new WeakMap<HTMLDetailsElement, Watch>()

/** Begins a stream in a method's panel. It ends with the panel, and with the reader's leaving. */
export const watchIn = (panel: HTMLDetailsElement, place: HTMLElement, params: string): void => {
  const { method = '', family = '', credits = '', events = '' } = panel.dataset
  const button = panel.querySelector<HTMLButtonElement>('.send')!
  if (!watches.has(panel)) endOnLeaving(panel)
  watches.get(panel)?.dispose()
  const watch = new Watch({
    place,
    method,
    terms: JSON.parse(events) as StreamTerms,
    credits: Number(credits),
    params,
    address: () => callAddress(family, undefined, 'ws'),
    running: (isRunning) => {
      button.disabled = isRunning
    },
  })
  watches.set(panel, watch)
}

const endOnLeaving = (panel: HTMLDetailsElement): void => {
  const article = panel.closest('article')
  panel.addEventListener('toggle', () => {
    if (!panel.open) watches.get(panel)?.end('Unsubscribed: this part of the page was closed.')
  })
  addEventListener('hashchange', () => {
    const target = document.querySelector(`#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}`)
    if (target !== null && article?.contains(target) !== true)
      watches.get(panel)?.end('Unsubscribed: you went to another part of the page.')
  })
}
