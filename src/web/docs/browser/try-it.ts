import type { HeaderName } from '../../../../generated/headers.js'
import { copyButton } from './copy.js'
import { bodyView } from './json-view.js'
import { fillForm, paramsOf } from './params.js'
import { callAddress, giveKey, readKey } from './reader.js'
import { watchIn } from './stream/panel.js'
import { callHttp, callWebSocket, type TriedCall } from './transports.js'

const find = <Found extends Element>(parent: ParentNode, selector: string): Found => {
  const found = parent.querySelector<Found>(selector)
  if (found === null) throw new Error(`the page has no ${selector}`)
  return found
}

/** Activates the form of every method, each when it is first opened. */
export const startTryIt = (): void => {
  for (const panel of document.querySelectorAll<HTMLDetailsElement>('details.try'))
    panel.addEventListener('toggle', () => startPanel(panel), { once: true })
}

const startPanel = (panel: HTMLDetailsElement): void => {
  const form = find<HTMLFormElement>(panel, 'form')
  const fields = find<HTMLElement>(panel, '[data-form]')
  const raw = find<HTMLElement>(panel, '[data-raw]')
  const text = find<HTMLTextAreaElement>(raw, 'textarea')
  const asJson = find<HTMLInputElement>(panel, '[data-as-json]')
  const example = panel.querySelector<HTMLSelectElement>('[data-example]')
  const count = new Set(
    [...fields.querySelectorAll<HTMLElement>('[data-path]')].map(({ dataset }) => dataset.path?.split('/')[1]),
  ).size
  const current = () => (asJson.checked ? text.value : paramsOf(fields, count))
  const useExample = () => {
    const params = JSON.parse(example?.value || '[]') as unknown
    fillForm(fields, params)
    text.value = JSON.stringify(params, undefined, 2)
  }
  example?.addEventListener('change', useExample)
  asJson.addEventListener('change', () => {
    if (asJson.checked) text.value = pretty(paramsOf(fields, count))
    fields.hidden = asJson.checked
    raw.hidden = !asJson.checked
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(panel, current()).catch((bug: unknown) => say(panel, String(bug)))
  })
  useExample()
}

/** Adds lines only if that changes no value: large numbers lose digits in a round trip. */
const pretty = (json: string): string => {
  try {
    const value: unknown = JSON.parse(json)
    return JSON.stringify(value) === json ? JSON.stringify(value, undefined, 2) : json
  } catch {
    return json
  }
}

const send = async (panel: HTMLDetailsElement, params: string): Promise<void> => {
  const { method = '', family = '', credits = '' } = panel.dataset
  const key = readKey()
  if (key === '') {
    askForKey(panel)
    return
  }
  if (panel.dataset.events !== undefined) {
    watchIn(panel, replyOf(panel), params)
    return
  }
  const button = find<HTMLButtonElement>(panel, '.send')
  const isWebSocket = find<HTMLInputElement>(panel, '[data-websocket]').checked
  const request = `{"jsonrpc":"2.0","id":1,"method":${JSON.stringify(method)},"params":${params}}`
  button.disabled = true
  say(panel, 'Waiting for the answer')
  try {
    const call = isWebSocket ? callWebSocket : callHttp
    show(panel, await call(callAddress(family, key, isWebSocket ? 'ws' : 'http'), request), credits)
  } catch (error) {
    say(panel, error instanceof Error ? error.message : String(error))
  } finally {
    button.disabled = false
  }
}

/**
 * Shows that the key is missing, with a field for it: the one above the page may be out of sight.
 */
const askForKey = (panel: HTMLDetailsElement): void => {
  say(panel, 'The API key is missing: nothing was sent. Give your key here, or at the top of the page.')
  const keyForm = document.createElement('form')
  const label = document.createElement('label')
  label.className = 'field'
  label.textContent = 'API key, kept in this tab only'
  const input = document.createElement('input')
  Object.assign(input, { type: 'password', autocomplete: 'off', spellcheck: false, placeholder: 'Your API key' })
  input.addEventListener('input', () => giveKey(input.value))
  keyForm.addEventListener('submit', (event) => {
    event.preventDefault()
    find<HTMLFormElement>(panel, 'form').requestSubmit()
  })
  label.append(input)
  keyForm.append(label)
  replyOf(panel).append(keyForm)
  input.focus()
}

const replyOf = (panel: HTMLDetailsElement): HTMLElement => find(panel, '[data-reply]')

const say = (panel: HTMLDetailsElement, sentence: string): void => {
  const line = document.createElement('p')
  line.className = 'note'
  line.textContent = sentence
  replyOf(panel).replaceChildren(line)
}

const show = (panel: HTMLDetailsElement, outcome: TriedCall, credits: string): void => {
  const { headers, body, bytes } = outcome
  const list = document.createElement('dl')
  list.className = 'outcome'
  for (const [name, value] of factsOf(outcome, credits)) list.append(pair(name, value))
  const view = bodyView(body, bytes)
  view.prepend(copyButton(() => body))
  replyOf(panel).replaceChildren(list, ...(headers.length > 0 ? [headerView(headers)] : []), view)
  replyOf(panel).dataset.answered = String(Number(replyOf(panel).dataset.answered ?? 0) + 1)
}

const pair = (name: string, value: string): HTMLDivElement => {
  const row = document.createElement('div')
  const [term, text] = [document.createElement('dt'), document.createElement('dd')]
  term.textContent = name
  text.textContent = value
  row.append(term, text)
  return row
}

const factsOf = ({ status, headers, bytes, timeMs }: TriedCall, credits: string): [string, string][] => {
  const header = (name: Lowercase<HeaderName>) => headers.find(([found]) => found === name)?.[1]
  const reset = header('x-credits-reset')
  const grouped = (count: string) => Number(count).toLocaleString('en')
  const remaining = header('x-credits-remaining')
  const cost = header('x-credits-cost')
  return [
    status === undefined ? ['Over', 'WebSocket'] : ['Status', String(status)],
    ['Time', `${timeMs.toFixed(timeMs < 10 ? 1 : 0)} ms`],
    ['Size', `${bytes.toLocaleString('en')} bytes`],
    cost === undefined ? ['Price', `${credits} credits`] : ['Cost', `${grouped(cost)} credits`],
    ...(remaining === undefined ? [] : [['Remaining', grouped(remaining)] as [string, string]]),
    ...(reset === undefined
      ? []
      : [
          ['Renews', `${new Date(Number(reset) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`] as [
            string,
            string,
          ],
        ]),
  ]
}

const headerView = (headers: TriedCall['headers']): HTMLElement => {
  const fold = document.createElement('details')
  fold.className = 'fold'
  const summary = document.createElement('summary')
  summary.textContent = `${headers.length} headers`
  const list = document.createElement('dl')
  list.className = 'outcome all'
  for (const [name, value] of headers) list.append(pair(name, value))
  fold.append(summary, list)
  return fold
}
