// @generated from openrpc.json by scripts/generate — do not edit

const skipString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** The index behind the value that starts at `start`. */
const skipValue = (text: string, start: number): number => {
  let depth = 0
  let at = start
  do {
    const character = text[at]
    if (character === '"') {
      at = skipString(text, at)
      continue
    }
    if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    at += 1
  } while (depth > 0)
  // A number or a word goes on to the next delimiter.
  if (/[-\w]/.test(text[start] ?? '')) while (/[-+.\w]/.test(text[at] ?? '')) at += 1
  return at
}

const skipSpace = (text: string, start: number): number => {
  let at = start
  while (/[\s,:]/.test(text[at] ?? '')) at += 1
  return at
}

/**
 * The text of the member `result` of a message that JSON.parse accepts, exactly as it was sent: integers above 2^53
 * keep all their digits. Undefined when there is none.
 */
export const resultText = (message: string): string | undefined => {
  let found: string | undefined
  let at = skipSpace(message, message.indexOf('{') + 1)
  while (message[at] === '"') {
    const nameEnd = skipString(message, at)
    const name = JSON.parse(message.slice(at, nameEnd)) as string
    const start = skipSpace(message, nameEnd)
    const end = skipValue(message, start)
    // Of two members with one name JSON.parse takes the last one, and so must we.
    if (name === 'result') found = message.slice(start, end)
    at = skipSpace(message, end)
  }
  return found
}
