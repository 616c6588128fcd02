import { jsonInTurns } from '../../runtime/turns/json-in-turns.js'
import { isStoreAway } from '../accounts/store-away.js'
import type { ApiReply } from '../admin/api.js'
import { bodyOf, type DashboardExchange, fail, type PageRoute, sourceOf, tooFast } from './dashboard-exchange.js'
import { jsonOf, textOrEmpty } from './json-body.js'
import { openidRoutes } from './openid/routes.js'
import { passkeyRoutes } from './passkeys/routes.js'
import { sendElsewhere, sendFile, sendJson } from './replies.js'
import { isSameOrigin } from './same-origin.js'
import { ownPage, session, signIn, signOut, whoAsks } from './sign-in.js'

const MAX_LINK_BYTES = 4_096
const MAX_API_BYTES = 262_144
/** Concurrent operations of one session. */
const MAX_IN_FLIGHT = 8

const inFlight = new Map<string, number>()

const api: PageRoute = async (exchange) => {
  const found = await ownPage(exchange)
  if (found === undefined) return
  const { context, request, response } = exchange
  const { accountId, requestToken } = found
  const others = inFlight.get(requestToken) ?? 0
  if (others >= MAX_IN_FLIGHT) return fail(exchange, 429, 'too many operations at once')
  if (!context.mayOperate(found)) return tooFast(exchange)
  inFlight.set(requestToken, others + 1)
  try {
    const body = await bodyOf(exchange, MAX_API_BYTES)
    if (body === undefined) return
    const reply: ApiReply = await context.api.answer(
      body,
      context.operationDeps(accountId),
      context.admission(accountId),
    )
    const account = accountId === undefined ? {} : { account: accountId }
    context.onCall({ method: reply.method ?? 'none', source: sourceOf(exchange), status: reply.status, ...account })
    sendJson(request, response, reply.status, await jsonInTurns(reply.body))
  } finally {
    const left = inFlight.get(requestToken)! - 1
    if (left === 0) inFlight.delete(requestToken)
    else inFlight.set(requestToken, left)
  }
}

const live: PageRoute = async (exchange) => {
  const { context, door, request, response } = exchange
  const found = await whoAsks(exchange, false)
  if (found === undefined) return fail(exchange, 401, 'You are not signed in, or not any more.')
  if (!context.mayOperate(found)) return tooFast(exchange)
  const source = sourceOf(exchange)
  const isSignedIn = async () => (await context.sessions.find(door.cookie.read(request), false, source)) !== undefined
  const { accountId, requestToken } = found
  if (!context.live.begin({ accountId, requestToken, isSignedIn }, response))
    fail(exchange, 429, 'too many pages are open')
}

/**
 * The route by which an account's holder asks for a new link. It answers before it looks for the
 * account, and whatever was asked, so that nobody learns which accounts there are.
 */
const newLink: PageRoute = async (exchange) => {
  const { context, door, request, response } = exchange
  if (!context.linkRequests.isOn(door.isForHolders)) return fail(exchange, 404, 'not found')
  const body = await bodyOf(exchange, MAX_LINK_BYTES)
  if (body === undefined) return
  const source = sourceOf(exchange)
  const account = textOrEmpty(jsonOf(body).account).trim()
  context.onCall({ method: 'link-request', source, status: 200 })
  sendJson(request, response, 200, {})
  // In a later turn of the event loop: the answer has left.
  setImmediate(() => context.linkRequests.ask(account, source).catch(context.onBug))
}

const ROUTES: Readonly<Record<string, { readonly method: 'GET' | 'POST'; readonly route: PageRoute }>> = {
  session: { method: 'GET', route: session },
  live: { method: 'GET', route: live },
  'sign-in': { method: 'POST', route: signIn },
  'sign-out': { method: 'POST', route: signOut },
  'new-link': { method: 'POST', route: newLink },
  api: { method: 'POST', route: api },
  ...Object.fromEntries(
    Object.entries({ ...passkeyRoutes, ...openidRoutes }).map(([name, route]) => [
      name,
      { method: 'POST' as const, route },
    ]),
  ),
}

/** True if a path belongs to the dashboard. */
export const isDashboardPath = (path: string): boolean => path === '/dashboard' || path.startsWith('/dashboard/')

/** Answers a request; exceptions become a 500, or a 503 if the store is away. */
export const answerDashboard = (exchange: DashboardExchange, path: string): void => {
  handleDashboard(exchange, path).catch((error: unknown) => {
    const isAway = isStoreAway(error)
    if (!isAway) exchange.context.onBug(error)
    if (exchange.response.headersSent) exchange.response.destroy()
    else if (isAway) fail(exchange, 503, 'The store does not answer. Try again in a moment.')
    else fail(exchange, 500, 'The gateway could not do this; its log says why.')
  })
}

/** Answers a request to the dashboard. Everything but files is for pages of this origin only. */
const handleDashboard = async (exchange: DashboardExchange, path: string): Promise<void> => {
  const { context, request, response } = exchange
  if (path === '/dashboard') return sendElsewhere(response, 'dashboard/')
  const name = path.slice('/dashboard/'.length)
  const known = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined
  const method = known?.method ?? 'GET'
  if (request.method !== method && !(method === 'GET' && request.method === 'HEAD')) {
    response.setHeader('Allow', method)
    return fail(exchange, 405, 'method not allowed')
  }
  if (known === undefined) {
    const file = context.file(name)
    return file === undefined ? fail(exchange, 404, 'not found') : sendFile(request, response, file)
  }
  if (!isSameOrigin(request, context.publicUrl(), method === 'POST'))
    return fail(exchange, 403, 'only pages of the dashboard itself may ask this')
  return known.route(exchange)
}
