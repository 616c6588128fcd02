import { exactJson } from '../../src/runtime/exact-json.js'

/**
 * Makes a text only when what it is made from has changed since the last time: tests generate many
 * times in one process.
 */
export const remembered = <T>(make: (from: T) => string | Promise<string>): ((from: T) => Promise<string>) => {
  let last: { readonly key: string; readonly text: string } | undefined
  return async (from) => {
    const key = exactJson(from)
    if (last === undefined || last.key !== key) last = { key, text: await make(from) }
    return last.text
  }
}
