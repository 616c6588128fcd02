/** The value at a JSON pointer; undefined if nothing is there. Source: RFC 6901 */
export const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root
  for (let at = 0; at < pointer.length; ) {
    if (typeof value !== 'object' || value === null) return undefined
    const slash = pointer.indexOf('/', at + 1)
    const end = slash === -1 ? pointer.length : slash
    value = (value as Record<string, unknown>)[unescaped(pointer.slice(at + 1, end))]
    at = end
  }
  return value
}

/** Counts the values at JSON pointers, those in lists one by one; null is not counted. */
export const countAt = (root: unknown, pointers: readonly string[]): number =>
  pointers.reduce((sum, pointer) => sum + countOf(valueAt(root, pointer)), 0)

const countOf = (value: unknown): number => {
  if (value === undefined || value === null) return 0
  return Array.isArray(value) ? value.reduce<number>((sum, element) => sum + countOf(element), 0) : 1
}

/** The number of items at a JSON pointer. Null counts 0, any other value that is no array 1. */
export const itemCountAt = (root: unknown, pointer: string): number => {
  const items = valueAt(root, pointer)
  if (items === undefined || items === null) return 0
  return Array.isArray(items) ? items.length : 1
}

/** The names and indexes of a JSON pointer. Source: RFC 6901 */
export const stepsOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescaped)

const unescaped = (part: string): string =>
  part.includes('~') ? part.replaceAll('~1', '/').replaceAll('~0', '~') : part
