import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'

/** The client that tests register at a provider. */
export const CLIENT = { clientId: 'tollgate', clientSecret: 'a-secret-of-the-client' }

/** A person of a provider: the claims besides `sub`. */
export type Person = Readonly<Record<string, unknown>>

/** A way for a provider's client to authenticate at the token endpoint. */
export type ClientAuthentication = 'client_secret_basic' | 'client_secret_post'

/** Deviations from a provider that keeps to the standard. */
interface ProviderOptions {
  /** True: the token has the claims; otherwise they come from the userinfo endpoint. */
  readonly hasClaimsInToken?: boolean
  /** The only authentication of clients that the provider allows; default: its own list. */
  readonly onlyAuthentication?: ClientAuthentication
  readonly clientSecret?: string
}

/** A provider of identities on this machine. */
export interface IdentityProvider {
  readonly issuer: string
  /** The person that signs in next; the provider asks for no password. */
  person: Person
  stop(): Promise<void>
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stopServer = (server: Server) => (): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/**
 * Runs an action without the warnings of oidc-provider. It warns about the oldest Node that this
 * program runs on, and about the keys and the plain HTTP of tests.
 */
const silently = async <T>(action: () => Promise<T>): Promise<T> => {
  const [warn, info] = [console.warn, console.info]
  console.warn = console.info = () => {}
  try {
    return await action()
  } finally {
    console.warn = warn
    console.info = info
  }
}

/** Starts oidc-provider, which signs in `person` without a form. */
export const startIdentityProvider = async (
  redirectUris: readonly string[],
  { hasClaimsInToken = false, onlyAuthentication, clientSecret = CLIENT.clientSecret }: ProviderOptions = {},
): Promise<IdentityProvider> => {
  const { default: Provider } = await silently(() => import('oidc-provider'))
  let handle: RequestListener = (_, response) => response.end()
  const server = createServer((request, response) => handle(request, response))
  const issuer = await listen(server)
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const own = { issuer, person: {} as Person, stop: stopServer(server) }
  const people = new Map<string, Person>()
  const provider = await silently(async () => {
    return new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT.clientId,
          client_secret: clientSecret,
          ...(onlyAuthentication && { token_endpoint_auth_method: onlyAuthentication }),
          redirect_uris: redirectUris,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      ...(onlyAuthentication && { clientAuthMethods: [onlyAuthentication] }),
      jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
      cookies: { keys: ['of-tests'] },
      features: { devInteractions: { enabled: false } },
      scopes: ['openid', 'email', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      conformIdTokenClaims: !hasClaimsInToken,
      pkce: { required: () => true },
      ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
      findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
      loadExistingGrant: async ({ oidc }: { oidc: GrantContext }) => {
        const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
        grant.addOIDCScope('openid email groups')
        await grant.save()
        return grant
      },
      interactions: { url: () => '/sign-in' },
    })
  })
  const callback = provider.callback()
  handle = (request, response) => {
    // oidc-provider accepts the secret both in the header and in the body.
    const isInHeader = request.headers.authorization !== undefined
    const isWrong = onlyAuthentication !== undefined && isInHeader !== (onlyAuthentication === 'client_secret_basic')
    if (request.url === '/token' && isWrong) return void response.writeHead(401).end('{"error":"invalid_client"}')
    if (request.url !== '/sign-in') return callback(request, response)
    const accountId = `person-${people.size + 1}`
    people.set(accountId, own.person)
    provider
      .interactionFinished(request, response, { login: { accountId, remember: false } })
      .catch(() => response.destroy())
  }
  return own
}

interface GrantContext {
  readonly session: { readonly accountId: string }
  readonly client: { readonly clientId: string }
}
