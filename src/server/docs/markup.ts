/** Text that is already HTML; all other text is escaped when put into a page. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Content of a page: text is escaped, lists are joined, undefined and false are left out. */
export type Content = Markup | string | number | false | undefined | readonly Content[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

const contentHtml = (content: Content): string => {
  if (content instanceof Markup) return content.text
  if (content === false || content === undefined) return ''
  return Array.isArray(content) ? content.map(contentHtml).join('') : escapeHtml(String(content))
}

/**
 * A template of HTML. Inserted values are escaped unless they are markup; attributes must be
 * quoted.
 */
export const html = (template: TemplateStringsArray, ...contents: readonly Content[]): Markup =>
  new Markup(template.reduce((text, part, index) => text + contentHtml(contents[index - 1]) + part))

/** Each part ends where the next of its kind could begin: a text of many brackets is read once. */
const LINK = /`([^`]+)`|\[([^[\]]+)\]\((https?:\/\/[^\s()"'<>]+)\)/g

/**
 * Converts prose of a document: paragraphs, code between backticks, links over http and https;
 * other text is unchanged.
 */
export const prose = (text: string | undefined): Markup[] =>
  (text ?? '')
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** One paragraph's text with code and links. */
export const inline = (text: string): Content[] => {
  const pieces: Content[] = []
  let at = 0
  for (const found of text.matchAll(LINK)) {
    const [whole, code, label, address] = found
    pieces.push(text.slice(at, found.index))
    pieces.push(
      code === undefined
        ? html`<a href="${address}" rel="noreferrer noopener">${label}</a>`
        : html`<code>${code}</code>`,
    )
    at = found.index + whole.length
  }
  return [...pieces, text.slice(at)]
}

/** Labels in a row; the first one is the price. */
export const chips = (labels: readonly string[]): Markup =>
  html`<p class="chips">${labels.map((label, index) => html`<span class="chip${index === 0 && ' price'}">${label}</span> `)}</p>`

/** A name as an anchor, unchanged if valid, so that `#eth_getLogs` leads to that method. */
export const anchorOf = (name: string): string => name.replace(/[^\w.:-]/g, '-')
