import type { HttpRequest, RequestHead } from '../../wire/http/server/handler.js'
import { type Failure, fail } from '../../wire/jsonrpc/reply.js'
import type { LastKey } from '../accounts/key-resolver.js'
import type { CallerProof } from '../accounts/secrets.js'
import { isStoreAway } from '../accounts/store-away.js'
import type { NetworkTable } from '../networks/network.js'
import type { AnsweringNetwork, Arrival, Authenticated } from '../pipeline/stage.js'
import { authenticate, type Refused } from '../pipeline/stages/authenticate.js'
import { readTraceContext, type TraceContext } from '../pipeline/trace-context.js'
import type { ListenerDeps } from './listener-deps.js'

/** The meaning of an address; a route without `keyText` needs a key in a header. */
export type Route =
  | { readonly kind: 'call'; readonly network: AnsweringNetwork; readonly keyText: string | undefined }
  | { readonly kind: 'websocket'; readonly network: AnsweringNetwork; readonly keyText: string | undefined }
  | { readonly kind: 'contract'; readonly network: AnsweringNetwork | undefined }
  /** The docs page, or its `file`. */
  | { readonly kind: 'docs'; readonly network: AnsweringNetwork | undefined; readonly file: string | undefined }
  | { readonly kind: 'nowhere'; readonly reason: 'unknown_network' | 'unknown_path' }

/** The HTTP methods that each kind of address accepts. */
export const ALLOWED_METHODS: Readonly<Record<Exclude<Route['kind'], 'nowhere'>, string>> = {
  call: 'POST, OPTIONS',
  websocket: 'GET, OPTIONS',
  contract: 'GET, HEAD, OPTIONS',
  docs: 'GET, HEAD, OPTIONS',
}

const VERSION = 'v3'
const SLASH = 0x2f

/**
 * Reads an address: `/v3/<key>`, `/ws/v3/<key>`, `/openrpc.json` and `/docs`, on a network's own
 * host or behind `/<network>`; and `/` and `/ws` there, for calls whose key is in a header.
 *
 * Only the path of the request target counts; the Host header decides if the path names no network.
 * Source  docs/specification.md, "Transport addresses"
 */
export const routeOf = (
  { target, host }: Pick<RequestHead, 'target' | 'host'>,
  networks: NetworkTable<AnsweringNetwork>,
): Route => {
  if (target.charCodeAt(0) !== SLASH) {
    // RFC 9112, section 3.2.2: a target in absolute form overrides the Host header.
    const url = /^https?:\/\/([^/?]*)(.*)$/i.exec(target)
    return url === null
      ? { kind: 'nowhere', reason: 'unknown_path' }
      : routeOf({ target: url[2] || '/', host: url[1] }, networks)
  }
  const query = target.indexOf('?')
  const end = query === -1 ? target.length : query
  const firstEnd = segmentEnd(target, 1, end)
  const named = networks.byName.get(target.slice(1, firstEnd))
  const at = named === undefined ? 1 : firstEnd + 1
  const kind = target.startsWith('ws/', at) ? 'websocket' : 'call'
  const version = kind === 'websocket' ? at + 3 : at
  const versionEnd = segmentEnd(target, version, end)
  // `/v3/<key>` and `/ws/v3/<key>`; without a key in the path, it is in a header.
  if (isSegment(target, version, versionEnd, VERSION) && segmentEnd(target, versionEnd + 1, end) === end) {
    const network = named ?? networks.byHost.get(hostName(host))
    // The path is that of a call, but the host names no network.
    if (network === undefined) return { kind: 'nowhere', reason: 'unknown_network' }
    return { kind, network, keyText: target.slice(versionEnd + 1, end) || undefined }
  }
  // `/openrpc.json`
  if (isSegment(target, at, end, 'openrpc.json')) {
    return { kind: 'contract', network: named ?? networks.byHost.get(hostName(host)) }
  }
  // `/docs` and `/docs/<file>`
  const isPage = isSegment(target, at, end, 'docs')
  if (isPage || target.startsWith('docs/', at)) {
    const file = isPage ? undefined : target.slice(at + 'docs/'.length, end)
    return { kind: 'docs', network: named ?? networks.byHost.get(hostName(host)), file }
  }
  // `/` and `/ws`
  if (at >= end || isSegment(target, at, end, 'ws')) {
    const network = named ?? networks.byHost.get(hostName(host))
    if (network !== undefined) return { kind: at >= end ? 'call' : 'websocket', network, keyText: undefined }
  }
  const isNamed = named !== undefined
  return { kind: 'nowhere', reason: isNamed ? 'unknown_path' : nowhereReason(target.slice(at, end).split('/', 3)) }
}

/** Error for an HTTP method that the address does not accept; it suggests the likely address. */
export const notAllowed = (route: Exclude<Route, { kind: 'nowhere' }>, target: string): Failure => {
  const allow = ALLOWED_METHODS[route.kind]
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

const segmentEnd = (target: string, at: number, end: number): number => {
  const slash = target.indexOf('/', at)
  return slash === -1 || slash >= end ? end : slash
}

const isSegment = (target: string, at: number, end: number, text: string): boolean =>
  end - at === text.length && target.startsWith(text, at)

const nowhereReason = ([first, second, third]: readonly string[]): 'unknown_network' | 'unknown_path' =>
  (second === VERSION && first !== 'ws') || third === VERSION ? 'unknown_network' : 'unknown_path'

/** Normalizes a Host header: lower case, without port or the root's dot. */
const hostName = (host: string | undefined): string =>
  (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')

/** RFC 9110, section 11.4; RFC 6750, section 2.1; RFC 7617, section 2. */
const AUTHORIZATION = /^(bearer|basic) +([\w.~+/-]+=*)$/i

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Reads the caller from a request's headers; `pathKey` is the key's text in its path, if any. */
export const arrivalOf = (
  deps: ListenerDeps,
  request: HttpRequest,
  transport: Arrival['transport'],
  network: AnsweringNetwork,
  pathKey: string | undefined,
): Arrival => {
  const proof = proofOf(request, pathKey)
  return {
    requestId: deps.nextRequestId(),
    transport,
    network,
    keyText: keyTextOf(request, pathKey, proof),
    proof,
    source: sourceOf(request, deps.trustedProxies),
    origin: request.head.origin,
    host: request.head.host,
    trace: traceOf(deps, request),
  }
}

const traceOf = ({ beginTrace }: ListenerDeps, request: HttpRequest): TraceContext | undefined => {
  const given = request.head.hasTrace
    ? readTraceContext(request.header('traceparent'), request.header('tracestate'))
    : undefined
  return beginTrace === undefined ? given : beginTrace(given)
}

/** Returns the caller, without a promise if the key is known. A store that fails means a 503. */
export const resolveCaller = (
  deps: ListenerDeps,
  arrival: Arrival,
  lastKey?: LastKey,
): Authenticated | Refused | Promise<Authenticated | Refused> => {
  try {
    const caller = authenticate(deps.findEntitlement, arrival, lastKey, deps.narrow)
    return caller instanceof Promise ? caller.catch((error: unknown) => unavailable(deps, arrival, error)) : caller
  } catch (error) {
    return unavailable(deps, arrival, error)
  }
}

const unavailable = (deps: ListenerDeps, arrival: Arrival, error: unknown): Failure => {
  if (!isStoreAway(error)) deps.observer.bug(error, arrival.requestId)
  return fail('ledger-unavailable')
}

export const isRefused = (caller: Authenticated | Refused): caller is Refused => 'error' in caller

/** True if a caller is refused only because nobody answered who it is. */
export const isUnanswered = ({ name }: Refused): boolean => name === 'ledger-unavailable' || name === 'too-many-tokens'

/** The caller's address: the socket's, or the one that the outermost trusted proxy saw. */
export const sourceOf = (request: Pick<HttpRequest, 'peer' | 'header'>, trustedProxies: number): string => {
  const own = request.peer
  if (trustedProxies === 0) return own
  const hop = hopFromEnd(request.header('x-forwarded-for') ?? '', trustedProxies)
  return hop === '' ? own : withoutPort(hop)
}

/** The last member of a list, the last but one and so on; the first if there are fewer. */
const hopFromEnd = (list: string, fromEnd: number): string => {
  let end = list.length
  for (let left = fromEnd; ; left--) {
    const comma = list.slice(0, end).lastIndexOf(',')
    if (left === 1 || comma === -1) return list.slice(comma + 1, end).trim()
    end = comma
  }
}

/** Strips the port and the brackets of IPv6 that some proxies write (Azure Application Gateway). */
const withoutPort = (hop: string): string => {
  const [, ipv4, ipv6] = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([\da-f:.%]+)\])(?::\d+)?$/i.exec(hop) ?? []
  return ipv4 ?? ipv6 ?? hop
}

interface CredentialFields extends Pick<HttpRequest, 'header'> {
  readonly head: Pick<RequestHead, 'hasCredentials'>
}

/**
 * Finds the one key of a request: in its path (`pathKey`), as Bearer token, as Basic password or as
 * X-API-Key.
 *
 * Returns undefined for none and for several: RFC 6750, section 2, forbids clients to send two, and
 * the order of look-up must not decide which key pays. The proof from `proofOf` is not a second
 * key.
 */
export const keyTextOf = (
  request: CredentialFields,
  pathKey: string | undefined,
  proof: CallerProof | undefined,
): string | undefined => {
  if (!request.head.hasCredentials) return pathKey
  if (pathKey !== undefined) return proof === undefined ? undefined : pathKey
  const authorization = request.header('authorization')
  const apiKey = request.header('x-api-key')
  if (authorization === undefined) return apiKey
  return apiKey === undefined ? authorizedKey(authorization) : undefined
}

/**
 * Finds the proof beside the key in the path: a secret as the Basic password of an empty user, or a
 * token (JWT) as Bearer. Keys have no dots, so a key is never mistaken for a token.
 *
 * Source  RFC 7617, section 2: the name may be empty; RFC 7515, section 3.1
 */
export const proofOf = (request: CredentialFields, pathKey: string | undefined): CallerProof | undefined => {
  if (!request.head.hasCredentials || pathKey === undefined || request.header('x-api-key') !== undefined)
    return undefined
  const [, scheme = '', text = ''] = AUTHORIZATION.exec(request.header('authorization') ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return TOKEN.test(text) ? { kind: 'token', text } : undefined
  if (scheme.toLowerCase() !== 'basic') return undefined
  const pair = Buffer.from(text, 'base64').toString('latin1')
  return pair.startsWith(':') && pair.length > 1 ? { kind: 'secret', text: pair.slice(1) } : undefined
}

/** Repeated fields are joined by a comma, which no scheme allows: they name no key. */
const authorizedKey = (authorization: string): string | undefined => {
  const [, scheme = '', text = ''] = AUTHORIZATION.exec(authorization) ?? []
  return scheme.toLowerCase() === 'basic' ? passwordOf(text) : text || undefined
}

/** Ignores the user name before the first colon. */
const passwordOf = (credentials: string): string | undefined => {
  const pair = Buffer.from(credentials, 'base64').toString('latin1')
  const colon = pair.indexOf(':')
  return colon === -1 ? undefined : pair.slice(colon + 1) || undefined
}
