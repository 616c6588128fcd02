/** The value at a JSON pointer; undefined where the path leads nowhere. Source: RFC 6901 */
export const valueAt = (root: unknown, pointer: string): unknown => {
  let value = root
  for (const part of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return value
}
