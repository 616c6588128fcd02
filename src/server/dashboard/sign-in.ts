import { OPERATOR } from '../accounts/audit-store.js'
import { markAuthenticated } from '../listeners/open-connections.js'
import { recordSignIn } from './audit-entry.js'
import { bodyOf, type DashboardExchange, fail, type PageRoute, type SignInEnd, sourceOf } from './dashboard-exchange.js'
import { jsonOf } from './json-body.js'
import { type RelyingParty, relyingPartyOf } from './passkeys/relying-party.js'
import { sendJson } from './replies.js'
import { REQUEST_TOKEN_HEADER } from './same-origin.js'
import type { SignedIn, SignInResult } from './sessions.js'

const MAX_BYTES = 4_096

/** Sustained rate of an account's sign-ins by passkeys and the identity provider. */
export const SECONDS_BETWEEN_SIGN_INS = 6

/** The relying party of the page that asks; see relyingPartyOf. */
export const partyOf = ({ context, request }: DashboardExchange): RelyingParty | undefined =>
  relyingPartyOf(context.publicUrl(), request.headers.host)

const cookieOf = ({ context, door, request }: DashboardExchange, sessionText: string, expiresAtMs: number): string =>
  door.cookie.write(
    request,
    sessionText,
    Math.max(1, Math.floor((expiresAtMs - context.operationDeps(undefined).nowMs()) / 1_000)),
  )

/**
 * Finds the session; a listener for account holders ignores operators' sessions. The reply moves
 * the cookie's end with that of the session.
 */
export const whoAsks = async (exchange: DashboardExchange, isUse: boolean): Promise<SignedIn | undefined> => {
  const { context, door, request, response } = exchange
  const sessionText = door.cookie.read(request) ?? ''
  const found = await context.sessions.find(sessionText, isUse, sourceOf(exchange))
  if (found === undefined || (door.isForHolders && found.accountId === undefined)) return undefined
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

export const session: PageRoute = async (exchange) => {
  const { context, door, request, response } = exchange
  const found = await whoAsks(exchange, true)
  const canUseToken = !door.isForHolders && context.canUseToken()
  const canUsePasskey = partyOf(exchange) !== undefined
  const canAskForLink = context.linkRequests.isOn(door.isForHolders)
  const body =
    found === undefined
      ? {
          role: null,
          canUseToken,
          canUsePasskey,
          canAskForLink,
          openid: context.openid.name(door.isForHolders),
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
  denied: [403, 'Your identity provider did not let you in. If you did not cancel there, ask the operator.'],
  unverified: [403, 'Your identity provider does not say that your e-mail address is verified.'],
  'no-account': [403, 'No account has your e-mail address. Ask the operator to add it.'],
  'provider-down': [503, 'The identity provider does not answer as it should. Try again later; the log says why.'],
  throttled: [429, 'There are too many sign-ins just now. Try again in a moment.'],
  off: [403, 'The operator cannot sign in: admin.token is not set.'],
}

/** Answers a sign-in with the session and its cookie, or with the reason of the refusal. */
export const finishSignIn = async (
  exchange: DashboardExchange,
  { method, result, person, reason }: SignInEnd,
): Promise<void> => {
  const { context, request, response } = exchange
  const refusal = typeof result === 'string' ? result : undefined
  const status = refusal === undefined ? 200 : REFUSALS[refusal][0]
  const logged = { ...(refusal && { reason: reason ?? refusal }), ...(person?.subject && { subject: person.subject }) }
  context.onCall({ method, source: sourceOf(exchange), status, ...logged })
  if (person !== undefined) await recordSignIn(context, person, refusal)
  const headers = result === 'throttled' ? { 'Retry-After': String(SECONDS_BETWEEN_SIGN_INS) } : {}
  if (typeof result === 'string') return fail(exchange, ...REFUSALS[result], headers)
  const found = await context.sessions.find(result.sessionText, false, sourceOf(exchange))
  const described = found === undefined ? {} : await describeSession(exchange, found)
  const cookie = cookieOf(exchange, result.sessionText, result.expiresAtMs)
  sendJson(request, response, 200, described, { 'Set-Cookie': cookie })
}

export const signIn: PageRoute = async (exchange) => {
  const { context, door, request } = exchange
  const body = await bodyOf(exchange, MAX_BYTES)
  if (body === undefined) return
  const { token, link } = jsonOf(body)
  const former = door.cookie.read(request)
  const source = sourceOf(exchange)
  const { sessions, canUseToken } = context
  const method = 'sign-in'
  if (typeof link === 'string') {
    const { result, link: used } = await sessions.signInWithLink(link, source, former, door.isForHolders)
    const person = used && ({ accountId: used.accountId, by: 'link' } as const)
    return finishSignIn(exchange, { method, result, person })
  }
  const isPossible = typeof token === 'string' && !door.isForHolders && canUseToken()
  const result = isPossible ? await sessions.signInWithToken(token, source, former) : 'wrong'
  const person = typeof result === 'string' ? undefined : ({ accountId: undefined, by: 'token' } as const)
  await finishSignIn(exchange, { method, result, person })
}

/** Finds the session, if the requesting page belongs to it. */
export const ownPage = async (exchange: DashboardExchange): Promise<SignedIn | undefined> => {
  const found = await whoAsks(exchange, true)
  if (found === undefined) fail(exchange, 401, 'You are not signed in, or not any more.')
  else if (exchange.request.headers[REQUEST_TOKEN_HEADER] === found.requestToken) return found
  else fail(exchange, 403, 'This page is of another session: load it again.')
  return undefined
}

export const signOut: PageRoute = async (exchange) => {
  if ((await ownPage(exchange)) === undefined) return
  const { context, door, request, response } = exchange
  await context.sessions.signOut(door.cookie.read(request))
  sendJson(request, response, 200, {}, { 'Set-Cookie': door.cookie.write(request, '', 0) })
}
