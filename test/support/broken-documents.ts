/**
 * The text of a document with one mistake. `path`: JSON pointer to the mistake; undefined for a
 * text that is not JSON, or not an object.
 */
export interface BrokenDocument {
  readonly what: string
  readonly text: string
  readonly path: string | undefined
}

type Json = unknown
type Members = Record<string, Json>

const isMembers = (value: Json): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members whose values are data; no mistake is made in them. */
const FREE = new Set(['examples', 'enum', 'default'])

/** Returns the keys that lead to each place in a document, from `value` down. */
const placesIn = (value: Json, keys: readonly string[] = []): (readonly string[])[] => {
  if (typeof value !== 'object' || value === null) return [keys]
  const inner = Object.entries(value).flatMap(([key, member]) =>
    FREE.has(key) && isMembers(value) ? [] : placesIn(member as Json, [...keys, key]),
  )
  return [keys, ...inner]
}

const pointerOf = (keys: readonly string[]): string => keys.map((key) => `/${key}`).join('')
const print = (document: Json): string => JSON.stringify(document, null, 2)

/** A copy of the document, with another value at a place. */
const changed = (document: Json, [key, ...rest]: readonly string[], change: (value: Json) => Json): Json => {
  if (key === undefined) return change(document)
  if (Array.isArray(document))
    return document.map((item, index) => (String(index) === key ? changed(item, rest, change) : item))
  return Object.fromEntries(
    Object.entries(document as Members).map(([name, member]) => [
      name,
      name === key ? changed(member, rest, change) : member,
    ]),
  )
}

const otherType = (value: Json): Json => {
  if (typeof value === 'string') return 7
  if (typeof value === 'number' || typeof value === 'boolean') return 'of another type'
  return Array.isArray(value) ? {} : []
}

const valueAt = (document: Json, keys: readonly string[]): Json =>
  keys.reduce((value, key) => (value as Members)[key], document)

const misspelt = (document: Json, keys: readonly string[]): Json => {
  const name = keys.at(-1)!
  return changed(document, keys.slice(0, -1), (value) =>
    Object.fromEntries(
      Object.entries(value as Members).map(([key, member]) => [key === name ? `${key}z` : key, member]),
    ),
  )
}

/**
 * Returns documents with one mistake each: a value of another type, or a misspelt name, at every
 * place; and texts that are not JSON, or not an object.
 */
export const brokenDocuments = (document: Json): BrokenDocument[] => {
  const places = placesIn(document).filter(([top]) => top === 'methods' || top === 'components')
  const types = places.map((keys) => ({
    what: `another type at ${pointerOf(keys)}`,
    text: print(changed(document, keys, otherType)),
    path: pointerOf(keys),
  }))
  const names = places
    .filter((keys) => isMembers(valueAt(document, keys.slice(0, -1))))
    .map((keys) => ({
      what: `a misspelt name at ${pointerOf(keys)}`,
      text: print(misspelt(document, keys)),
      path: pointerOf(keys.slice(0, -1)),
    }))
  const text = print(document)
  const cuts = [1, 7, 100, 333, 1_000].map((length) => ({
    what: `the first ${length} letters`,
    text: text.slice(0, length),
  }))
  const others = [
    { what: 'an empty file', text: '' },
    { what: 'a comma too many', text: text.replace('],', '],,') },
    { what: 'a comment', text: `// mine\n${text}` },
    { what: 'a list', text: '[]' },
    { what: 'a number', text: '7' },
  ]
  return [...types, ...names, ...[...cuts, ...others].map((one) => ({ ...one, path: undefined }))]
}
