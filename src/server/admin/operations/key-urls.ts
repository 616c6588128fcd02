import type { KeyUrls } from '../../../../generated/admin.js'
import type { Config } from '../../config/config.js'
import { hostUrlOf, publicUrlOf } from '../../config/public-url.js'

const addresses = (base: string, keyText: string) => ({
  http: `${base}/v3/${keyText}`,
  webSocket: `${base.replace(/^http/, 'ws')}/ws/v3/${keyText}`,
})

/**
 * The URLs of a key, one entry per network. They contain the key's text, so they are secret.
 * `baseUrl` is the running gateway's; the default follows from the configuration.
 */
export const keyUrls = (
  config: Config,
  networks: readonly string[],
  keyText: string,
  baseUrl = publicUrlOf(config),
): KeyUrls =>
  networks.map((network) => {
    const host = config.networks.get(network)?.hosts[0]
    return {
      network,
      ...addresses(`${baseUrl}/${network}`, keyText),
      ...(host !== undefined && { byHost: addresses(hostUrlOf(config, host), keyText) }),
    }
  })
