import { resolve } from 'node:path'

/**
 * Reads `store` of the configuration; `folder` is the configuration file's.
 *
 * Errors  what is wrong with it, without quoting it: an address may carry a password
 */
export const readStoreAddress = (store: string, folder: string): { sqlitePath: string } | { message: string } => {
  if (/^postgres(ql)?:/.test(store)) return { message: 'PostgreSQL is not yet supported; use sqlite:PATH' }
  const path = /^sqlite:(.+)$/s.exec(store)?.[1]
  if (path === undefined) return { message: 'must be sqlite:PATH' }
  if (path === ':memory:' || path.startsWith('//')) return { message: 'must be sqlite:PATH, where PATH names a file' }
  return { sqlitePath: resolve(folder, path) }
}
