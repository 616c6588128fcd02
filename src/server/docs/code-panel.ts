import { highlighted, type ReplacedUrls } from './code.js'
import { anchorOf, html, type Markup } from './markup.js'
import type { Snippet } from './snippets.js'

/**
 * Code for several tools. Tabs are radio buttons, which need no script. `about` is unique on the
 * page.
 */
export const codePanel = (about: string, snippets: readonly Snippet[], urls: ReplacedUrls): Markup => {
  const group = anchorOf(`tool-${about}`)
  return html`<fieldset class="tabs"><legend class="hidden">${about}, written for</legend>
<div class="tab-row">${snippets.map(
    ({ label }, index) =>
      html`<input type="radio" class="hidden" name="${group}" id="${group}-${index}" value="${label}"${index === 0 && html` checked`}><label for="${group}-${index}">${label}</label>`,
  )}</div>
<div class="panes">${snippets.map(
    ({ label, code }) =>
      html`<div class="pane"><button type="button" class="copy js" data-copy>Copy</button><pre class="code" tabindex="0" aria-label="${about} by ${label}"><code>${highlighted(code, urls)}</code></pre></div>`,
  )}</div></fieldset>`
}
