import type { Document, DocumentMethod } from '../../../generated/document.js'
import { grouped, limitTexts, type ServedNetwork } from '../../contract/served/served-document.js'
import { highlighted, prettyJson } from './code.js'
import { codePanel } from './code-panel.js'
import { type ErrorRow, errorList, ownErrors, sharedErrorsAnchor } from './errors-section.js'
import type { ClientOrigin } from './examples/generated-clients.js'
import { anchorOf, type Content, chips, html, type Markup, prose } from './markup.js'
import { familyName, webSocketUrlOf } from './page-options.js'
import { paramTree, valueTree } from './schema-tree.js'
import { snippetsFor } from './snippets.js'
import { isOfSubscriptions, subscriptionOf } from './subscriptions/kinds.js'
import { eventLabels, eventsPart, watchPanels } from './subscriptions/section.js'
import { frameSnippet } from './subscriptions/snippets.js'
import { tryPanel } from './try-panel.js'

export interface MethodSectionOptions {
  readonly document: Document
  readonly errors: readonly ErrorRow[]
  /** Errors common to all methods of a family, listed once for the family. */
  readonly sharedErrors: readonly ErrorRow[]
  readonly network: ServedNetwork | undefined
  /** URL for calls of the family, with a placeholder for the key. */
  readonly url: string
  /** The typed client that has every method of the document. */
  readonly client: ClientOrigin
}

const credits = (count: number): string => `${grouped(count)} ${count === 1 ? 'credit' : 'credits'}`

const priceLabels = ({ 'x-credits': most, 'x-credits-by': rule, params }: DocumentMethod): string[] => {
  if (rule === undefined) return [credits(most)]
  const [, index = '', ...rest] = (rule.of ?? '').split('/')
  const items = [params[Number(index)]?.name, ...rest].join('.')
  const more =
    rule.of === undefined ? `${rule.perResultKiB} for each KiB of the result` : `${rule.each} for each of ${items}`
  return [`up to ${credits(most)}`, `${credits(rule.base)}, and ${more}`]
}

/** Labels: price, limits and other facts to know before calling. */
const labelsOf = (method: DocumentMethod): string[] => [
  ...priceLabels(method),
  ...eventLabels(method),
  ...limitTexts(method),
  ...(method['x-finality'] === 'block' ? ['cached once final'] : []),
  ...(method['x-failover'] === true ? ['partner may answer'] : []),
]

/** Ending a subscription belongs to the connection that has it. */
const isTried = (method: DocumentMethod): boolean => !isOfSubscriptions(method) || subscriptionOf(method) !== undefined

/**
 * One method: params, result, price and errors on one side; examples and a form to try it on the
 * other.
 */
export const methodSection = (method: DocumentMethod, options: MethodSectionOptions): Markup => {
  const { document, errors, sharedErrors } = options
  const { schemas } = document.components
  const { name, summary, description, params, result } = method
  const anchor = anchorOf(name)
  const own = ownErrors(method, sharedErrors, errors)
  return html`<article class="method" id="${anchor}" data-method="${name}" data-family="${method['x-family']}" aria-labelledby="${anchor}-title"><div class="about-method">
<h3 id="${anchor}-title"><a class="anchor" href="#${anchor}">${name}</a></h3>
<p class="summary">${summary}</p>
${chips(labelsOf(method))}
<div class="lead">${prose(description)}${refusedTag(method, options.network)}</div>
<h4>Params</h4>${params.length === 0 ? html`<p class="none">None.</p>` : paramTree(schemas, params)}
<h4>Result</h4>${valueTree(schemas, result.name, result.schema, result.description)}
${eventsPart(method, schemas)}<h4>Errors</h4>${own.length > 0 && errorList(own)}${
    sharedErrors.length > 0 &&
    html`<p class="others">${own.length > 0 ? 'And' : 'The'} <a href="#${sharedErrorsAnchor(method['x-family'])}">${sharedErrors.length} that every ${familyName(method['x-family'])} method has</a>.</p>`
  }</div>
<div class="aside"><div class="sticky">${snippetPanel(method, options)}${isTried(method) && tryPanel(method, schemas)}${exampleList(method)}</div></div></article>`
}

/** Tells which block tag the network refuses; the schema does not say it. */
const refusedTag = (method: DocumentMethod, network: ServedNetwork | undefined): Content => {
  const { kind } = (method['x-position'] ?? {}) as { kind?: string }
  return (
    network?.safeTag === false &&
    (kind === 'block' || kind === 'block-range') &&
    html`<p class="notice">${network.name} does not know the block tag <code>safe</code>: use <code>finalized</code>.</p>`
  )
}

const firstParams = ({ examples = [] }: Partial<Pick<DocumentMethod, 'examples'>>): unknown[] =>
  examples[0]?.params.map(({ value }) => value) ?? []

/** The first example's call for each tool; a subscription of each kind. */
const snippetPanel = (method: DocumentMethod, { url, client }: MethodSectionOptions): Content => {
  const webSocketUrl = webSocketUrlOf(url)
  const [params, urls] = [firstParams(method), { 'data-url': url, 'data-websocket-url': webSocketUrl }]
  if (!isOfSubscriptions(method)) return codePanel(method.name, snippetsFor({ method, params, url, client }), urls)
  if (subscriptionOf(method) !== undefined) return watchPanels(method, { url, webSocketUrl }, client)
  return codePanel(method.name, [frameSnippet(method.name, params, webSocketUrl)], urls)
}

const exampleList = ({ examples = [] }: Partial<Pick<DocumentMethod, 'examples'>>): Content =>
  examples.map(
    ({ name, description, params, result }, index) =>
      html`<details class="example"${index === 0 && html` open`}><summary>${description || name}</summary>
<p class="caption">Params</p><pre class="code" tabindex="0" aria-label="${name}, params"><code>${highlighted(prettyJson(params.map(({ value }) => value)))}</code></pre>
<p class="caption">Result</p><pre class="code" tabindex="0" aria-label="${name}, result"><code>${highlighted(prettyJson(result.value))}</code></pre></details>`,
  )
