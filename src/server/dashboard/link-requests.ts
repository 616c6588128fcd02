import { steadyClock } from '../../runtime/system-ports.js'
import { orAfter } from '../../runtime/time-limit.js'
import type { Account } from '../accounts/account.js'
import type { AccountStore } from '../accounts/account-store.js'
import { BoundedCache } from '../accounts/bounded-cache.js'
import { toEmail } from '../accounts/email.js'
import { sourceName } from '../accounts/source-range.js'
import { SourceThrottle } from '../accounts/source-throttle.js'
import { isStoreAway } from '../accounts/store-away.js'
import type { ResultOf } from '../admin/method-types.js'
import type { Config } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import type { LinkRequestCounts } from '../telemetry/notices/notice.js'
import { isAccepted, type SignedPostTarget } from '../telemetry/post.js'
import { SignInQueue } from './sign-in-queue.js'

/** An account gets at most one link in this time. */
const ONE_LINK_MS = 300_000
/** Accounts whose last link is remembered. */
const MAX_ACCOUNTS = 10_000
/** Links that one source may ask for: 20 at once, and ten a minute. */
const LINKS_PER_SECOND = 1 / 6
const BURST_SECONDS = 120
const MAX_RUNNING = 4
const MAX_WAITING = 100
const LAST_MS = 1_000
/** Format of an account's id. A text that is neither one nor an e-mail address is not looked up. */
const ACCOUNT_ID = /^acc_[1-9A-HJ-NP-Za-km-z]{1,32}$/

export interface LinkRequestDeps {
  readonly config: () => Pick<Config, 'dashboard'>
  readonly accounts: Pick<AccountStore, 'findAccount' | 'findAccountByEmail'>
  /** Makes a one-time link. Errors: rejects if the account is gone. */
  invite(id: string): Promise<ResultOf<'account.invite'>>
  /** Posts to the operator's webhook; see postSigned. */
  post(target: SignedPostTarget, body: string, signal: AbortSignal): Promise<number>
  readonly counts: LinkRequestCounts
  readonly log: Pick<Log, 'info' | 'warn'>
  readonly nowMs: () => number
}

interface WantedLink {
  readonly account: Account
  readonly source: string
}

/**
 * Links that account holders ask for on the sign-in page. Each is posted to the operator's webhook,
 * which brings it to the holder.
 *
 * Bounds  of a source 20 links at once and ten a minute, of an account one in five minutes;
 *         look-ups as in SignInQueue; four posts at once, 100 wait; each is tried once
 */
export class LinkRequests {
  private readonly queue = new SignInQueue()
  private readonly ofSources: SourceThrottle
  /** Time of each account's last link. */
  private readonly lastMs = new BoundedCache<number>(MAX_ACCOUNTS)
  private readonly waiting: WantedLink[] = []
  private readonly running = new Set<Promise<void>>()
  private readonly steadyMs: () => number
  private isClosed = false
  /** Ends the posts under way. */
  private readonly ending = new AbortController()

  constructor(private readonly deps: LinkRequestDeps) {
    this.steadyMs = steadyClock(deps.nowMs)
    this.ofSources = new SourceThrottle({
      perSecond: () => LINKS_PER_SECOND,
      burstSeconds: BURST_SECONDS,
      nowMs: deps.nowMs,
    })
  }

  /**
   * True if holders can ask for a link at a listener: one for holders only, or the private one
   * where there is no other.
   */
  isOn(isForHolders: boolean): boolean {
    const { linkWebhook, port } = this.deps.config().dashboard
    return linkWebhook !== undefined && (isForHolders || port === undefined)
  }

  /**
   * Sends the holder of an account a link, if there is one with this id or e-mail address. Nobody
   * learns what came of it but the operator.
   */
  async ask(account: string, source: string): Promise<void> {
    const found = await this.lookUp(account, source)
    const { counts } = this.deps
    if (found === 'away') counts.dropped++
    else if (found === undefined) counts.unknown++
    else if (found === 'throttled') counts.throttled++
    else if (this.steadyMs() - (this.lastMs.get(found.id) ?? Number.NEGATIVE_INFINITY) < ONE_LINK_MS) counts.repeated++
    else if (!this.ofSources.take(source)) counts.throttled++
    else this.enqueue({ account: found, source })
  }

  /** Waits for posts under way for a second at most; drops the rest. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { account } of this.waiting.splice(0)) this.drop(account, 'the gateway stopped')
    await orAfter(Promise.all(this.running), LAST_MS, undefined)
    // A post would hold the process until its time limit.
    this.ending.abort(new Error('the gateway stopped'))
  }

  private async lookUp(account: string, source: string): Promise<Account | 'throttled' | 'away' | undefined> {
    const lookUp = this.lookUpOf(account)
    if (lookUp === undefined) return undefined
    try {
      return await this.queue.run(sourceName(source), lookUp)
    } catch (error) {
      if (!isStoreAway(error)) throw error
      this.deps.log.warn({ source, reason: (error as Error).message }, 'link not sent')
      return 'away'
    }
  }

  private lookUpOf(account: string): (() => Promise<Account | undefined>) | undefined {
    const { accounts } = this.deps
    if (ACCOUNT_ID.test(account)) return () => accounts.findAccount(account)
    const email = toEmail(account)
    return email === undefined ? undefined : () => accounts.findAccountByEmail(email)
  }

  private enqueue(wanted: WantedLink): void {
    if (this.isClosed || this.waiting.length >= MAX_WAITING)
      return this.drop(wanted.account, this.isClosed ? 'the gateway stopped' : 'too many wait')
    this.lastMs.set(wanted.account.id, this.steadyMs())
    this.waiting.push(wanted)
    this.next()
  }

  private next(): void {
    if (this.running.size >= MAX_RUNNING) return
    const wanted = this.waiting.shift()
    if (wanted === undefined) return
    const sending = this.send(wanted).finally(() => {
      this.running.delete(sending)
      this.next()
    })
    this.running.add(sending)
  }

  /** Makes the link only now, so that no secret waits in memory. */
  private async send({ account, source }: WantedLink): Promise<void> {
    const { config, counts, invite, log, post } = this.deps
    const target = config().dashboard.linkWebhook
    if (target === undefined) return this.drop(account, 'dashboard.linkWebhook was removed')
    try {
      const { url, expiresAt } = await invite(account.id)
      const { id, name, email } = account
      const body = { type: 'account.link', account: id, name, email, link: url, expires: expiresAt }
      const status = await post(target, JSON.stringify(body), this.ending.signal)
      if (!isAccepted(status)) return this.drop(account, `status ${status}`)
      counts.delivered++
      log.info({ account: account.id, source }, 'link sent')
    } catch (error) {
      this.drop(account, (error as Error).message)
    }
  }

  private drop({ id }: Account, reason: string): void {
    this.deps.counts.dropped++
    this.deps.log.warn({ account: id, reason }, 'link not sent')
  }
}
