import type { Document, DocumentMethod } from '../../../generated/document.js'
import { highlighted, prettyJson } from './code.js'
import { anchorOf, type Content, html, inline, type Markup, prose } from './markup.js'
import { valueTree } from './schema-tree.js'

export interface ErrorRow {
  readonly name: string
  readonly anchor: string
  readonly code: number
  readonly message: string
  readonly description?: string | undefined
  readonly httpStatus?: number | undefined
  readonly isCharged: boolean
  /** When to retry the call: never, at once, after a while. */
  readonly retry?: string | undefined
  readonly sample: unknown
  readonly dataSchema: unknown
}

interface ErrorDetails {
  readonly description?: string
  readonly httpStatus?: number
  readonly isCharged?: boolean
  readonly data?: unknown
  readonly retry?: unknown
  readonly 'x-retry'?: unknown
}

const ERRORS = '#/components/errors/'
const RETRY_WORDS: Readonly<Record<string, string>> = {
  never: 'No: the same call gets the same error.',
  soon: 'Yes, with a pause that grows.',
  after: 'Yes, after the time that data names.',
}

/** The errors of a served document, in its order: those that callers of the network can get. */
export const errorRows = (document: Document): ErrorRow[] => {
  const extensions = (document['x-errors'] ?? {}) as Readonly<Record<string, ErrorDetails>>
  return Object.entries(document.components.errors).map(([name, { code, message, data }]) => {
    const extension = (Object.hasOwn(extensions, name) ? extensions[name] : undefined) ?? {}
    const retry = extension['x-retry'] ?? extension.retry
    return {
      name,
      anchor: `error-${anchorOf(name)}`,
      code,
      message,
      description: extension.description,
      httpStatus: extension.httpStatus,
      isCharged: extension.isCharged === true,
      retry: typeof retry === 'string' ? retry : undefined,
      sample: data,
      dataSchema: extension.data,
    }
  })
}

const namesIn = ({ errors = [] }: Partial<Pick<DocumentMethod, 'errors'>>): ReadonlySet<string> =>
  new Set(errors.map(({ $ref }) => $ref.replace(ERRORS, '')))

/** The errors that every method of a family has; empty for a family of one. */
export const sharedErrors = (family: readonly DocumentMethod[], rows: readonly ErrorRow[]): ErrorRow[] => {
  if (family.length === 1) return []
  const all = family.map(namesIn)
  return rows.filter(({ name }) => all.every((names) => names.has(name)))
}

/** The errors of one method without those of its whole family. */
export const ownErrors = (
  method: DocumentMethod,
  shared: readonly ErrorRow[],
  rows: readonly ErrorRow[],
): ErrorRow[] => {
  const names = namesIn(method)
  return rows.filter((row) => names.has(row.name) && !shared.includes(row))
}

export const sharedErrorsAnchor = (family: string): string => `errors-of-${anchorOf(family)}`

export const errorList = (rows: readonly ErrorRow[]): Markup =>
  html`<ul class="errors">${rows.map(
    ({ anchor, code, message, httpStatus, isCharged, retry }) =>
      html`<li><a href="#${anchor}"><code>${code}</code> ${message}</a> ${facts({ httpStatus, isCharged, retry })}</li>`,
  )}</ul>`

const facts = ({ httpStatus, isCharged, retry }: Pick<ErrorRow, 'httpStatus' | 'isCharged' | 'retry'>): Content => [
  httpStatus !== undefined && html`<span class="chip">HTTP ${httpStatus}</span> `,
  html`<span class="chip${isCharged && ' charged'}">${isCharged ? 'charged' : 'not charged'}</span> `,
  retry !== undefined && html`<span class="chip">${retry === 'never' ? 'do not retry' : `retry ${retry}`}</span>`,
]

export const errorsSection = (document: Document, rows: readonly ErrorRow[]): Markup =>
  html`<section class="part" id="section-errors" aria-labelledby="errors-title"><h2 id="errors-title">Errors</h2>
<div class="lead"><p>Every error is a JSON-RPC error object, at every HTTP status. Over WebSocket the object is the same and there is no status. In a batch each call has its own, and the status is 200. Codes repeat: the message and the data tell errors of one code apart.</p></div>
${rows.map((row) => errorCard(document, row))}</section>`

const errorCard = ({ components }: Document, row: ErrorRow): Markup => {
  const { name, anchor, code, message, description, retry, sample, dataSchema } = row
  return html`<article class="error" id="${anchor}" data-search="${name} ${code} ${message}"><div><h3><a class="anchor" href="#${anchor}"><code>${code}</code> ${name}</a></h3>
<p class="message">${inline(message)}</p>${prose(description)}<p>${facts(row)}</p>${
    retry !== undefined && html`<p><strong>Retry?</strong> ${RETRY_WORDS[retry] ?? retry}</p>`
  }${typeof dataSchema === 'object' && dataSchema !== null && valueTree(components.schemas, 'data', dataSchema)}</div><div class="aside"><pre class="code" tabindex="0" aria-label="${name}, the error object"><code>${highlighted(
    prettyJson({ code, message, ...(sample !== undefined && { data: sample }) }),
  )}</code></pre></div></article>`
}
