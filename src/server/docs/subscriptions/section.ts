import type { Document, DocumentMethod } from '../../../../generated/document.js'
import { grouped } from '../../../contract/served/served-document.js'
import { codePanel, tabs } from '../code-panel.js'
import type { ClientOrigin } from '../examples/generated-clients.js'
import { type Content, chips, html, type Markup } from '../markup.js'
import { paramTree, valueTree } from '../schema-tree.js'
import { type EventKind, eventKinds } from './kinds.js'
import { type WatchUrls, watchSnippets } from './snippets.js'

const priceLabels = ({ credits, otherPrice }: EventKind): string[] => [
  `${grouped(credits)} credits an event`,
  ...(otherPrice === undefined ? [] : [`${grouped(otherPrice.credits)} if ${otherPrice.name}`]),
]

/** Labels of a method's events, if it has one kind. */
export const eventLabels = (method: DocumentMethod): string[] =>
  eventKinds(method).flatMap((kind) => (kind.name === undefined ? priceLabels(kind) : []))

const kindPane = (schemas: Document['components']['schemas'], kind: EventKind): Markup =>
  html`<div class="pane kind">${chips([...priceLabels(kind), ...(kind.isResumed ? ['goes on after a cut'] : [])])}
<h4>Params behind the kind</h4>${kind.params.length === 0 ? html`<p class="none">None.</p>` : paramTree(schemas, kind.params)}
<h4>Event</h4>${valueTree(schemas, kind.event.name, kind.event.schema)}</div>`

/** The kinds of a method's events as tabs, or the event of its only kind. */
export const eventsPart = (method: DocumentMethod, schemas: Document['components']['schemas']): Content => {
  const kinds = eventKinds(method)
  const [first] = kinds
  if (first === undefined) return undefined
  if (first.name === undefined) return html`<h4>Event</h4>${valueTree(schemas, first.event.name, first.event.schema)}`
  const names = kinds.map(({ name }) => name!)
  const panes = kinds.map((kind) => kindPane(schemas, kind))
  return html`<h4>Kinds</h4>${tabs(`kind-${method.name}`, `Kinds of ${method.name}`, names, panes)}`
}

/** Code that subscribes, for each kind. */
export const watchPanels = (method: DocumentMethod, urls: WatchUrls, client: ClientOrigin): Content => {
  const replaced = { 'data-url': urls.url, 'data-websocket-url': urls.webSocketUrl }
  return eventKinds(method).map((kind, index) => {
    const about = kind.name === undefined ? method.name : `${method.name} ${kind.name}`
    const panel = codePanel(about, watchSnippets(method, kind, urls, client), replaced)
    return kind.name === undefined
      ? panel
      : html`<details class="of-kind"${index === 0 && html` open`}><summary>${kind.name}</summary>${panel}</details>`
  })
}
