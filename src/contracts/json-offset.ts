const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 forbids exactly these in strings
  /[ \t\n\r]*(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/y

type Kind = '[' | ']' | '{' | '}' | ',' | ':' | 'string' | 'other'
type Container = '[' | '{'

/** What may come next: the state is the innermost container and the token before. */
const follows = (container: Container | undefined, before: Kind | 'key' | 'start', next: Kind): boolean => {
  const isValue = next === 'string' || next === 'other' || next === '[' || next === '{'
  if (before === 'key') return next === ':'
  if (before === ':') return isValue
  if (container === undefined) return before === 'start' && isValue
  if (before === container)
    return next === (container === '[' ? ']' : '}') || (container === '[' ? isValue : next === 'string')
  if (before === ',') return container === '[' ? isValue : next === 'string'
  return next === ',' || next === (container === '[' ? ']' : '}')
}

/**
 * Where a text stops being JSON: the offset of the first token that cannot stand where it stands, or the length of the
 * text when it only ends too early. JSON.parse knows, but names the position in some of its messages only.
 */
export const jsonFailureOffset = (text: string): number => {
  const open: Container[] = []
  let before: Kind | 'key' | 'start' = 'start'
  let at = 0
  for (;;) {
    const start = at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)
    token.lastIndex = at
    const match = token.exec(text)
    const kind = (match?.[1] ?? (match?.[2] === undefined ? 'other' : 'string')) as Kind
    if (match === null || !follows(open.at(-1), before, kind)) return start
    at = token.lastIndex
    const isKey: boolean = kind === 'string' && open.at(-1) === '{' && before !== ':'
    if (kind === '[' || kind === '{') open.push(kind)
    if (kind === ']' || kind === '}') open.pop()
    before = isKey ? 'key' : kind === ']' || kind === '}' ? 'other' : kind
  }
}
