import { document as builtIn, type Document } from '../../generated/document.js'
import type { Network } from './network.js'

/** The base URL that the document's servers name by default; what `tollgate serve` listens on by default. */
const BASE_URL = new URL(builtIn.servers[0]!.url.replaceAll('$', '')).origin

/**
 * The contract as it is served: whole, or as one network sees it: the methods of its family, its name in the servers' addresses.
 *
 * `baseUrl`  where callers reach the gateway, `http(s)://host[:port]` with an optional path; WebSocket addresses follow from it
 */
export const documentFor = (
  network?: Pick<Network, 'name' | 'family'>,
  baseUrl = BASE_URL,
  document: Document = builtIn,
): Document => {
  const servers = document.servers.map((server) => ({
    ...server,
    url: server.url.startsWith('ws')
      ? server.url.replace(BASE_URL.replace(/^http/, 'ws'), baseUrl.replace(/^http/, 'ws'))
      : server.url.replace(BASE_URL, baseUrl),
    ...(network && server.variables && { variables: named(server.variables, network.name) }),
  }))
  const methods = network
    ? document.methods.filter((method) => method['x-family'] === network.family)
    : document.methods
  return { ...document, servers, methods }
}

type Variables = NonNullable<Document['servers'][number]['variables']>

const named = (variables: Variables, network: string): Variables => ({
  ...variables,
  ...(variables.network && { network: { ...variables.network, default: network, enum: [network] } }),
})
