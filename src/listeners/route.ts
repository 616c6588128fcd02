import type { RequestHead } from '../http/server/handler.js'
import { type Failure, fail } from '../jsonrpc/reply.js'
import type { AnsweringNetwork } from '../pipeline/stage.js'

/** What an address asks for; `keyText` is the key in it, undefined where a header has to bring one. */
export type Route =
  | { readonly kind: 'call'; readonly network: AnsweringNetwork; readonly keyText: string | undefined }
  | { readonly kind: 'websocket'; readonly network: AnsweringNetwork; readonly keyText: string | undefined }
  | { readonly kind: 'contract'; readonly network: AnsweringNetwork | undefined }
  /** The docs page, or the `file` beside it. */
  | { readonly kind: 'docs'; readonly network: AnsweringNetwork | undefined; readonly file: string | undefined }
  | { readonly kind: 'nowhere'; readonly reason: 'unknown_network' | 'unknown_path' }

/** Networks by the two ways of naming them. Host names are lower-case, without a port. */
export interface NetworkLookup {
  byHost(host: string): AnsweringNetwork | undefined
  byName(name: string): AnsweringNetwork | undefined
}

/** Which HTTP methods an address takes. */
export const ALLOWED: Readonly<Record<Exclude<Route['kind'], 'nowhere'>, string>> = {
  call: 'POST, OPTIONS',
  websocket: 'GET, OPTIONS',
  contract: 'GET, HEAD, OPTIONS',
  docs: 'GET, HEAD, OPTIONS',
}

const VERSION = 'v3'
const SLASH = 0x2f

/**
 * Reads an address: `/v3/<key>`, `/ws/v3/<key>`, `/openrpc.json` and `/docs`, on a network's own host or behind `/<network>`; and `/`
 * and `/ws` there, for calls whose key is in a header.
 *
 * Of the request's target only the path counts; the Host header is asked for where the path names no network.
 * Source  docs/specification.md, "Transport addresses"
 */
export const routeOf = (request: Pick<RequestHead, 'target' | 'host'>, networks: NetworkLookup): Route =>
  routeTo(request.target, request, networks)

/** What a request says that came in a way its address does not take; names the address that was perhaps meant. */
export const notAllowed = (route: Exclude<Route, { kind: 'nowhere' }>, target: string): Failure => {
  const allow = ALLOWED[route.kind]
  if (route.kind === 'contract' || route.kind === 'docs') return fail('method-not-allowed', { allow })
  const { name } = route.network
  const [path = ''] = target.replace(/^https?:\/\/[^/]*/i, '').split('?')
  const prefix = `${path}/`.startsWith(`/${name}/`) ? `/${name}` : ''
  const hint =
    route.kind === 'call'
      ? `WebSockets are at ${prefix}/ws/${VERSION}/<API_KEY>`
      : `calls by POST are at ${prefix}/${VERSION}/<API_KEY>`
  return fail('method-not-allowed', { allow, hint })
}

const routeTo = (target: string, request: Pick<RequestHead, 'host'>, networks: NetworkLookup): Route => {
  if (target.charCodeAt(0) !== SLASH) {
    // RFC 9112, section 3.2.2: a request may name its target by the whole URL, whose host then counts.
    const url = /^https?:\/\/([^/?]*)(.*)$/i.exec(target)
    return url === null
      ? { kind: 'nowhere', reason: 'unknown_path' }
      : routeTo(url[2] || '/', { host: url[1] }, networks)
  }
  const query = target.indexOf('?')
  const end = query === -1 ? target.length : query
  const firstEnd = segmentEnd(target, 1, end)
  const named = networks.byName(target.slice(1, firstEnd))
  const at = named === undefined ? 1 : firstEnd + 1
  const kind = target.startsWith('ws/', at) ? 'websocket' : 'call'
  const version = kind === 'websocket' ? at + 3 : at
  const versionEnd = segmentEnd(target, version, end)
  if (isSegment(target, version, versionEnd, VERSION) && segmentEnd(target, versionEnd + 1, end) === end) {
    const network = named ?? networks.byHost(hostName(request.host))
    // A path that leads to a gateway on a host that leads to no network.
    if (network === undefined) return { kind: 'nowhere', reason: 'unknown_network' }
    return { kind, network, keyText: target.slice(versionEnd + 1, end) || undefined }
  }
  if (isSegment(target, at, end, 'openrpc.json')) {
    return { kind: 'contract', network: named ?? networks.byHost(hostName(request.host)) }
  }
  const isPage = isSegment(target, at, end, 'docs')
  if (isPage || target.startsWith('docs/', at)) {
    const file = isPage ? undefined : target.slice(at + 'docs/'.length, end)
    return { kind: 'docs', network: named ?? networks.byHost(hostName(request.host)), file }
  }
  if (at >= end || isSegment(target, at, end, 'ws')) {
    const network = named ?? networks.byHost(hostName(request.host))
    if (network !== undefined) return { kind: at >= end ? 'call' : 'websocket', network, keyText: undefined }
  }
  const isNamed = named !== undefined
  return { kind: 'nowhere', reason: isNamed ? 'unknown_path' : nowhereReason(target.slice(at, end).split('/')) }
}

/** The index of the slash that ends the segment beginning at `at`, or `end`. */
const segmentEnd = (target: string, at: number, end: number): number => {
  const slash = target.indexOf('/', at)
  return slash === -1 || slash >= end ? end : slash
}

const isSegment = (target: string, at: number, end: number, text: string): boolean =>
  end - at === text.length && target.startsWith(text, at)

/** Whether it was meant for a network there is not. */
const nowhereReason = ([first, second, third]: readonly string[]): 'unknown_network' | 'unknown_path' =>
  (second === VERSION && first !== 'ws') || third === VERSION ? 'unknown_network' : 'unknown_path'

/** The name in a Host header: lower case, without port, brackets or the root's dot. */
const hostName = (host: string | undefined): string =>
  (host ?? '')
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
