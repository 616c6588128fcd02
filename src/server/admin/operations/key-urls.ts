import type { Config } from '../../config/config.js'
import { hostUrlOf, publicUrlOf } from '../../config/public-url.js'

/** Addresses at which a key reaches a network. */
interface Addresses {
  readonly http: string
  readonly webSocket: string
}

/**
 * Where a key reaches a network: by path, which works on every host, and by the network's first own
 * host where it has one.
 */
export interface KeyUrls extends Addresses {
  readonly network: string
  readonly byHost?: Addresses
}

const addresses = (base: string, keyText: string): Addresses => ({
  http: `${base}/v3/${keyText}`,
  webSocket: `${base.replace(/^http/, 'ws')}/ws/v3/${keyText}`,
})

/**
 * The addresses of a key, one entry for each of its networks. They hold the key's text, so they are
 * as secret. `baseUrl` is where callers reach a running gateway; without one it follows from the
 * configuration.
 */
export const keyUrls = (
  config: Config,
  networks: readonly string[],
  keyText: string,
  baseUrl = publicUrlOf(config),
): KeyUrls[] =>
  networks.map((network) => {
    const host = config.networks.get(network)?.hosts[0]
    return {
      network,
      ...addresses(`${baseUrl}/${network}`, keyText),
      ...(host !== undefined && { byHost: addresses(hostUrlOf(config, host), keyText) }),
    }
  })
