const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+|\s+/g
/** Larger bodies stay plain: colours would cost the browser more than they help. */
const MAX_COLOURED = 60_000
/** Larger bodies are folded. */
const MAX_SHOWN = 4_096

const span = (className: string, text: string): HTMLSpanElement => {
  const element = document.createElement('span')
  element.className = className
  element.textContent = text
  return element
}

/**
 * Lays out JSON without changing a character: lines and indents are page blocks, so the text stays
 * the received bytes. Other text is shown unchanged.
 */
const jsonView = (text: string): Node => {
  if (text.length > MAX_COLOURED) return document.createTextNode(text)
  const root = document.createElement('span')
  const blocks: HTMLElement[] = [root]
  const open = (className: string) => {
    const block = document.createElement('span')
    block.className = className
    blocks.at(-1)!.append(block)
    blocks.push(block)
  }
  const tokens = text.match(TOKEN) ?? []
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]
    if (token === '}' || token === ']') {
      const isEmpty = /[[{]/.test(tokens[index - 1] ?? '')
      if (!isEmpty && blocks.at(-1)!.className === 'j-line') blocks.length -= 2
      blocks.at(-1)!.append(token)
    } else if (token === '{' || token === '[') {
      blocks.at(-1)!.append(token)
      if (next === '}' || next === ']') return
      open('j-block')
      open('j-line')
    } else if (token === ',' && blocks.at(-1)!.className === 'j-line') {
      blocks.at(-1)!.append(token)
      blocks.pop()
      open('j-line')
    } else blocks.at(-1)!.append(coloured(token, next))
  })
  return root
}

const coloured = (token: string, next: string | undefined): Node | string => {
  if (token.startsWith('"')) return span(next === ':' ? 't-name' : 't-text', token)
  return /^[-\w.]/.test(token) ? span('t-number', token) : token
}

/** A body, folded if it is large, with buttons to unfold and to copy it. */
export const bodyView = (body: string, bytes: number): HTMLElement => {
  const place = document.createElement('div')
  const pre = document.createElement('pre')
  pre.className = 'code body'
  pre.tabIndex = 0
  pre.setAttribute('aria-label', 'Body of the reply')
  place.append(pre)
  if (body.length <= MAX_SHOWN) {
    pre.append(jsonView(body))
    return place
  }
  pre.textContent = body.slice(0, MAX_SHOWN)
  pre.classList.add('folded')
  const more = document.createElement('button')
  more.type = 'button'
  more.className = 'more'
  more.textContent = `Show all ${bytes.toLocaleString('en')} bytes`
  more.addEventListener('click', () => {
    pre.replaceChildren(jsonView(body))
    pre.classList.remove('folded')
    pre.focus()
    more.remove()
  })
  place.append(more)
  return place
}
