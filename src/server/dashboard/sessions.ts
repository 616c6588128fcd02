import { hash } from 'node:crypto'
import type { AccountStore } from '../accounts/account-store.js'
import type { RandomBytes } from '../accounts/key-text.js'
import type { Passkey } from '../accounts/passkey-store.js'
import { createSessionText, hashSecret, isLinkText, isSessionText, requestTokenOf } from '../accounts/secrets.js'
import type { HolderId, Session, SessionStore, SignInLink } from '../accounts/session-store.js'
import { sourceName } from '../accounts/source-range.js'
import { isStoreAway } from '../accounts/store-away.js'
import type { TokenGate } from '../admin/token-gate.js'
import type { Config } from '../config/config.js'
import { DAY_MS } from '../credits/day.js'
import type { PageLookUps } from './page-look-ups.js'
import { SignInQueue } from './sign-in-queue.js'

/** The last use of a session is written at most once in this time. */
const SEE_EVERY_MS = 60_000
const MINUTE_MS = 60_000
/** An operator's session ends when unused for `idleMs`, and at the latest after `lifeMs`. */
const OPERATOR_SESSION = { idleMs: 60 * MINUTE_MS, lifeMs: DAY_MS / 2 }

/**
 * A signed-in person; the operator if `accountId` is undefined. The session of an account's holder
 * ends at `expiresAtMs` unless it is used before; the operator's ends then at the latest.
 */
export interface SignedIn {
  readonly accountId: HolderId
  /** Known only to the session's own pages; see requestTokenOf. */
  readonly requestToken: string
  readonly expiresAtMs: number
  /** True if this use postponed the end. */
  readonly isRenewed: boolean
}

interface BegunSession {
  readonly sessionText: string
  readonly expiresAtMs: number
}

export type SignInResult =
  | BegunSession
  | 'wrong'
  | 'expired'
  | 'wrong-passkey'
  | 'wrong-openid'
  | 'denied'
  | 'unverified'
  | 'no-account'
  | 'provider-down'
  | 'throttled'
  | 'off'

interface LinkSignIn {
  readonly result: SignInResult
  readonly link?: SignInLink
}

const WRONG_LINK: LinkSignIn = { result: 'wrong' }

export interface SessionDeps {
  readonly store: SessionStore
  readonly accounts: Pick<AccountStore, 'findAccount'>
  readonly config: () => Pick<Config, 'dashboard' | 'admin'>
  /** The gate of the admin token: wrong tokens share one budget, wherever they are sent. */
  readonly gate: TokenGate
  readonly nowMs: () => number
  readonly randomBytes: RandomBytes
  /** Look-ups for the pages, which leave the store's connections to calls; see PageLookUps. */
  readonly lookUps: PageLookUps
  /** Called when this process has ended a session; see SignedIn.requestToken. */
  onEnd(requestToken: string): void
}

/**
 * Signs people in to the dashboard and recognizes their sessions. Sign-in makes a new secret and
 * never takes one from the browser. The store has only its hash, so sessions survive a restart, and
 * a copied store lets no one in.
 */
export class Sessions {
  private readonly queue = new SignInQueue()

  constructor(private readonly deps: SessionDeps) {}

  /** Signs in the operator by the admin token, and ends the session `former`. */
  async signInWithToken(token: string, source: string, former: string | undefined): Promise<SignInResult> {
    const verdict = await this.deps.gate.admit(`Bearer ${token}`, source)
    if (verdict !== 'allowed') return verdict === 'missing' ? 'wrong' : verdict
    return this.begin(undefined, former)
  }

  /**
   * Signs in by a one-time link, and uses it up: one that has expired is refused by that name once.
   * Operators' links are refused, and stay valid, with `isForHolders` and while the admin token is
   * not set.
   */
  async signInWithLink(
    link: string,
    source: string,
    former: string | undefined,
    isForHolders: boolean,
  ): Promise<LinkSignIn> {
    if (!isLinkText(link)) return WRONG_LINK
    const { store, accounts, config, nowMs } = this.deps
    const key = hashSecret(link)
    const found = await this.queue.run(sourceName(source), () => store.findLink(key))
    if (found === 'throttled') return { result: found }
    if (found === undefined) return WRONG_LINK
    if (found.accountId === undefined && isForHolders) return WRONG_LINK
    if (found.accountId === undefined && config().admin.token === undefined) return { result: 'off' }
    // Of two simultaneous requests with the link, one wins.
    if ((await store.takeLink(key)) === undefined) return WRONG_LINK
    if (Date.parse(found.expiresAt) <= nowMs()) return { result: 'expired', link: found }
    const { accountId } = found
    const isStill = async () => accountId === undefined || (await accounts.findAccount(accountId)) !== undefined
    return { result: (await this.beginIf(isStill, accountId, former)) ?? 'wrong', link: found }
  }

  /**
   * Finds a valid session; undefined if unknown or ended. `isUse` postpones the end of an unused
   * session, unless the store can only be read. The row of one that is over is deleted, unless the
   * store can only be read. Anybody may invent sessions, so `source` has its turns.
   */
  async find(sessionText: string | undefined, isUse: boolean, source: string): Promise<SignedIn | undefined> {
    if (sessionText === undefined || !isSessionText(sessionText)) return undefined
    const { store, nowMs, lookUps } = this.deps
    const key = hashSecret(sessionText)
    const session = await lookUps.run(sourceName(source), () => store.findSession(key))
    if (session === undefined) return undefined
    if (this.isOver(session)) {
      await isWritten(this.signOut(sessionText))
      return undefined
    }
    const now = nowMs()
    const { accountId } = session
    const endMs = Date.parse(session.expiresAt)
    const laterMs = accountId === undefined ? endMs : now + this.lengthsOf(accountId).lifeMs
    const isDue = isUse && now - Date.parse(session.seenAt) >= SEE_EVERY_MS
    const isSeen = isDue && (await isWritten(store.seeSession(key, toIso(now), toIso(laterMs))))
    const isRenewed = isSeen && accountId !== undefined
    const expiresAtMs = isRenewed ? laterMs : endMs
    return { accountId, requestToken: requestTokenOf(sessionText), expiresAtMs, isRenewed }
  }

  async signOut(sessionText: string | undefined): Promise<void> {
    if (sessionText === undefined || !isSessionText(sessionText)) return
    await this.deps.store.endSession(hashSecret(sessionText))
    this.deps.onEnd(requestTokenOf(sessionText))
  }

  /**
   * Begins the session of a passkey that has signed in, if `isStill` (the passkey is not removed),
   * and ends the session `former`.
   */
  async signInWithPasskey(
    { id, accountId }: Passkey,
    former: string | undefined,
    isStill: () => Promise<boolean>,
  ): Promise<SignInResult> {
    return (await this.beginIf(isStill, accountId, former, { passkeyId: id })) ?? 'wrong'
  }

  /**
   * Begins the session of a person whom the identity provider has signed in, if `isStill` (the
   * account has their address), and ends the session `former`.
   */
  async signInWithOpenid(
    accountId: HolderId,
    former: string | undefined,
    isStill: () => Promise<boolean>,
  ): Promise<SignInResult> {
    if (accountId === undefined && this.deps.config().admin.token === undefined) return 'off'
    const binding = this.openidBindingOf(accountId)
    return (await this.beginIf(isStill, accountId, former, { binding })) ?? 'no-account'
  }

  /** Looks once the session is stored: a change before that has not ended it. */
  private async beginIf(
    isStill: () => Promise<boolean>,
    ...session: Parameters<Sessions['begin']>
  ): Promise<BegunSession | undefined> {
    const begun = await this.begin(...session)
    if (await isStill()) return begun
    await this.signOut(begun.sessionText)
    return undefined
  }

  private async begin(
    accountId: HolderId,
    former: string | undefined,
    by: Pick<Partial<Session>, 'binding' | 'passkeyId'> = {},
  ): Promise<BegunSession> {
    const { store, nowMs, randomBytes } = this.deps
    await this.signOut(former)
    const sessionText = createSessionText(randomBytes)
    const now = nowMs()
    const expiresAtMs = now + this.lengthsOf(accountId).lifeMs
    await store.createSession(hashSecret(sessionText), {
      accountId,
      binding: this.bindingOf(accountId),
      createdAt: toIso(now),
      seenAt: toIso(now),
      expiresAt: toIso(expiresAtMs),
      ...by,
    })
    return { sessionText, expiresAtMs }
  }

  /** A session lasts `lifeMs`, or `idleMs` without use. */
  private lengthsOf(accountId: HolderId): typeof OPERATOR_SESSION {
    if (accountId === undefined) return OPERATOR_SESSION
    const ms = this.deps.config().dashboard.sessionDays * DAY_MS
    return { idleMs: ms, lifeMs: ms }
  }

  private isOver({ accountId, binding, expiresAt, seenAt }: Session): boolean {
    const now = this.deps.nowMs()
    const isBound = binding === this.bindingOf(accountId) || binding === this.openidBindingOf(accountId)
    const { idleMs } = this.lengthsOf(accountId)
    return Date.parse(expiresAt) <= now || Date.parse(seenAt) + idleMs <= now || !isBound
  }

  /** A changed admin token ends every session of the operator. */
  private bindingOf(accountId: HolderId): string {
    return accountId === undefined ? hash('sha256', `session ${this.deps.config().admin.token ?? ''}`, 'hex') : ''
  }

  /** Another provider, client or group ends the sessions that the former one began. */
  private openidBindingOf(accountId: HolderId): string {
    const { issuer, clientId, operatorGroup } = this.deps.config().dashboard.openid ?? {}
    const group = accountId === undefined ? operatorGroup : undefined
    return hash('sha256', JSON.stringify([this.bindingOf(accountId), issuer, clientId, group]), 'hex')
  }
}

/** False if the store cannot be written: sessions are found, and are over, all the same. */
const isWritten = (writing: Promise<void>): Promise<boolean> =>
  writing.then(
    () => true,
    (error: unknown) => {
      if (isStoreAway(error)) return false
      throw error
    },
  )

const toIso = (ms: number): string => new Date(ms).toISOString()
