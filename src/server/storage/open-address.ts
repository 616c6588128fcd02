import type { StoreOptions } from './open.js'
import type { Store } from './store.js'

/**
 * Opens the configured store: `sqlite:PATH` or `postgres://…`.
 *
 * Errors  rejects with a message that never has the address's credentials
 */
export const openStoreAt = async (address: string, options: StoreOptions): Promise<Store> => {
  // Loads only the driver of the engine in use.
  if (address.startsWith('sqlite:'))
    return (await import('./open.js')).openSqlite(address.slice('sqlite:'.length), options)
  return (await import('./postgres/open.js')).openPostgres(address, options)
}
