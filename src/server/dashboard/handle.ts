import { jsonInTurns } from '../../runtime/turns/json-in-turns.js'
import type { ApiReply } from '../admin/api.js'
import { markAuthenticated } from '../listeners/open-connections.js'
import { readBody } from '../listeners/private/read-body.js'
import { recordSignIn } from './audit-entry.js'
import type { DashboardExchange, PageRoute, SignInEnd } from './dashboard-exchange.js'
import { jsonOf } from './json-body.js'
import { linkRoute } from './link-route.js'
import { openidRoutes } from './openid/routes.js'
import { partyOf, passkeyRoutes } from './passkeys/routes.js'
import { sendElsewhere, sendFile, sendJson } from './replies.js'
import { isSameOrigin, REQUEST_TOKEN_HEADER } from './same-origin.js'
import type { SignedIn, SignInResult } from './sessions.js'

const MAX_SIGN_IN_BYTES = 4_096
const MAX_API_BYTES = 262_144
/** Owner name of operators' connections. */
const OPERATOR = 'operator'
/** Concurrent operations of one session. */
const MAX_IN_FLIGHT = 8

const fail = ({ request, response }: DashboardExchange, status: number, error: string): void =>
  sendJson(request, response, status, { error })

const sourceOf = ({ request }: DashboardExchange): string => request.socket.remoteAddress ?? ''

const cookieOf = ({ context, door }: DashboardExchange, sessionText: string, expiresAtMs: number): string =>
  door.cookie.write(sessionText, Math.max(1, Math.floor((expiresAtMs - context.operator(undefined).nowMs()) / 1_000)))

/**
 * Finds the session; a listener for account holders ignores operators' sessions. The reply moves
 * the cookie's end with that of the session.
 */
const whoAsks = async (exchange: DashboardExchange, isUse: boolean): Promise<SignedIn | undefined> => {
  const { context, door, request, response } = exchange
  const sessionText = door.cookie.read(request) ?? ''
  const found = await context.sessions.find(sessionText, isUse)
  if (found === undefined || (door.areHolders && found.accountId === undefined)) return undefined
  if (found.isRenewed) response.setHeader('Set-Cookie', cookieOf(exchange, sessionText, found.expiresAtMs))
  markAuthenticated(request.socket, found.accountId ?? OPERATOR)
  return found
}

/** First data of the page: the session and the facts. */
const describeSession = async (exchange: DashboardExchange, { accountId, requestToken, expiresAtMs }: SignedIn) => ({
  role: accountId === undefined ? 'operator' : 'holder',
  requestToken,
  expiresAt: new Date(expiresAtMs).toISOString(),
  canUsePasskey: partyOf(exchange) !== undefined,
  facts: await exchange.context.facts(accountId),
})

const session: PageRoute = async (exchange) => {
  const { context, door, request, response } = exchange
  const found = await whoAsks(exchange, true)
  const canUseToken = !door.areHolders && context.canUseToken()
  const canUsePasskey = partyOf(exchange) !== undefined
  const canAskForLink = context.linkRequests.isOn(door.areHolders)
  const body =
    found === undefined
      ? {
          role: null,
          canUseToken,
          canUsePasskey,
          canAskForLink,
          openid: context.openid.name(door.areHolders),
          contact: context.contact(),
        }
      : await describeSession(exchange, found)
  sendJson(request, response, 200, body)
}

const REFUSALS: Readonly<Record<Extract<SignInResult, string>, readonly [status: number, error: string]>> = {
  wrong: [401, 'That does not sign anybody in. A link works once, and not for ever: ask for another one.'],
  expired: [401, 'This link has expired. Ask for another one.'],
  'wrong-passkey': [401, 'That passkey does not sign anybody in. It may have been removed: ask for a link.'],
  'wrong-openid': [401, 'The sign-in could not be confirmed: it is over, or was not begun here. Begin it again.'],
  unverified: [403, 'Your identity provider does not say that your e-mail address is verified.'],
  'no-account': [403, 'No account has your e-mail address. Ask the operator to add it.'],
  'provider-down': [503, 'The identity provider does not answer as it should. Try again later; the log says why.'],
  throttled: [429, 'Too many are trying to sign in just now. Try again in a moment.'],
  off: [403, 'The operator cannot sign in: admin.token is not set.'],
}

/** Answers a sign-in with the session and its cookie, or with the reason of the refusal. */
const finishSignIn = async (
  exchange: DashboardExchange,
  { method, result, person, reason }: SignInEnd,
): Promise<void> => {
  const { context, request, response } = exchange
  const refusal = typeof result === 'string' ? result : undefined
  const status = refusal === undefined ? 200 : REFUSALS[refusal][0]
  const logged = { ...(reason && { reason }), ...(person?.subject && { subject: person.subject }) }
  context.onCall({ method, source: sourceOf(exchange), status, ...logged })
  if (person !== undefined) await recordSignIn(context, person, refusal)
  if (typeof result === 'string') return fail(exchange, ...REFUSALS[result])
  const found = await context.sessions.find(result.sessionText, false)
  const described = found === undefined ? {} : await describeSession(exchange, found)
  const cookie = cookieOf(exchange, result.sessionText, result.expiresAtMs)
  sendJson(request, response, 200, described, { 'Set-Cookie': cookie })
}

const signIn: PageRoute = async (exchange) => {
  const { context, door, request } = exchange
  const body = await readBody(request, MAX_SIGN_IN_BYTES)
  if (body === 'gone') return
  if (body === 'too-large') return fail(exchange, 413, 'too large')
  const { token, link } = jsonOf(body)
  const former = door.cookie.read(request)
  const source = sourceOf(exchange)
  const { sessions, canUseToken } = context
  const method = 'sign-in'
  if (typeof link === 'string') {
    const { result, link: used } = await sessions.signInWithLink(link, source, former, door.areHolders)
    const person = used && ({ accountId: used.accountId, by: 'link' } as const)
    return finishSignIn(exchange, { method, result, person })
  }
  const isPossible = typeof token === 'string' && !door.areHolders && canUseToken()
  const result = isPossible ? await sessions.signInWithToken(token, source, former) : 'wrong'
  const person = typeof result === 'string' ? undefined : ({ accountId: undefined, by: 'token' } as const)
  await finishSignIn(exchange, { method, result, person })
}

/** Finds the session, if the requesting page belongs to it. */
const ownPage = async (exchange: DashboardExchange): Promise<SignedIn | undefined> => {
  const found = await whoAsks(exchange, true)
  if (found === undefined) fail(exchange, 401, 'You are not signed in, or not any more.')
  else if (exchange.request.headers[REQUEST_TOKEN_HEADER] === found.requestToken) return found
  else fail(exchange, 403, 'This page is of another session: load it again.')
  return undefined
}

const signOut: PageRoute = async (exchange) => {
  if ((await ownPage(exchange)) === undefined) return
  const { context, door, request, response } = exchange
  await context.sessions.signOut(door.cookie.read(request))
  sendJson(request, response, 200, {}, { 'Set-Cookie': door.cookie.write('', 0) })
}

/** The pages wait and retry. */
const tooFast = ({ request, response }: DashboardExchange): void =>
  sendJson(request, response, 429, { error: 'too many operations in a short time' }, { 'Retry-After': '1' })

const inFlight = new Map<string, number>()

const api: PageRoute = async (exchange) => {
  const found = await ownPage(exchange)
  if (found === undefined) return
  const { context, request, response } = exchange
  const { accountId, requestToken } = found
  const others = inFlight.get(requestToken) ?? 0
  if (others >= MAX_IN_FLIGHT) return fail(exchange, 429, 'too many operations at once')
  if (!context.mayOperate(requestToken)) return tooFast(exchange)
  inFlight.set(requestToken, others + 1)
  try {
    const body = await readBody(request, MAX_API_BYTES)
    if (body === 'gone') return
    if (body === 'too-large') return fail(exchange, 413, `too large: at most ${MAX_API_BYTES} bytes`)
    const reply: ApiReply = await context.api.answer(body, context.operator(accountId), context.admission(accountId))
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
  const isSignedIn = async () => (await context.sessions.find(door.cookie.read(request), false)) !== undefined
  const { accountId, requestToken } = found
  if (!context.live.begin({ accountId, requestToken, isSignedIn }, response))
    fail(exchange, 429, 'too many pages are open')
}

const ROUTES: Readonly<Record<string, { readonly method: 'GET' | 'POST'; readonly route: PageRoute }>> = {
  session: { method: 'GET', route: session },
  live: { method: 'GET', route: live },
  'sign-in': { method: 'POST', route: signIn },
  'sign-out': { method: 'POST', route: signOut },
  'new-link': { method: 'POST', route: linkRoute({ fail }) },
  api: { method: 'POST', route: api },
  ...Object.fromEntries(
    Object.entries({
      ...passkeyRoutes({ fail, ownPage, finishSignIn }),
      ...openidRoutes({ fail, finishSignIn }),
    }).map(([name, route]) => [name, { method: 'POST' as const, route }]),
  ),
}

/** True if a path belongs to the dashboard. */
export const isDashboardPath = (path: string): boolean => path === '/dashboard' || path.startsWith('/dashboard/')

/** Answers a request; exceptions become a 500. */
export const answerDashboard = (exchange: DashboardExchange, path: string): void => {
  handleDashboard(exchange, path).catch((error: unknown) => {
    exchange.context.onBug(error)
    if (exchange.response.headersSent) exchange.response.destroy()
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
