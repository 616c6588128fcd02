import type { StoreOptions } from './open.js'
import type { Store } from './store.js'

/**
 * Opens the store that the configuration names: `sqlite:PATH` or `postgres://…`.
 *
 * Errors  rejects with what is wrong, never with the credentials of the address
 */
export const openStoreAt = async (address: string, options: StoreOptions): Promise<Store> => {
  // Of the two engines' drivers only the one that is used is loaded.
  if (address.startsWith('sqlite:'))
    return (await import('./open.js')).openStore(address.slice('sqlite:'.length), options)
  return (await import('./postgres/open.js')).openPostgres(address, options)
}
