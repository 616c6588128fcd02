import type { ClientAuth, Configuration, CustomFetch, IDToken } from 'openid-client'
import type { Config } from '../../config/config.js'
import { boundedFetch, type UnansweredRequest } from './bounded-fetch.js'

/** Loads 8 MB, for about 0.1 s: only gateways with a provider need it. */
export const loadLibrary = () => import('openid-client')

export type OpenidConfig = NonNullable<Config['dashboard']['openid']>

const TIMEOUT_SECONDS = 5
/**
 * After a request on which the provider was silent, it is asked nothing for this long. Answers that
 * break off do not count: a stranger writes the code in a request, and might know one that a
 * firewall cuts.
 */
const PAUSE_MS = 5_000
/** Members of an answer that may come only once, and those of other ways to sign in. */
const [ONCE, FOREIGN] = [
  ['code', 'state', 'iss'],
  ['response', 'id_token', 'token'],
]
/** The provider's own description is read again after this time. */
const DISCOVERED_MS = 3_600_000

/** Secrets of one sign-in, which the provider's answer must fit. */
export interface SignInSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** The provider's claims about a person. */
export type PersonClaims = Readonly<Record<string, unknown>>

/**
 * An identity provider. Its description is read with the first sign-in, so that a provider that is
 * down stops no gateway.
 *
 * Bounds  five seconds for each request, and none for five seconds after a silent one
 */
export class Provider {
  private found: { readonly configuration: Promise<Configuration>; readonly untilMs: number } | undefined
  private downUntilMs = 0

  constructor(
    readonly config: OpenidConfig,
    private readonly nowMs: () => number,
  ) {}

  /** True for a while after a request on which the provider was silent. */
  get isDown(): boolean {
    return this.downUntilMs > this.nowMs()
  }

  /** The provider's page where the person signs in. Errors: rejects if the provider fails. */
  async authorizationUrl(
    redirectUri: string,
    scope: string,
    { state, nonce, verifier }: SignInSecrets,
  ): Promise<string> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadLibrary()
    return buildAuthorizationUrl(await this.discovered(), {
      redirect_uri: redirectUri,
      scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  }

  /** False if the library would refuse the answer, and ask the provider nothing. */
  async mayRedeem({ searchParams }: URL): Promise<boolean> {
    const { issuer, authorization_response_iss_parameter_supported: hasIss } = (
      await this.discovered()
    ).serverMetadata()
    const iss = searchParams.get('iss')
    if (iss ? iss !== issuer : hasIss) return false
    if (!searchParams.get('code') || FOREIGN.some((name) => searchParams.has(name))) return false
    return ONCE.every((name) => searchParams.getAll(name).length <= 1)
  }

  /**
   * Redeems the code in the address that the provider sent the browser to. Errors: rejects unless
   * the answer fits the secrets, and the provider's signed token fits this client.
   */
  async claims(answer: URL, { state, nonce, verifier }: SignInSecrets): Promise<PersonClaims> {
    const { authorizationCodeGrant, fetchUserInfo } = await loadLibrary()
    const configuration = await this.discovered()
    const tokens = await authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
    })
    const signed = tokens.claims() as IDToken
    const { operatorGroup, groupsClaim } = this.config
    const isComplete = 'email' in signed && (operatorGroup === undefined || groupsClaim in signed)
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return signed
    // Providers may keep the claims of scopes for this endpoint (OpenID Connect Core, section 5.4).
    const asked = await fetchUserInfo(configuration, tokens.access_token, signed.sub)
    // An address, and whether it is verified, are taken from one source.
    const { email, email_verified } = 'email' in signed ? signed : asked
    return { ...asked, ...signed, email, email_verified }
  }

  private readonly fetch: CustomFetch = async (url, options) => {
    if (this.isDown) throw new Error('the provider failed a moment ago')
    try {
      return await boundedFetch(url, options)
    } catch (error) {
      if ((error as UnansweredRequest).isSilent) this.downUntilMs = this.nowMs() + PAUSE_MS
      throw error
    }
  }

  private discovered(): Promise<Configuration> {
    const now = this.nowMs()
    if (this.found !== undefined && this.found.untilMs > now) return this.found.configuration
    const found = { configuration: this.discover(), untilMs: now + DISCOVERED_MS }
    this.found = found
    found.configuration.catch(() => {
      if (this.found === found) this.found = undefined
    })
    return found.configuration
  }

  private async discover(): Promise<Configuration> {
    const library = await loadLibrary()
    const { issuer, clientId, clientSecret } = this.config
    const server = new URL(issuer)
    const [basic, post] = [library.ClientSecretBasic(clientSecret), library.ClientSecretPost(clientSecret)]
    const authenticate: ClientAuth = (provider, ...request) => {
      const methods = provider.token_endpoint_auth_methods_supported
      const isPost = methods?.includes('client_secret_basic') === false && methods.includes('client_secret_post')
      ;(isPost ? post : basic)(provider, ...request)
    }
    const configuration = await library.discovery(server, clientId, undefined, authenticate, {
      timeout: TIMEOUT_SECONDS,
      [library.customFetch]: this.fetch,
      execute: [
        library.enableNonRepudiationChecks,
        ...(server.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    })
    const { issuer: described, authorization_endpoint: page = '' } = configuration.serverMetadata()
    // The library lets an issuer of many tenants pass, whose people are anybody.
    if (new URL(described).href !== server.href) throw new Error('the provider describes another issuer')
    if (!['https:', server.protocol].includes(new URL(page).protocol))
      throw new Error('the sign-in page of the provider is not https')
    return configuration
  }
}
