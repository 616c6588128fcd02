import { SolanaClient } from '../../generated/client/src/index.js'

/** The address of a gateway, in this process or in a separate one. */
export interface Listening {
  readonly url: string
}

/**
 * The address of a network for a key, over HTTP; the network is in the path, so no Host header is
 * needed.
 */
export const httpUrl = (gateway: Listening, network: string, keyText: string): string =>
  `${gateway.url}/${network}/v3/${keyText}`

/** The address of WebSocket calls. */
export const wsUrl = (gateway: Listening, network: string, keyText: string): string =>
  `${gateway.url.replace(/^http/, 'ws')}/${network}/ws/v3/${keyText}`

const addressOf = (transport: 'http' | 'websocket') => (transport === 'http' ? httpUrl : wsUrl)

/** The generated client of Solana networks on either transport. */
export const connectSolana = (transport: 'http' | 'websocket', ...where: Parameters<typeof httpUrl>): SolanaClient =>
  new SolanaClient({ url: addressOf(transport)(...where) })
