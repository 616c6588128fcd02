import type { Duplex } from 'node:stream'
import type { HttpExchange, HttpHandler, ReplyHead, UpgradeRequest } from '../../wire/http/server/handler.js'
import { type Failure, fail, httpStatusOf } from '../../wire/jsonrpc/reply.js'
import { writeReply } from '../../wire/jsonrpc/write-reply.js'
import { LastKey } from '../accounts/key-resolver.js'
import { observeStray } from '../pipeline/stages/observe.js'
import { readConditions, replyContract, replyDocument } from './contract-reply.js'
import { allowedOriginOf, callHead, HttpCall } from './http-call.js'
import type { ListenerDeps } from './listener-deps.js'
import { ALLOWED_METHODS, arrivalOf, notAllowed, type Route, routeOf, sourceOf } from './request.js'
import type { WebSocketListener } from './websocket/websocket.js'

const NO_FIELDS: readonly string[] = []
const REFUSED = { costCredits: 0, servedBy: [], isVerified: false } as const

/** Handler of the public HTTP server: answers requests, and passes upgrades to the WebSockets. */
export class HttpListener implements HttpHandler {
  constructor(
    private readonly deps: ListenerDeps,
    private readonly webSockets: WebSocketListener,
  ) {}

  createMemo(): LastKey {
    return new LastKey()
  }

  request(exchange: HttpExchange): void {
    try {
      handleHttp(this.deps, exchange)
    } catch (bug) {
      this.deps.observer.bug(bug, '')
      exchange.abort()
    }
  }

  rejected(failure: Failure, source: string): string {
    const requestId = this.deps.nextRequestId()
    observeStray(this.deps.observer, { requestId, transport: 'http', network: undefined, source }, failure)
    return requestId
  }

  upgrade(request: UpgradeRequest, socket: Duplex, head: Buffer): void {
    this.webSockets.upgrade(request, socket, head).catch((bug: unknown) => {
      this.deps.observer.bug(bug, '')
      socket.destroy()
    })
  }
}

/**
 * Answers one HTTP request: a call or batch by POST, the contract and its docs by GET, a preflight
 * by OPTIONS.
 *
 * Errors  JSON-RPC bodies, at every status
 * Source  docs/specification.md, "Transport addresses" and "Envelope"
 */
export const handleHttp = (deps: ListenerDeps, exchange: HttpExchange): void => {
  const { method, target, host } = exchange.head
  const route = routeOf(exchange.head, deps.networks)
  if (route.kind === 'call' && method === 'POST') {
    return new HttpCall(deps, exchange, arrivalOf(deps, exchange, 'http', route.network, route.keyText)).begin()
  }
  if (route.kind === 'nowhere') {
    // A page sees why its call leads nowhere only if the preflight of the call succeeds.
    if (method === 'OPTIONS') return exchange.reply(preflightHead(exchange, ALLOWED_METHODS.call, undefined), undefined)
    return refuse(deps, exchange, route, fail('not-found', { reason: route.reason }))
  }
  const docs = route.kind === 'docs' ? deps.docs(route.network, route.file) : undefined
  if (route.kind === 'docs' && docs === undefined) {
    return refuse(deps, exchange, route, fail('not-found', { reason: 'unknown_path' }))
  }
  const allow = ALLOWED_METHODS[route.kind]
  if (method === 'OPTIONS') {
    return exchange.reply(preflightHead(exchange, allow, originFor(exchange, route)), undefined)
  }
  if (!allow.split(', ').includes(method)) {
    return refuse(deps, exchange, route, notAllowed(route, target), ['Allow', allow])
  }
  if (route.kind === 'websocket') {
    return refuse(deps, exchange, route, fail('upgrade-required'), ['Upgrade', 'websocket'])
  }
  const asked = readConditions(exchange)
  const reply = async (): Promise<void> => {
    if (docs === undefined) return replyContract(exchange, asked, await deps.contract(route.network, host))
    const { document, serving } = await docs
    replyDocument(exchange, asked, document, serving)
  }
  reply().catch((bug: unknown) => {
    deps.observer.bug(bug, '')
    exchange.reply({ status: 500, call: undefined, moreFields: NO_FIELDS }, writeReply('null', fail('internal-error')))
  })
}

/** The origin that may read a reply; documents contain no secret and are open to every origin. */
const originFor = (exchange: HttpExchange, route: Route): string | undefined =>
  route.kind === 'call' || route.kind === 'websocket'
    ? allowedOriginOf(route.network.corsOrigins, exchange.head.origin)
    : undefined

/** The head of the reply to a preflight request; `allow` lists the HTTP methods. */
const preflightHead = (exchange: HttpExchange, allow: string, allowedOrigin: string | undefined): ReplyHead => {
  // Clients send custom headers (`solana-client`). Echoing the list allows them all; `*` does so
  // only in newer browsers.
  const headers = exchange.header('access-control-request-headers') ?? 'Content-Type'
  const allowed = ['Access-Control-Allow-Methods', allow, 'Access-Control-Allow-Headers', headers]
  return { status: 204, call: undefined, allowedOrigin, moreFields: [...allowed, 'Access-Control-Max-Age', '86400'] }
}

const refuse = (
  deps: ListenerDeps,
  exchange: HttpExchange,
  route: Route,
  failure: Failure,
  moreFields: readonly string[] = NO_FIELDS,
): void => {
  const requestId = deps.nextRequestId()
  const network = route.kind === 'nowhere' ? undefined : route.network
  const source = sourceOf(exchange, deps.trustedProxies)
  observeStray(deps.observer, { requestId, transport: 'http', network, source }, failure)
  const call = callHead(requestId, REFUSED, undefined, deps.nowMs())
  const allowedOrigin = originFor(exchange, route)
  exchange.reply({ status: httpStatusOf(failure), call, allowedOrigin, moreFields }, writeReply('null', failure))
}
