import { createHmac } from 'node:crypto'
import type { AccountStore } from '../../accounts/account-store.js'
import { toEmail } from '../../accounts/email.js'
import type { HolderId } from '../../accounts/session-store.js'
import { sourceName } from '../../accounts/source-range.js'
import type { Config } from '../../config/config.js'
import { type ChallengeDeps, Challenges } from '../challenges.js'
import { textOrEmpty } from '../json-body.js'
import { SignInQueue } from '../sign-in-queue.js'
import { UnansweredRequest } from './bounded-fetch.js'
import { type OpenidConfig, type PersonClaims, Provider, type SignInSecrets } from './provider.js'

/** Time for a sign-in at the provider. */
export const ATTEMPT_MS = 900_000
/** Sign-ins that begin or end at a time. */
const MAX_RUNNING = 8
const MAX_REASON_LENGTH = 300
/** OpenID Connect Core, section 2: `sub`. */
const MAX_SUBJECT_LENGTH = 255

export interface OpenidDeps extends ChallengeDeps {
  readonly accounts: Pick<AccountStore, 'findAccountByEmail'>
  readonly config: () => Pick<Config, 'dashboard'>
  /** Counts a sign-in of an account; false above the rate. */
  maySignIn(accountId: string): boolean
}

/** A sign-in that begins: the provider's page, and the text for the browser's cookie. */
interface OpenidAttempt {
  readonly url: string
  readonly cookieText: string
}

/** A sign-in that is refused; `reason` is for the log. */
export interface OpenidFailure {
  readonly refusal: 'provider-down' | 'denied' | 'wrong-openid' | 'unverified' | 'no-account' | 'throttled'
  readonly reason?: string
}

/**
 * A person who signed in: the operator if `accountId` is undefined, else the holder of the account
 * with this e-mail address. `subject` is the provider's id of the person.
 */
export interface OpenidPerson {
  readonly accountId: HolderId
  readonly email?: string
  readonly subject: string
}

/**
 * The listener that a browser signs in at: whether it admits only account holders, and the page
 * there that the provider sends the browser back to. `source` is the browser's address.
 */
interface OpenidPlace {
  readonly redirectUri: string
  readonly source: string
  readonly isForHolders: boolean
}

/** The query with which the provider sent a browser back, and the browser's cookie. */
interface OpenidAnswer extends OpenidPlace {
  readonly query: string
  readonly cookieText: string
}

/** The secrets of the sign-in that a cookie stands for: the gateway keeps none. */
const secretsOf = (cookieText: string): SignInSecrets => {
  const derived = (name: string) => createHmac('sha256', cookieText).update(name).digest('base64url')
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') }
}

/**
 * Why the library refused an answer, without values of tokens. `error` is the provider's own word,
 * such as invalid_grant.
 */
const reasonOf = (thrown: unknown): string => {
  const { message, error, cause } = thrown as Error & { readonly error?: string }
  const why = cause instanceof Error ? cause.message : message
  return (error === undefined ? why : `${error}: ${why}`).slice(0, MAX_REASON_LENGTH)
}

/** Errors by which a provider says that it cannot answer now (RFC 6749, section 4.1.2.1). */
const TROUBLES = ['server_error', 'temporarily_unavailable']

const deniedAs = (error: string) => (TROUBLES.includes(error) ? 'provider-down' : 'denied')

/** Why the provider is not asked about an answer now; undefined if it is. */
const whyNotAsked = async (provider: Provider, answer: URL): Promise<OpenidFailure | undefined> => {
  if (provider.isDown) return { refusal: 'provider-down', reason: 'the provider failed a moment ago' }
  try {
    if (await provider.mayRedeem(answer)) return undefined
  } catch (error) {
    return { refusal: 'provider-down', reason: reasonOf(error) }
  }
  return { refusal: 'wrong-openid', reason: 'no answer of this provider' }
}

const isInGroup = (claims: PersonClaims, { operatorGroup, groupsClaim }: OpenidConfig): boolean => {
  const groups = Object.hasOwn(claims, groupsClaim) ? claims[groupsClaim] : undefined
  return operatorGroup !== undefined && Array.isArray(groups) && groups.includes(operatorGroup)
}

/**
 * Signs people in by an identity provider (OpenID Connect, authorization code with PKCE). The
 * cookie of the browser that began a sign-in fits only the answer to it, and works once: a wrong
 * code uses it up.
 */
export class OpenidSignIn {
  private readonly queue = new SignInQueue(MAX_RUNNING)
  private readonly challenges: Challenges
  private provider: Provider | undefined

  constructor(private readonly deps: OpenidDeps) {
    this.challenges = new Challenges(deps)
  }

  /** The host of the provider's issuer; undefined if this listener offers no such sign-in. */
  name(isForHolders: boolean): string | undefined {
    const { openid, port } = this.deps.config().dashboard
    // If holders have their own listener, the other one offers it to operators only.
    const isOffered = isForHolders || port === undefined || openid?.operatorGroup !== undefined
    return openid === undefined || !isOffered ? undefined : new URL(openid.issuer).host
  }

  /** Begins a sign-in. Sign-ins begin and end a few at once, and sources take turns. */
  async begin(place: OpenidPlace): Promise<OpenidAttempt | OpenidFailure> {
    const begun = await this.queue.run(sourceName(place.source), () => this.attempt(place))
    return begun === 'throttled' ? { refusal: begun } : begun
  }

  async finish(answer: OpenidAnswer): Promise<OpenidPerson | OpenidFailure> {
    const found = await this.queue.run(sourceName(answer.source), () => this.judge(answer))
    return found === 'throttled' ? { refusal: found } : found
  }

  /** False if the account has lost the e-mail address, or was deleted. */
  async isStill({ accountId, email }: OpenidPerson): Promise<boolean> {
    return email === undefined || (await this.deps.accounts.findAccountByEmail(email))?.id === accountId
  }

  private async attempt({ redirectUri, isForHolders }: OpenidPlace): Promise<OpenidAttempt | OpenidFailure> {
    const provider = this.configured()
    if (provider === undefined) return { refusal: 'wrong-openid', reason: 'there is no provider' }
    const { groupsScope } = provider.config
    const scope = ['openid email', ...(isForHolders || groupsScope === undefined ? [] : [groupsScope])].join(' ')
    const challenge = await this.challenges.create(purposeOf(redirectUri), ATTEMPT_MS)
    const cookieText = Buffer.from(challenge).toString('base64url')
    try {
      return { url: await provider.authorizationUrl(redirectUri, scope, secretsOf(cookieText)), cookieText }
    } catch (error) {
      return { refusal: 'provider-down', reason: reasonOf(error) }
    }
  }

  private async judge({
    cookieText,
    query,
    redirectUri,
    isForHolders,
  }: OpenidAnswer): Promise<OpenidPerson | OpenidFailure> {
    const provider = this.configured()
    if (provider === undefined || !(await this.challenges.isValid(cookieText, purposeOf(redirectUri))))
      return { refusal: 'wrong-openid', reason: 'not begun by this browser, or too long ago' }
    const url = new URL(redirectUri)
    url.search = query
    const secrets = secretsOf(cookieText)
    const state = url.searchParams.get('state')
    const error = url.searchParams.get('error')
    // Some providers refuse before they read the state.
    if (state !== secrets.state && (state !== null || error === null))
      return { refusal: 'wrong-openid', reason: 'the state of another sign-in' }
    // Anybody can send what no provider has to be asked about, so it uses nothing up.
    if (error !== null) return { refusal: deniedAs(error), reason: error.slice(0, MAX_REASON_LENGTH) }
    const notAsked = await whyNotAsked(provider, url)
    if (notAsked !== undefined) return notAsked
    // Before the provider is asked: wrong codes would reach it without end.
    if (!(await this.challenges.use(cookieText))) return { refusal: 'wrong-openid', reason: 'used before' }
    let claims: PersonClaims
    try {
      claims = await provider.claims(url, secrets)
    } catch (error) {
      const isDown = provider.isDown || (error as Error).cause instanceof UnansweredRequest
      return { refusal: isDown ? 'provider-down' : 'wrong-openid', reason: reasonOf(error) }
    }
    const subject = String(claims.sub).slice(0, MAX_SUBJECT_LENGTH)
    if (!isForHolders && isInGroup(claims, provider.config)) return { accountId: undefined, subject }
    const email = claims.email_verified === true ? toEmail(textOrEmpty(claims.email)) : undefined
    if (email === undefined) return { refusal: 'unverified' }
    const account = await this.deps.accounts.findAccountByEmail(email)
    if (account === undefined) return { refusal: 'no-account' }
    return this.deps.maySignIn(account.id) ? { accountId: account.id, email, subject } : { refusal: 'throttled' }
  }

  /** The provider of the newest configuration. */
  private configured(): Provider | undefined {
    const { openid } = this.deps.config().dashboard
    if (openid !== this.provider?.config)
      this.provider = openid === undefined ? undefined : new Provider(openid, this.deps.nowMs)
    return this.provider
  }
}

/** A cookie is good for one address to come back to. */
const purposeOf = (redirectUri: string): string => `openid ${redirectUri}`
