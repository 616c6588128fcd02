import { exactJson } from '../../runtime/exact-json.js'
import { type Content, html } from './markup.js'

const WIDTH = 58
const TOKENS =
  /(?<note>^(?:\/\/|#) .*$)|(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<word>\b(?:import|from|const|await|new|type|as|true|false|null|True|False|None)\b)|(?<number>(?<![\w./:-])-?\d[\w.]*)/gm

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

/**
 * Marks strings, numbers and words of code. The reader's own URL replaces `url` once it is known.
 */
export const highlighted = (code: string, url?: string): Content[] => {
  const pieces: Content[] = []
  let at = 0
  for (const found of code.matchAll(TOKENS)) {
    const [kind = '', token = ''] = Object.entries(found.groups!).find(([, text]) => text !== undefined) ?? []
    pieces.push(withUrl(code.slice(at, found.index), url))
    pieces.push(html`<span class="t-${kind}">${withUrl(token, url)}</span>`)
    at = found.index + token.length
  }
  return [...pieces, withUrl(code.slice(at), url)]
}

const withUrl = (text: string, url: string | undefined): Content => {
  if (url === undefined || !text.includes(url)) return text
  const [before = '', ...others] = text.split(url)
  return [before, others.map((rest) => [html`<span data-url>${url}</span>`, rest])]
}
