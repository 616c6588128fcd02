import type { HttpExchange } from '../http/server/handler.js'
import { type Failure, fail, httpStatusOf } from '../jsonrpc/reply.js'
import { writeReply } from '../jsonrpc/write-reply.js'
import { observeStray } from '../pipeline/stages/observe.js'
import { readConditions, replyContract, replyDocument } from './contract-reply.js'
import { handleCall } from './http-call.js'
import { arrivalOf, type ListenerContext, sourceOf } from './listener-context.js'
import { allowedOriginOf, callHead, preflightHead } from './reply-head.js'
import { ALLOWED, notAllowed, type Route, routeOf } from './route.js'

const NO_FIELDS: readonly string[] = []
const REFUSED = { costCredits: 0, servedBy: [], isVerified: false } as const

/**
 * Answers one HTTP request: a call or batch by POST, the contract and its docs by GET, a preflight by OPTIONS.
 *
 * Errors  every one is a JSON-RPC body, at every status
 * Source  docs/specification.md, "Transport addresses" and "Envelope"
 */
export const handleHttp = (context: ListenerContext, exchange: HttpExchange): void => {
  const { method } = exchange
  const route = routeOf(exchange, context.networks)
  if (route.kind === 'call' && method === 'POST') {
    return handleCall(context, exchange, arrivalOf(context, exchange, 'http', route.network, route.keyText))
  }
  if (route.kind === 'nowhere') {
    return refuse(context, exchange, route, fail('not-found', { reason: route.reason }))
  }
  const docs = route.kind === 'docs' ? context.docs(route.network, route.file) : undefined
  if (route.kind === 'docs' && docs === undefined) {
    return refuse(context, exchange, route, fail('not-found', { reason: 'unknown_path' }))
  }
  const allow = ALLOWED[route.kind]
  if (method === 'OPTIONS') {
    const allowedOrigin = originFor(exchange, route)
    return exchange.reply(
      preflightHead(allow, exchange.header('access-control-request-headers'), allowedOrigin),
      undefined,
    )
  }
  if (!allow.split(', ').includes(method)) {
    return refuse(context, exchange, route, notAllowed(route, exchange.target), ['Allow', allow])
  }
  if (route.kind === 'websocket') {
    return refuse(context, exchange, route, fail('upgrade-required'), ['Upgrade', 'websocket'])
  }
  const asked = readConditions(exchange)
  const reply = async (): Promise<void> => {
    if (docs === undefined) return replyContract(exchange, asked, await context.contract(route.network, exchange.host))
    const { document, serving } = await docs
    replyDocument(exchange, asked, document, serving)
  }
  reply().catch((bug: unknown) => {
    context.observer.bug(bug, '')
    exchange.reply({ status: 500, call: undefined, more: NO_FIELDS }, writeReply('null', fail('internal-error')))
  })
}

/** Whose pages may read what is said at an address that leads to calls; what has no secret, every page may. */
const originFor = (exchange: HttpExchange, route: Route): string | undefined =>
  route.kind === 'call' || route.kind === 'websocket'
    ? allowedOriginOf(route.network.corsOrigins, exchange.header('origin'))
    : undefined

/** Refuses a request that leads to no network, or not in this way. */
const refuse = (
  context: ListenerContext,
  exchange: HttpExchange,
  route: Route,
  failure: Failure,
  more: readonly string[] = NO_FIELDS,
): void => {
  const requestId = context.nextRequestId()
  const network = route.kind === 'nowhere' ? undefined : route.network
  const source = sourceOf(exchange, context.trustedProxies())
  observeStray(context.observer, { requestId, transport: 'http', network, source }, failure)
  const call = callHead(requestId, REFUSED, undefined, context.nowMs())
  const allowedOrigin = originFor(exchange, route)
  exchange.reply({ status: httpStatusOf(failure), call, allowedOrigin, more }, writeReply('null', failure))
}
