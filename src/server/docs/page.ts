import { createHash } from 'node:crypto'
import type { Document } from '../../../generated/document.js'
import type { Steps } from '../../runtime/turns/in-turns.js'
import { ICON } from './assets.js'
import { errorList, errorRows, errorsSection, sharedErrors, sharedErrorsAnchor } from './errors-section.js'
import { clientOriginOf } from './examples/generated-clients.js'
import { anchorOf, html, Markup } from './markup.js'
import { methodSection } from './method-section.js'
import { navigation, pageHeader, repliesSection, startSection } from './page-frame.js'
import { callUrl, familyName, type PageOptions } from './page-options.js'

/** Runs before the first paint: marks that scripts run, and sets the reader's theme. */
const FIRST_SCRIPT =
  "document.documentElement.classList.add('scripted');try{const t=localStorage.getItem('theme');if(t)document.documentElement.dataset.theme=t}catch{}"

/**
 * The one inline script that the page's content security policy lets run (CSP Level 3, section
 * 2.3.1).
 */
export const firstScriptHash = `'sha256-${createHash('sha256').update(FIRST_SCRIPT).digest('base64')}'`

/**
 * The reference of an OpenRPC document as one HTML page that works without scripts; text of the
 * document is always escaped.
 *
 * Accepts the built-in document and those merged with an operator's, as served for the network of
 * the options: with its methods, its errors and what deviates. Works method by method,
 * because a page of a hundred takes tenths of a second.
 */
export function* docsPage(document: Document, options: PageOptions): Steps<string> {
  const { network, assets } = options
  const { methods } = document
  const families = [...new Set(methods.map((method) => method['x-family']))].map((family) => ({
    family,
    methods: methods.filter((method) => method['x-family'] === family),
  }))
  const errors = errorRows(document)
  const client = clientOriginOf({ methods })
  const sections: Markup[] = []
  for (const { family, methods: members } of families) {
    const id = `section-${anchorOf(family)}`
    const url = callUrl(options, family)
    const shared = sharedErrors(members, errors)
    const articles: Markup[] = []
    for (const method of members) {
      articles.push(methodSection(method, { document, errors, sharedErrors: shared, network, url, client }))
      yield
    }
    sections.push(html`<section class="part" aria-labelledby="${id}"><h2 id="${id}">${familyName(family)} methods</h2>
${articles}${
  shared.length > 0 &&
  html`<article class="error" id="${sharedErrorsAnchor(family)}"><div><h3>Errors of every ${familyName(family)} method</h3>${errorList(shared)}</div></article>`
}</section>`)
  }
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${network?.name ?? document.info.title}: API reference</title>
<link rel="icon" href="${new Markup(ICON)}">
<link rel="stylesheet" href="${assets.style}">
<script>${new Markup(FIRST_SCRIPT)}</script>
<script type="module" src="${assets.script}"></script>
</head>
<body data-network="${network?.name ?? ''}">
<a class="skip" href="#main">Skip to the reference</a>
${pageHeader(document, options)}
${navigation(families, errors)}
<main id="main" tabindex="-1">
${startSection(document, families, options)}
${sections}
${repliesSection()}
${errorsSection(document, errors)}
</main>
</body>
</html>
`.text
}
