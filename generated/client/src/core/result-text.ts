// @generated from openrpc.json by scripts/generate — do not edit

const skipString = (text: string, start: number): number => {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

/** The index after the value that starts at `start`. */
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
  // A number or a word extends to the next delimiter.
  if (/[-\w]/.test(text[start] ?? '')) while (/[-+.\w]/.test(text[at] ?? '')) at += 1
  return at
}

const skipSpace = (text: string, start: number): number => {
  let at = start
  while (/[\s,:]/.test(text[at] ?? '')) at += 1
  return at
}

/**
 * Calls `member` with the name and the span of every member of the object, or with the index and
 * the span of every item of the array, that starts at `start`.
 */
const eachMember = (text: string, start: number, member: (name: string, start: number, end: number) => void): void => {
  const isArray = text[start] === '['
  let at = skipSpace(text, start + 1)
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index += 1) {
    const nameEnd = isArray ? at : skipString(text, at)
    const name = isArray ? String(index) : (JSON.parse(text.slice(at, nameEnd)) as string)
    const from = skipSpace(text, nameEnd)
    const end = skipValue(text, from)
    member(name, from, end)
    at = skipSpace(text, end)
  }
}

const memberText = (object: string, wanted: string): string | undefined => {
  let found: string | undefined
  eachMember(object, object.indexOf('{'), (name, start, end) => {
    // JSON.parse takes the last of two members with one name, so this does too.
    if (name === wanted) found = object.slice(start, end)
  })
  return found
}

/**
 * The text of the member `result` of a message that JSON.parse accepts, exactly as sent: integers
 * above 2^53 keep all their digits. Undefined without that member.
 */
export const resultText = (message: string): string | undefined => memberText(message, 'result')

/** The text of an event in a notification, as `resultText`. */
export const eventText = (message: string): string | undefined => resultText(memberText(message, 'params') ?? '{}')

/** The texts of the items of an array that JSON.parse accepts. */
export const itemTexts = (array: string): string[] => {
  const texts: string[] = []
  eachMember(array, array.indexOf('['), (_, start, end) => texts.push(array.slice(start, end)))
  return texts
}

/**
 * The members of a value that are integers that must not be rounded: by name or place, `*` for the
 * other items of an array, `{*}` for the other members of an object.
 */
export type BigIntegers = true | { readonly [member: string]: BigIntegers }

const innerOf = (wanted: Exclude<BigIntegers, true>, isArray: boolean, name: string): BigIntegers | undefined => {
  const key = Object.hasOwn(wanted, name) ? name : isArray ? '*' : '{*}'
  return Object.hasOwn(wanted, key) ? wanted[key] : undefined
}

/**
 * Calls `span` for each integer and text at the wanted places of the value that starts at `start`.
 */
const eachSpan = (
  text: string,
  start: number,
  wanted: BigIntegers,
  span: (start: number, end: number) => void,
): void => {
  if (wanted === true) {
    const end = skipValue(text, start)
    if (/^(-?\d+$|")/.test(text.slice(start, end))) span(start, end)
  } else if (text[start] === '{' || text[start] === '[')
    eachMember(text, start, (name, from) => {
      const inner = innerOf(wanted, text[start] === '[', name)
      if (inner !== undefined) eachSpan(text, from, inner, span)
    })
}

/** Marks texts among the integers, which are quoted, too, while JSON.parse reads them. */
const MARK = '='

const withBigInts = (value: unknown, wanted: BigIntegers): unknown => {
  if (wanted === true) {
    if (typeof value !== 'string') return value
    return value.startsWith(MARK) ? value.slice(MARK.length) : BigInt(value)
  }
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const [name, member] of Object.entries(members)) {
    const inner = innerOf(wanted, Array.isArray(value), name)
    if (inner !== undefined) members[name] = withBigInts(member, inner)
  }
  return value
}

/**
 * Like JSON.parse, except that the wanted integers become bigints with every digit. Other values in
 * their places stay unchanged.
 */
export const readLossless = (text: string, wanted: BigIntegers): unknown => {
  let [quoted, at] = ['', 0]
  eachSpan(text, skipSpace(text, 0), wanted, (start, end) => {
    const found = text.slice(start, end)
    quoted += `${text.slice(at, start)}"${found.startsWith('"') ? `${MARK}${found.slice(1)}` : `${found}"`}`
    at = end
  })
  return withBigInts(JSON.parse(quoted + text.slice(at)), wanted)
}
