import { resolve } from 'node:path'

/** libpq's protection modes: none, encryption only, and with the server's certificate verified. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const
/** URL parameters that name files. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const

/**
 * A store: the path of SQLite's file, or PostgreSQL's address and its files. Paths are absolute,
 * also in `address`.
 */
export type StoreAddress = { readonly address: string } & (
  | { readonly sqlitePath: string }
  | { readonly files: readonly string[] }
)

/**
 * True if the driver can decode user, password, host and database. In an address with a bare % or a
 * space, it takes each % for itself that no two decimal digits follow.
 */
const isDecodable = (address: string): boolean => {
  const isBare = / |%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(address)
  const [text = ''] = (isBare ? address.replace(/%(?!\d\d)/g, '%25') : address).split('?')
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/**
 * Parses `store`; `folder` is the configuration file's.
 *
 * Errors  a message that does not quote the address, which may carry a password
 */
export const readStoreAddress = (store: string, folder: string): StoreAddress | { readonly message: string } => {
  if (/^postgres(ql)?:/.test(store)) return readPostgres(store, folder)
  const path = /^sqlite:(.+)$/s.exec(store)?.[1]
  if (path === undefined) return { message: 'must be sqlite:PATH or postgres://USER:PASSWORD@HOST:PORT/DATABASE' }
  if (path === ':memory:' || path.startsWith('//')) return { message: 'must be sqlite:PATH, where PATH names a file' }
  const sqlitePath = resolve(folder, path)
  return { address: `sqlite:${sqlitePath}`, sqlitePath }
}

const readPostgres = (store: string, folder: string): StoreAddress | { readonly message: string } => {
  if (!/^postgres(ql)?:\/\/[^/]+\/[^/]/.test(store) || !URL.canParse(store))
    return { message: 'must be postgres://USER:PASSWORD@HOST:PORT/DATABASE' }
  if (!isDecodable(store)) return { message: 'has a % that begins no character in UTF-8; write %25 for a % itself' }
  const url = new URL(store)
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !sslModes.some((known) => known === mode))
    return { message: `has an unknown sslmode; it must be ${sslModes.join(', ')}` }
  const named = FILES.filter((name) => url.searchParams.has(name))
  if (named.length === 0) return { address: store, files: [] }
  if (mode === null || mode === 'disable')
    return { message: `has ${named.join(' and ')}, which takes sslmode=verify-full, verify-ca or require` }
  for (const name of named) url.searchParams.set(name, resolve(folder, url.searchParams.get(name)!))
  return { address: url.href, files: named.map((name) => url.searchParams.get(name)!) }
}
