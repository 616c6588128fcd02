import { resolve } from 'node:path'

/**
 * Reads `store` of the configuration; `folder` is the configuration file's.
 *
 * Errors  what is wrong with it, without quoting it: an address may carry a password
 */
export const readStoreAddress = (
  store: string,
  folder: string,
): { sqlitePath: string } | { postgres: true } | { message: string } => {
  if (/^postgres(ql)?:/.test(store)) {
    return /^postgres(ql)?:\/\/[^/]+\/[^/]/.test(store) && URL.canParse(store)
      ? { postgres: true }
      : { message: 'must be postgres://USER:PASSWORD@HOST:PORT/DATABASE' }
  }
  const path = /^sqlite:(.+)$/s.exec(store)?.[1]
  if (path === undefined) return { message: 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE' }
  if (path === ':memory:' || path.startsWith('//')) return { message: 'must be sqlite:PATH, where PATH names a file' }
  return { sqlitePath: resolve(folder, path) }
}
