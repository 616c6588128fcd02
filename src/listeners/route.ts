import type { Network } from '../networks/network.js'

/** What an address asks for. */
export type Route =
  | { readonly kind: 'call'; readonly network: Network; readonly keyText: string | undefined }
  | { readonly kind: 'websocket'; readonly network: Network; readonly keyText: string | undefined }
  | { readonly kind: 'contract'; readonly network: Network | undefined }
  | { readonly kind: 'nowhere'; readonly reason: 'unknown_network' | 'unknown_path' }

/** Networks by the two ways of naming them. Host names are lower-case, without a port. */
export interface NetworkTable {
  byHost(host: string): Network | undefined
  byName(name: string): Network | undefined
}

const VERSION = 'v3'

/**
 * Reads an address: `/v3/<key>`, `/ws/v3/<key>` and `/openrpc.json`, on a network's own host or behind `/<network>`.
 *
 * `host`  the Host header, as it came; `target` the request target, of which only the path counts
 * Source  gateway-spec.md, "Transport addresses"; PRODUCT.md, "Addresses"
 */
export const routeOf = (host: string | undefined, target: string, networks: NetworkTable): Route => {
  // RFC 9112, section 3.2.2: a request may name its target by the whole URL.
  const path = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]!
  const parts = path.split('/').slice(1)
  const named = networks.byName(parts[0] ?? '')
  if (named !== undefined) parts.shift()
  const network = named ?? networks.byHost(hostName(host))
  if (parts.length === 1 && parts[0] === 'openrpc.json') return { kind: 'contract', network }
  const kind = parts[0] === 'ws' ? 'websocket' : 'call'
  if (kind === 'websocket') parts.shift()
  if (parts[0] === VERSION && parts.length <= 2) {
    // A path that leads to a gateway on a host that leads to no network.
    if (network === undefined) return { kind: 'nowhere', reason: 'unknown_network' }
    return { kind, network, keyText: parts[1] || undefined }
  }
  return { kind: 'nowhere', reason: parts[1] === VERSION || parts[2] === VERSION ? 'unknown_network' : 'unknown_path' }
}

/** The name in a Host header: lower case, without port, brackets or the root's dot. */
const hostName = (host: string | undefined): string =>
  (host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
