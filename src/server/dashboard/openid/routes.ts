import { bodyOf, type DashboardExchange, type PageRoute, sourceOf } from '../dashboard-exchange.js'
import { jsonOf, textOrEmpty } from '../json-body.js'
import { sendJson } from '../replies.js'
import { finishSignIn } from '../sign-in.js'
import { ATTEMPT_MS, type OpenidFailure } from './openid.js'

const MAX_BYTES = 16_384

/**
 * The page that the provider sends the browser back to. It is never taken from the page that asks:
 * it is under `publicUrl`, or on the private listener under the address that the operator uses.
 */
const redirectUriOf = ({ context, door, request }: DashboardExchange): string | undefined => {
  const publicUrl = context.publicUrl()
  if (publicUrl === undefined) return undefined
  const { protocol, host, origin } = new URL(publicUrl)
  const asked = (scheme: string) => {
    const text = `${scheme}//${request.headers.host ?? ''}`
    return URL.canParse(text) ? new URL(text) : undefined
  }
  if (door.isForHolders || asked(protocol)?.host === host) return `${origin}/dashboard/`
  const own = asked('http:')
  return own === undefined ? undefined : `${own.origin}/dashboard/`
}

const placeOf = (exchange: DashboardExchange, redirectUri: string) => ({
  redirectUri,
  source: sourceOf(exchange),
  isForHolders: exchange.door.isForHolders,
})

const noAddress: OpenidFailure = { refusal: 'wrong-openid', reason: 'no address to come back to' }

const begin: PageRoute = async (exchange) => {
  const { context, door, request, response } = exchange
  const redirectUri = redirectUriOf(exchange)
  const begun = redirectUri === undefined ? noAddress : await context.openid.begin(placeOf(exchange, redirectUri))
  if ('refusal' in begun) {
    const { refusal, ...more } = begun
    return finishSignIn(exchange, { method: 'openid-begin', result: refusal, ...more })
  }
  const cookie = door.openidCookie.write(request, begun.cookieText, ATTEMPT_MS / 1_000)
  sendJson(request, response, 200, { url: begun.url }, { 'Set-Cookie': cookie })
}

const signIn: PageRoute = async (exchange) => {
  const { context, door, request } = exchange
  const body = await bodyOf(exchange, MAX_BYTES)
  if (body === undefined) return
  const method = 'openid-sign-in'
  const redirectUri = redirectUriOf(exchange)
  const found =
    redirectUri === undefined
      ? noAddress
      : await context.openid.finish({
          ...placeOf(exchange, redirectUri),
          query: textOrEmpty(jsonOf(body).query),
          cookieText: door.openidCookie.read(request) ?? '',
        })
  if ('refusal' in found) {
    const { refusal, ...more } = found
    return finishSignIn(exchange, { method, result: refusal, ...more })
  }
  const { accountId, subject } = found
  const former = door.cookie.read(request)
  const result = await context.sessions.signInWithOpenid(accountId, former, () => context.openid.isStill(found))
  await finishSignIn(exchange, { method, result, person: { accountId, by: 'openid', subject } })
}

/** Routes of the sign-in at an identity provider, by the name below /dashboard/; both are POST. */
export const openidRoutes: Readonly<Record<string, PageRoute>> = {
  'openid/begin': begin,
  'openid/sign-in': signIn,
}
