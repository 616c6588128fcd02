import { hash } from 'node:crypto'
import type { RandomBytes } from '../accounts/key-text.js'
import {
  createSessionText,
  hashSecret,
  isLinkText,
  isSessionText,
  requestTokenOf,
} from '../accounts/session-secrets.js'
import type { HolderId, Session, SessionStore } from '../accounts/session-store.js'
import { sourceName } from '../accounts/source-range.js'
import type { TokenGate } from '../admin/token-gate.js'
import type { Config } from '../config/config.js'
import { LinkQueue } from './link-queue.js'

/** A session that is used all the time is written once in so long. */
const SEE_EVERY_MS = 60_000

/**
 * Somebody who is signed in. `accountId` undefined: the operator. `expiresAtMs`: when the session
 * ends at the latest.
 */
export interface SignedIn {
  readonly accountId: HolderId
  /** Known to the session's own pages alone; see requestTokenOf. */
  readonly requestToken: string
  readonly expiresAtMs: number
}

/** What came of signing in: the new session's secret, for a cookie, or why there is none. */
export type SignInResult =
  | { readonly sessionText: string; readonly expiresAtMs: number }
  | 'wrong'
  | 'throttled'
  | 'off'

/** What sessions are made with. */
export interface SessionDeps {
  readonly store: SessionStore
  readonly config: () => Pick<Config, 'dashboard' | 'admin'>
  /** The admin token's own gate: one budget for wrong tokens, wherever they are sent. */
  readonly gate: TokenGate
  readonly nowMs: () => number
  readonly randomBytes: RandomBytes
}

/**
 * Signs people in to the dashboard and knows them again. A session has a secret of its own from the
 * moment of signing in, never one that the browser brought; the store has its hash, so that it
 * survives a restart and a copied store lets no one in.
 */
export class Sessions {
  private readonly links = new LinkQueue()

  constructor(private readonly deps: SessionDeps) {}

  /** The operator's, by the admin token. `former`: the session that the browser had, which ends. */
  async signInWithToken(token: string, source: string, former: string | undefined): Promise<SignInResult> {
    const verdict = await this.deps.gate.admit(`Bearer ${token}`, source)
    if (verdict !== 'allowed') return verdict === 'missing' ? 'wrong' : verdict
    return this.begin(undefined, former)
  }

  /**
   * Signs in by a one-time link, which is used up only where it signs somebody in. `areHolders`:
   * the operator's links sign nobody in here, and stay good for the operator's door.
   */
  async signInWithLink(
    link: string,
    source: string,
    former: string | undefined,
    areHolders: boolean,
  ): Promise<SignInResult> {
    if (!isLinkText(link)) return 'wrong'
    const { store, config, nowMs } = this.deps
    const key = hashSecret(link)
    const found = await this.links.run(sourceName(source), () => store.findLink(key))
    if (found === 'throttled') return found
    if (found === undefined || Date.parse(found.expiresAt) <= nowMs()) return 'wrong'
    if (found.accountId === undefined && (areHolders || config().admin.token === undefined)) return 'wrong'
    // Of two who come with it at once, one gets it.
    if ((await store.takeLink(key)) === undefined) return 'wrong'
    return this.begin(found.accountId, former)
  }

  /**
   * Whose session this is; undefined when it is none, or over. `isUse`: whether it is kept from
   * ending unused.
   */
  async find(sessionText: string | undefined, isUse: boolean): Promise<SignedIn | undefined> {
    if (sessionText === undefined || !isSessionText(sessionText)) return undefined
    const { store, nowMs } = this.deps
    const key = hashSecret(sessionText)
    const session = await store.findSession(key)
    if (session === undefined) return undefined
    if (this.isOver(session)) {
      await store.endSession(key)
      return undefined
    }
    const now = nowMs()
    if (isUse && now - Date.parse(session.seenAt) >= SEE_EVERY_MS) await store.seeSession(key, toIso(now))
    const { accountId, expiresAt } = session
    return { accountId, requestToken: requestTokenOf(sessionText), expiresAtMs: Date.parse(expiresAt) }
  }

  async signOut(sessionText: string | undefined): Promise<void> {
    if (sessionText !== undefined && isSessionText(sessionText))
      await this.deps.store.endSession(hashSecret(sessionText))
  }

  private async begin(accountId: HolderId, former: string | undefined): Promise<SignInResult> {
    const { store, config, nowMs, randomBytes } = this.deps
    await this.signOut(former)
    const sessionText = createSessionText(randomBytes)
    const now = nowMs()
    const expiresAtMs = now + config().dashboard.sessionHours * 3_600_000
    await store.createSession(hashSecret(sessionText), {
      accountId,
      binding: this.bindingOf(accountId),
      createdAt: toIso(now),
      seenAt: toIso(now),
      expiresAt: toIso(expiresAtMs),
    })
    return { sessionText, expiresAtMs }
  }

  private isOver({ accountId, binding, expiresAt, seenAt }: Session): boolean {
    const now = this.deps.nowMs()
    const idleMs = this.deps.config().dashboard.idleMinutes * 60_000
    return Date.parse(expiresAt) <= now || Date.parse(seenAt) + idleMs <= now || binding !== this.bindingOf(accountId)
  }

  /** A changed admin token ends every session of the operator. */
  private bindingOf(accountId: HolderId): string {
    return accountId === undefined ? hash('sha256', `session ${this.deps.config().admin.token ?? ''}`, 'hex') : ''
  }
}

const toIso = (ms: number): string => new Date(ms).toISOString()
