import type { Document, DocumentMethod } from '../../../generated/document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { callForm } from './call-form.js'
import { anchorOf, type Content, html, type Markup } from './markup.js'
import { eventTerms } from './subscriptions/kinds.js'

/** A form that a script activates; hidden without scripts. A subscription also says its terms. */
export const tryPanel = (method: DocumentMethod, schemas: Document['components']['schemas']): Markup => {
  const terms = eventTerms(method)
  const marks = terms !== undefined && html` data-events="${exactJson(terms)}"`
  return html`<details class="try js" data-method="${method.name}" data-family="${method['x-family']}" data-credits="${method['x-credits']}"${marks}><summary>Try it</summary>
<form novalidate>${callFields(method, schemas)}
${terms === undefined ? callButtons : streamButtons}</form>
${
  terms === undefined
    ? html`<div data-reply role="status" aria-live="polite"></div>`
    : html`<div data-reply role="region" aria-label="Events of ${method.name}"></div>`
}</details>`
}

const callFields = (method: DocumentMethod, schemas: Document['components']['schemas']): Content => {
  const id = anchorOf(`try-${method.name}`)
  const { examples = [] } = method as Partial<DocumentMethod>
  const options = examples.map(
    ({ name, description, params }) =>
      html`<option value="${exactJson(params.map(({ value }) => value))}">${description || name}</option>`,
  )
  return html`${
    options.length > 0 &&
    html`<div class="field"><label for="${id}-example">Example</label><select id="${id}-example" data-example>${options}</select></div>`
  }
<div data-form>${callForm(schemas, method.name, method.params)}</div>
<div class="field" data-raw hidden><label for="${id}-raw">Params as JSON, sent as they stand</label><textarea id="${id}-raw" rows="8" spellcheck="false"></textarea></div>`
}

const RAW_JSON = html`<label class="check"><input type="checkbox" data-as-json> Raw JSON</label>`

const callButtons = html`<div class="row">${RAW_JSON}
<label class="check"><input type="checkbox" data-websocket> WebSocket</label>
<button type="submit" class="send">Send</button></div>`

const streamButtons = html`<div class="row">${RAW_JSON}
<button type="submit" class="send">Subscribe</button></div>`
