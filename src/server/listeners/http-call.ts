import { Cancellation } from '../../runtime/cancellation.js'
import { type Waiter, whenResolved } from '../../runtime/deferred.js'
import { COUNTED_BODY_BYTES } from '../../runtime/turns/process-budgets.js'
import { type BodyOwner, REFUSED_CALLERS, UNKNOWN_CALLERS } from '../../wire/http/server/body-budget.js'
import type { CallHead, HttpExchange, ReadBody, UnreadBody } from '../../wire/http/server/handler.js'
import type { UnpackedBody } from '../../wire/http/server/unpacked-body.js'
import { idOfBody, MAX_ID_BODY_BYTES } from '../../wire/jsonrpc/refused-id.js'
import { type Failure, fail, httpStatusOf } from '../../wire/jsonrpc/reply.js'
import type { Piece } from '../../wire/jsonrpc/write-reply.js'
import { LastKey } from '../accounts/key-resolver.js'
import { nextMidnightMs } from '../credits/day.js'
import { answerBody, type BodyReply, refuseBody } from '../pipeline/answer-body.js'
import type { Arrival, Authenticated } from '../pipeline/stage.js'
import type { Refused } from '../pipeline/stages/authenticate.js'
import { observeRefusal } from '../pipeline/stages/observe.js'
import { countedReply, countFreeCalls, freeCallsFailure, HttpBodyRate } from './account-bounds.js'
import type { ListenerDeps } from './listener-deps.js'
import { isRefused, isUnanswered, resolveCaller } from './request.js'

const NO_FIELDS: readonly string[] = []
/** RFC 9110, section 15.5.16: the accepted codings of a body. */
const TAKEN_CODINGS: readonly string[] = ['Accept-Encoding', 'gzip, identity']

/** Answers a call or batch sent by POST: authenticates, reads the body, calls the pipeline. */
export class HttpCall implements Waiter<BodyReply> {
  private readonly startedMs: number
  private readonly bodyRate: HttpBodyRate

  constructor(
    private readonly deps: ListenerDeps,
    private readonly exchange: HttpExchange,
    private caller: Arrival | Authenticated,
  ) {
    this.startedMs = deps.nowMs()
    this.bodyRate = new HttpBodyRate(deps, exchange.head.bodyLength)
  }

  /** Authenticates first; of a refused caller's body it reads only enough to find the id. */
  begin(): void {
    const { deps, exchange } = this
    const caller = this.resolve()
    if (caller instanceof Promise) {
      const body = exchange.readBody(deps.limits.maxBodyBytes, UNKNOWN_CALLERS, this.bodyRate.meter())
      const found = caller.then((known) => {
        this.accept(known)
        exchange.boundBody(this.bytesToRead(known), ownerOf(known))
        return known
      })
      return this.waitForBoth(found, body)
    }
    this.accept(caller)
    const body = exchange.readBody(this.bytesToRead(caller), ownerOf(caller), this.bodyRate.meter())
    if (body instanceof Promise) this.waitForBoth(caller, body)
    else this.answer(caller, body)
  }

  /** Marks the connection as authenticated, and counts the body that follows for its account. */
  private accept(caller: Authenticated | Refused): void {
    if (isRefused(caller)) return
    this.exchange.authenticated(caller.entitlement.account.id)
    this.bodyRate.begin(caller)
  }

  resolved(reply: BodyReply): void {
    this.send(reply)
  }

  rejected(bug: unknown): void {
    this.deps.observer.bug(bug, this.caller.requestId)
    this.exchange.abort()
  }

  /**
   * Number of body bytes to read; for a refused caller, only as many as the search for the id
   * needs.
   */
  private bytesToRead(caller: Authenticated | Refused): number {
    const { isEncoded, isGzip } = this.exchange.head
    const { maxBodyBytes } = this.deps.limits
    const mustRefuse = (isEncoded && !isGzip) || isRefused(caller) || this.bodyRate.failure !== undefined
    return mustRefuse ? Math.min(maxBodyBytes, MAX_ID_BODY_BYTES) : maxBodyBytes
  }

  private waitForBoth(
    caller: Authenticated | Refused | Promise<Authenticated | Refused>,
    body: ReadBody | Promise<ReadBody>,
  ): void {
    Promise.all([caller, body])
      .then(([found, read]) => {
        const current = isRefused(found) ? found : this.resolveAgain(found)
        if (!(current instanceof Promise)) return this.answer(current, read)
        return current.then((known) => this.answer(known, read))
      })
      .catch((bug: unknown) => this.rejected(bug))
  }

  private resolve(): ReturnType<typeof resolveCaller> {
    const { memo } = this.exchange
    return resolveCaller(this.deps, this.caller, memo instanceof LastKey ? memo : undefined)
  }

  /** The key may have been revoked while its body came. A store that fails ends no known caller. */
  private resolveAgain(known: Authenticated): Authenticated | Refused | Promise<Authenticated | Refused> {
    const current = this.resolve()
    const orKnown = (found: Authenticated | Refused) => (isRefused(found) && isUnanswered(found) ? known : found)
    return current instanceof Promise ? current.then(orKnown) : orKnown(current)
  }

  private answer(caller: Authenticated | Refused, body: ReadBody): void {
    const { exchange, bodyRate } = this
    const { head } = exchange
    // The client may have left during the key look-up; the exchange does not report it again.
    if (exchange.isGone || isGone(body)) return
    if (isRefused(caller)) {
      const { entitlement } = caller
      if (entitlement !== undefined) this.caller = { ...this.caller, entitlement }
      return this.refuse(caller, body)
    }
    this.caller = caller
    const failure = bodyRate.failure ?? freeCallsFailure(this.deps, caller)
    if (failure !== undefined) return this.refuse(failure, body)
    if (head.isEncoded && !head.isGzip) return this.refuse(fail('unsupported-content-encoding'), body, TAKEN_CODINGS)
    if (isUnread(body)) return this.refuse(this.unreadFailure(body), body)
    if (head.isEncoded) this.unpack(caller, body)
    else this.answerInTurn(caller, body)
  }

  private unreadFailure({ unread }: UnreadBody): Failure {
    const { maxBodyBytes } = this.deps.limits
    return unread === 'no-room' ? fail('too-many-bodies') : fail('body-too-large', { maxBytes: maxBodyBytes })
  }

  private unpack(caller: Authenticated, packed: Piece): void {
    const { exchange, bodyRate } = this
    const countedBytes = bodyRate.beginUnpacking(caller, packed)
    if (bodyRate.failure !== undefined) return this.refuse(bodyRate.failure, packed)
    exchange
      .unpackBody(packed, this.deps.limits.maxBodyBytes, ownerOf(caller))
      .then((body) => {
        if (exchange.isGone) return
        bodyRate.endUnpacking(caller, body, countedBytes)
        if (bodyRate.failure !== undefined) this.refuse(bodyRate.failure, Buffer.isBuffer(body) ? body : packed)
        else if (Buffer.isBuffer(body)) this.answerInTurn(caller, body)
        else this.refuse(packedFailure(body), packed)
      })
      .catch((bug: unknown) => this.rejected(bug))
  }

  /** Bodies take turns unless they are short. */
  private answerInTurn(caller: Authenticated, body: Piece): void {
    if (body.length < COUNTED_BODY_BYTES) return this.answerNow(caller, body)
    const answer = () => {
      if (!this.exchange.isGone) this.answerNow(caller, body)
    }
    this.deps.bodyTurns.run(caller.entitlement.account.id, answer, body.length)
  }

  private answerNow(caller: Authenticated, body: Piece): void {
    const cancellation = new Cancellation()
    this.exchange.cancelWhenGone(cancellation)
    try {
      whenResolved(answerBody(this.deps, caller, body, cancellation), this)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  private refuse(failure: Failure, body: ReadBody, moreFields = NO_FIELDS): void {
    const { deps, caller } = this
    observeRefusal(deps.observer, caller, failure, deps.nowMs() - this.startedMs, httpStatusOf(failure))
    this.send(refuseBody(failure, isUnread(body) ? undefined : idOfBody(body)), moreFields)
  }

  /**
   * Sends the reply with the account's remaining credits. The reply carries them if credits were
   * held; otherwise the ledger is asked, and the account's first reply of a day waits for it.
   */
  private send(reply: BodyReply, moreFields = NO_FIELDS): void {
    const { deps, caller } = this
    try {
      const known = 'entitlement' in caller ? caller.entitlement : undefined
      if (known !== undefined && reply.freeCalls > 0) {
        const pauseMs = countFreeCalls(deps, known, reply.freeCalls)
        if (pauseMs > 0) this.exchange.pauseReading(pauseMs)
      }
      const remaining = reply.balance?.remainingCredits() ?? (known && deps.remainingCredits(known))
      if (remaining instanceof Promise) {
        remaining.then((credits) => this.reply(reply, credits, moreFields)).catch((bug: unknown) => this.rejected(bug))
      } else this.reply(reply, remaining, moreFields)
    } catch (bug) {
      this.rejected(bug)
    }
  }

  private reply(reply: BodyReply, remainingCredits: number | undefined, moreFields: readonly string[]): void {
    const { deps, caller } = this
    const account = 'entitlement' in caller ? caller.entitlement?.share : undefined
    const written = countedReply(reply.written, deps.budget, account)
    if (written === 'no-room') {
      reply.written?.release()
      const { costCredits } = reply
      return this.reply({ ...refuseBody(fail('overloaded')), costCredits }, remainingCredits, moreFields)
    }
    const call = callHead(caller.requestId, reply, remainingCredits, deps.nowMs())
    const allowedOrigin = allowedOriginOf(caller.network.corsOrigins, caller.origin)
    this.exchange.reply({ status: reply.status, call, allowedOrigin, moreFields }, written)
  }
}

/** The origin that may read a network's reply to a page of `origin`; see ReplyHead. */
export const allowedOriginOf = (
  corsOrigins: readonly string[] | undefined,
  origin: string | undefined,
): string | undefined =>
  corsOrigins === undefined ? undefined : origin !== undefined && corsOrigins.includes(origin) ? origin : ''

/** Head fields about the call and the caller's credits. */
export const callHead = (
  requestId: string,
  { costCredits, servedBy, isVerified }: Pick<BodyReply, 'costCredits' | 'servedBy' | 'isVerified'>,
  remainingCredits: number | undefined,
  nowMs: number,
): CallHead => {
  const resetSeconds = nextMidnightMs(nowMs) / 1000
  return { requestId, costCredits, remainingCredits, resetSeconds, servedBy, isVerified }
}

/** The owner of the memory that a body takes while it is read. */
const ownerOf = (caller: Authenticated | Refused): BodyOwner =>
  isRefused(caller) ? REFUSED_CALLERS : caller.entitlement.account.id

const isUnread = (body: ReadBody): body is UnreadBody => typeof body !== 'string' && !Buffer.isBuffer(body)

const isGone = (body: ReadBody): boolean => isUnread(body) && body.unread === 'gone'

const packedFailure = (body: Exclude<UnpackedBody, Buffer>): Failure => {
  if (body === 'no-room') return fail('too-many-bodies')
  return body === 'broken' ? fail('invalid-request', { reason: 'broken_gzip' }) : fail('body-too-large', body)
}
