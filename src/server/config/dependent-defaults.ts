import type { ConfigData } from '../../../generated/config.js'

/**
 * Fills in defaults that depend on other values, in place, after the schema's own.
 *
 * `statefulMethods`  `bind` with one upstream, the only node that can have made a filter. Replicas
 *                    on one database open each other's ids only with a shared secret
 */
export const fillDependentDefaults = ({ networks, store, stateSecret }: ConfigData): void => {
  const canOpenIds = store.startsWith('sqlite:') || stateSecret !== undefined
  for (const network of Object.values(networks))
    network.statefulMethods ??= canOpenIds && network.upstreams.length === 1 ? 'bind' : 'refuse'
}
