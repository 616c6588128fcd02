import type { Key } from './account.js'
import { compileSourceRanges } from './source-range.js'

const compiled = new WeakMap<Key, (address: string) => boolean>()

/** Whether a key may be used from an IP address: always, unless it lists the networks it may be used from. */
export const isSourceAllowed = (key: Key, source: string): boolean => {
  if (key.allowedSources.length === 0) return true
  let isAllowed = compiled.get(key)
  if (isAllowed === undefined) {
    isAllowed = compileSourceRanges(key.allowedSources)
    compiled.set(key, isAllowed)
  }
  return isAllowed(source)
}
