import type { ConfigData } from '../../../generated/config.js'

/**
 * Fills in the defaults that depend on other values, which no schema can say; in place, after the schema's own.
 *
 * `statefulMethods`  with one upstream, the node that made a filter is the only one there is. Replicas that share a database could not open
 *                    each other's ids without a secret in common
 */
export const fillDependentDefaults = ({ networks, store, stateSecret }: ConfigData): void => {
  const canOpenIds = store.startsWith('sqlite:') || stateSecret !== undefined
  for (const network of Object.values(networks))
    network.statefulMethods ??= canOpenIds && network.upstreams.length === 1 ? 'bind' : 'refuse'
}
