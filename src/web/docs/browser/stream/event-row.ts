import { copyButton } from '../copy.js'
import { bodyView } from '../json-view.js'
import type { ShownEvent } from './shown-event.js'

const cell = (tag: string, className: string, text: string): HTMLElement => {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}

/** An event as a row that opens to its JSON, which is laid out when it is first opened. */
export const eventRow = (event: ShownEvent): HTMLLIElement => {
  const row = document.createElement('li')
  const fold = document.createElement('details')
  const summary = document.createElement('summary')
  summary.append(
    cell('time', 'event-time', event.time),
    ' ',
    cell('span', 'event-place', event.place),
    ...(event.isRemoved ? [' ', cell('span', 'chip', 'removed, free')] : []),
    ' ',
    cell('span', 'event-hash', event.hash),
  )
  fold.append(summary)
  fold.addEventListener('toggle', () => fold.append(...bodyOf(event)), { once: true })
  row.append(fold)
  return row
}

const bodyOf = ({ text, length }: ShownEvent): HTMLElement[] => {
  const view = bodyView(text, length)
  view.className = 'event-body'
  view.prepend(copyButton(() => text))
  const isCut = length > text.length
  return isCut
    ? [view, cell('p', 'note', `Only the first ${text.length.toLocaleString('en')} characters are kept.`)]
    : [view]
}
