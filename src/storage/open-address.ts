import { openStore, type StoreParts } from './open.js'
import { openPostgres } from './postgres/open.js'
import type { Store } from './store.js'

/**
 * Opens the store that the configuration names: `sqlite:PATH` or `postgres://…`.
 *
 * Errors  rejects with what is wrong, never with the credentials of the address
 */
export const openStoreAt = async (address: string, parts: StoreParts): Promise<Store> =>
  address.startsWith('sqlite:') ? openStore(address.slice('sqlite:'.length), parts) : openPostgres(address, parts)
