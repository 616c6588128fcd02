import { exactJson } from '../../runtime/exact-json.js'
import { type Content, html, Markup } from './markup.js'

const WIDTH = 58
/** Characters that a line of code has on a phone. */
const PHONE_WIDTH = 32
const TOKENS =
  /(?<note>^(?:\/\/|#) .*$)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<word>\b(?:import|from|const|await|new|for|of|async|type|as|true|false|null|True|False|None)\b)|(?<number>(?<![\w./:-])-?\d[\w.]*)/gm

/** Formats a value as JSON for people: on one line if short, otherwise with a line per member. */
export const prettyJson = (value: unknown, indent = '', nameLength = 0): string => {
  const short = exactJson(value) ?? 'null'
  if (typeof value !== 'object' || value === null || short.length + indent.length + nameLength <= WIDTH)
    return spaced(value)
  const deeper = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((element) => deeper + prettyJson(element, deeper))
    : Object.entries(value).map(
        ([name, member]) => `${deeper}${JSON.stringify(name)}: ${prettyJson(member, deeper, name.length + 4)}`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

/** One line, with spaces after commas and colons. */
const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return exactJson(value) ?? 'null'
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${spaced(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** URLs in code that the reader's own replace, by the attribute that marks them on the page. */
export type ReplacedUrls = Readonly<Partial<Record<'data-url' | 'data-websocket-url', string>>>

/**
 * Marks strings, numbers and words of code. The reader's own URLs replace `urls` once they are
 * known.
 */
export const highlighted = (code: string, urls: ReplacedUrls = {}): Content[] => {
  const pieces: Content[] = []
  let at = 0
  for (const found of code.matchAll(TOKENS)) {
    const [kind = '', token = ''] = Object.entries(found.groups!).find(([, text]) => text !== undefined) ?? []
    pieces.push(withUrls(code.slice(at, found.index), urls))
    pieces.push(html`<span class="t-${kind}${sizeOf(token)}">${withUrls(token, urls)}</span>`)
    at = found.index + token.length
  }
  return [...pieces, withUrls(code.slice(at), urls)]
}

/** Marks a word that is longer than a line, and so is broken anyway: the style decides where. */
const sizeOf = (token: string): string => {
  if (token.includes(' ') || token.length <= PHONE_WIDTH) return ''
  return token.length > WIDTH ? ' t-long' : ' t-phone-long'
}

const withUrls = (text: string, urls: ReplacedUrls): Content => {
  const found = Object.entries(urls).find(([, url]) => text.includes(url))
  if (found === undefined) return text
  const [attribute, url] = found
  const [before = '', ...others] = text.split(url)
  return [before, others.map((rest) => [html`<span ${new Markup(attribute)}>${url}</span>`, rest])]
}
