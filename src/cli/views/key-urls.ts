import type { Config } from '../../config/config.js'
import { hostUrlOf, publicUrlOf } from '../../config/public-url.js'

/** Addresses at which a key reaches a network. */
interface Addresses {
  readonly http: string
  readonly webSocket: string
}

/** Where a key reaches a network: by path, which works on every host, and by the network's first own host where it has one. */
interface KeyUrls extends Addresses {
  readonly network: string
  readonly byHost?: Addresses
}

const addresses = (base: string, keyText: string): Addresses => ({
  http: `${base}/v3/${keyText}`,
  webSocket: `${base.replace(/^http/, 'ws')}/ws/v3/${keyText}`,
})

/** The addresses of a key, one entry for each of its networks. They hold the key's text, so they are as secret. */
export const keyUrls = (config: Config, networks: readonly string[], keyText: string): KeyUrls[] =>
  networks.map((network) => {
    const host = config.networks.get(network)?.hosts[0]
    return {
      network,
      ...addresses(`${publicUrlOf(config)}/${network}`, keyText),
      ...(host !== undefined && { byHost: addresses(hostUrlOf(config, host), keyText) }),
    }
  })

/** A new key as text for people: shown this once, with the addresses to use. */
export const announceKey = (config: Config, keyId: string, networks: readonly string[], keyText: string): string =>
  [
    `Key ${keyId}; its text is shown only now:`,
    keyText,
    ...keyUrls(config, networks, keyText).flatMap(({ network, http, webSocket, byHost }) => [
      '',
      network,
      `  ${http}`,
      `  ${webSocket}`,
      ...(byHost === undefined ? [] : [`  or, where the name is resolved: ${byHost.http}`, `    ${byHost.webSocket}`]),
    ]),
  ].join('\n')
