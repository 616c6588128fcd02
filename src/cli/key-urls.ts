import { isIPv6 } from 'node:net'
import type { Config } from '../config/config.js'

/** Where a key reaches a network. */
interface KeyUrls {
  readonly network: string
  readonly http: string
  readonly webSocket: string
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }
const EVERY_INTERFACE = new Set(['0.0.0.0', '::'])

const baseFor = ({ listen }: Config, host: string): string => {
  const scheme = listen.tls === undefined ? 'http' : 'https'
  // Port 0 is a free one, which only the running gateway knows.
  const port = listen.port === 0 ? ':PORT' : listen.port === DEFAULT_PORTS[scheme] ? '' : `:${listen.port}`
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}${port}`
}

/** The base URL of the public listener as this machine reaches it. */
export const listenUrl = (config: Config): string =>
  baseFor(config, EVERY_INTERFACE.has(config.listen.host) ? 'localhost' : config.listen.host)

/** The addresses of a key, one for each of its networks: by the network's first host, or by path where it has none. */
const keyUrls = (config: Config, networks: readonly string[], keyText: string): KeyUrls[] =>
  networks.map((network) => {
    const host = config.networks.get(network)?.hosts[0]
    const base = host === undefined ? `${listenUrl(config)}/${network}` : baseFor(config, host)
    return {
      network,
      http: `${base}/v3/${keyText}`,
      webSocket: `${base.replace(/^http/, 'ws')}/ws/v3/${keyText}`,
    }
  })

/** A new key as text for people: shown this once, with the addresses to use. */
export const announceKey = (config: Config, keyId: string, networks: readonly string[], keyText: string): string =>
  [
    `Key ${keyId}; its text is shown only now:`,
    keyText,
    ...keyUrls(config, networks, keyText).flatMap(({ network, http, webSocket }) => [
      '',
      `${network}`,
      `  ${http}`,
      `  ${webSocket}`,
    ]),
  ].join('\n')
