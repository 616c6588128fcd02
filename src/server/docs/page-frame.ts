import type { Document, DocumentMethod } from '../../../generated/document.js'
import { headerMeanings, headerNames } from '../../../generated/headers.js'
import { grouped, limitTexts } from '../../contract/served/served-document.js'
import type { ErrorRow } from './errors-section.js'
import { anchorOf, type Content, html, type Markup, prose } from './markup.js'
import { callUrl, familyName, networksOf, type PageOptions, webSocketUrlOf } from './page-options.js'
import { errorWords, methodWords } from './search-words.js'

export interface FamilyMethods {
  readonly family: string
  readonly methods: readonly DocumentMethod[]
}

/**
 * The bar above the page: its name, the reader's key and network, and the theme. The controls need
 * a script.
 */
export const pageHeader = ({ info }: Document, options: PageOptions): Markup => {
  const { network } = options
  const families = [...new Set(networksOf(options).map(({ family }) => family))]
  return html`<header class="bar"><a class="menu-link" href="#contents">Contents</a><a class="brand" href="#section-start">${info.title} <span>${network?.name ?? 'API reference'}</span></a>
<form class="settings js" id="settings" autocomplete="off">${
    network === undefined &&
    families.map(
      (family) =>
        html`<label><span>${familyName(family)} network</span><select data-network-of="${family}">${networksOf(options)
          .filter((other) => other.family === family)
          .map(({ name }) => html`<option>${name}</option>`)}</select></label>`,
    )
  }<label><span>API key</span><input id="key" type="password" spellcheck="false" autocomplete="off" placeholder="Your API key" aria-describedby="key-note"></label><span class="hidden" id="key-note">Kept in this tab only, until you close it.</span></form>
<button type="button" class="theme js" id="theme" aria-label="Dark theme" aria-pressed="false"><span aria-hidden="true">◐</span></button></header>`
}

const priceOf = (method: DocumentMethod): string =>
  `${method['x-credits-by'] === undefined ? '' : '≤ '}${grouped(method['x-credits'])}`

/** The longest name that fits a line of the sidebar, in letters. */
const LINE_LETTERS = 26

/** A long name breaks before its capital letters. */
const breakable = (name: string): string | Markup[] =>
  name.length <= LINE_LETTERS
    ? name
    : name.split(/(?=[A-Z])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)

/**
 * The list of everything on the page, with a filter. On a phone it covers the page while it is the
 * address's target.
 */
export const navigation = (families: readonly FamilyMethods[], errors: readonly ErrorRow[]): Markup =>
  html`<nav id="contents" aria-label="Contents"><a class="close" href="#main">Close</a>
<div class="search js"><label class="hidden" for="search">Find a method or an error</label><input id="search" type="search" placeholder="Find a method or an error" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd><p class="found" id="found" role="status"></p></div>
<ul><li><a href="#section-start">Start</a></li><li><a href="#section-replies">Replies</a></li></ul>
${families.map(
  ({ family, methods }) =>
    html`<h2>${familyName(family)}</h2><ul>${methods.map(
      (method) =>
        html`<li data-search="${[method.name, method.summary, ...method.params.map(({ name }) => name), methodWords(method)].join(' ')}"><a href="#${anchorOf(method.name)}"><span>${breakable(method.name)}</span><span class="price" title="credits">${priceOf(method)}</span></a></li>`,
    )}</ul>`,
)}
<details class="nav-errors"><summary>Errors</summary><ul><li><a href="#section-errors">All errors</a></li>${errors.map(
    ({ anchor, code, name, message, httpStatus }) =>
      html`<li data-search="${name} ${code} ${message} ${errorWords(httpStatus)}"><a href="#${anchor}"><span>${name}</span><span class="price">${code}</span></a></li>`,
  )}</ul></details></nav>`

/** Introduction: the gateway, its address, and the price of each method. */
export const startSection = (document: Document, families: readonly FamilyMethods[], options: PageOptions): Markup => {
  const { network } = options
  const example = callUrl(options, families[0]?.family ?? '')
  return html`<section class="part start" id="section-start" aria-labelledby="start-title"><p class="eyebrow">${document.info.title} ${document.info.version}</p>
<h1 id="start-title">${network?.name ?? 'API reference'}</h1>
<div class="lead">${prose(document.info.description)}${facts(options)}</div>
<dl class="addresses"><div><dt>HTTP</dt><dd><code>POST <span data-url>${example}</span></code></dd></div><div><dt>WebSocket</dt><dd><code><span data-websocket-url>${webSocketUrlOf(example)}</span></code></dd></div><div><dt>Contract</dt><dd><a href="openrpc.json">openrpc.json</a></dd></div></dl>
<p class="note js">Give your API key above, and every example on this page calls with it. It stays in this tab.</p>
<div class="table" tabindex="0" role="region" aria-label="Methods and prices"><table><thead><tr><th scope="col">Method</th><th scope="col">What it returns</th><th scope="col" class="number">Credits</th><th scope="col">Limits</th></tr></thead><tbody>${families.flatMap(
    ({ methods }) =>
      methods.map(
        (method) =>
          html`<tr><th scope="row"><a href="#${anchorOf(method.name)}"><code>${method.name}</code></a></th><td>${method.summary}</td><td class="number">${priceOf(method)}</td><td>${limitTexts(method).join(', ')}</td></tr>`,
      ),
  )}</tbody></table></div></section>`
}

/** Differences of the page's network, for readers who know other networks. */
const facts = ({ network }: PageOptions): Content =>
  network !== undefined && [
    !network.safeTag &&
      network.family === 'evm' &&
      html`<p class="notice">This network does not know the block tag <code>safe</code>: use <code>finalized</code>.</p>`,
    network.recentBlocks !== undefined &&
      html`<p class="notice">This network serves its latest ${grouped(network.recentBlocks)} blocks only; calls about older ones are refused.</p>`,
  ]

/** Header fields of replies over HTTP. */
export const repliesSection = (): Markup =>
  html`<section class="part" id="section-replies" aria-labelledby="replies-title"><h2 id="replies-title">Replies</h2>
<div class="lead"><p>Replies over HTTP carry these headers, and pages of other origins may read them. Results and ids have the bytes that the node and the caller sent. Calls that are refused before work began, and calls that no node answered, cost nothing.</p></div>
<dl class="headers">${headerNames.map((name) => html`<div><dt><code>${name}</code></dt><dd>${headerMeanings[name]}</dd></div>`)}</dl></section>`
