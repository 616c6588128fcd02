/** Puts a value behind the others of a map, which keeps the newest `most`. */
export const keepNewest = <Value>(map: Map<string, Value>, key: string, value: Value, most: number): void => {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
