import { highlighted, type ReplacedUrls } from './code.js'
import { anchorOf, html, type Markup } from './markup.js'
import type { Snippet } from './snippets.js'

/** Code for several tools. `about` is unique on the page. */
export const codePanel = (about: string, snippets: readonly Snippet[], urls: ReplacedUrls): Markup => {
  const panes = snippets.map(
    ({ label, code }) =>
      html`<div class="pane"><button type="button" class="copy js" data-copy>Copy</button><pre class="code" tabindex="0" aria-label="${about} by ${label}"><code>${highlighted(code, urls)}</code></pre></div>`,
  )
  const labels = snippets.map(({ label }) => label)
  return tabs(`tool-${about}`, `${about}, written for`, labels, panes)
}

/** Panes, one shown at a time. Tabs are radio buttons, which need no script. */
export const tabs = (about: string, legend: string, labels: readonly string[], panes: readonly Markup[]): Markup => {
  const group = anchorOf(about)
  return html`<fieldset class="tabs"><legend class="hidden">${legend}</legend>
<div class="tab-row">${labels.map(
    (label, index) =>
      html`<input type="radio" class="hidden" name="${group}" id="${group}-${index}" value="${label}"${index === 0 && html` checked`}><label for="${group}-${index}">${label}</label>`,
  )}</div>
<div class="panes">${panes}</div></fieldset>`
}
