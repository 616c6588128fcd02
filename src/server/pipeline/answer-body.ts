import type { Cancellation } from '../../runtime/cancellation.js'
import { Deferred, type MaybeDeferred, mapDeferred, together, whenResolved } from '../../runtime/deferred.js'
import { SharedStopwatch } from '../../runtime/system-ports.js'
import type { TurnBudget } from '../../runtime/turns/process-budgets.js'
import type { BodyLimits, Member } from '../../wire/jsonrpc/body.js'
import { openBody } from '../../wire/jsonrpc/open-body.js'
import { firstIdOfBatch, idOfBody } from '../../wire/jsonrpc/refused-id.js'
import {
  type AnsweredBy,
  countsAsRefusal,
  type Failure,
  httpStatusOf,
  isOutage,
  isRefusal,
  type OpenedSubscription,
  type RemainingBalance,
  type Reply,
  type ServedBy,
} from '../../wire/jsonrpc/reply.js'
import { bytesOf, type Piece, type Written, writeBatch, writeReply } from '../../wire/jsonrpc/write-reply.js'
import { isRefusedSubscription, withoutRefused } from './call-subscriptions.js'
import { type Authenticated, type BodyContext, beginCall } from './stage.js'
import { type Observer, observeRefusal, statusIn } from './stages/observe.js'

const starts = new SharedStopwatch()

/** Beginning this many forwarded calls takes one or two milliseconds. */
const MEMBERS_IN_A_TURN = 20

/**
 * The answer to a whole body. `written` is undefined if there is no answer (only notifications).
 */
export interface BodyReply {
  readonly status: number
  readonly written: Written | undefined
  readonly costCredits: number
  /** The sources of the answers, each named once. */
  readonly servedBy: readonly AnsweredBy[]
  /** True if all of the partner's answers were proven. */
  readonly isVerified: boolean
  /** Balance after one of the calls; undefined if no call held credits. */
  readonly balance: RemainingBalance | undefined
  /** Calls whose refusal counts in a WebSocket's refusal rate: see `countsAsRefusal`. */
  readonly refusals: number
  /**
   * Calls that cost nothing because of the caller: refusals and notifications, but no failures of
   * nodes (5xx).
   */
  readonly freeCalls: number
  /** Calls that were refused a subscription, and are not to be repeated. */
  readonly refusedSubscriptions: number
  /** Writes the answer without them; undefined if nothing else is in it. */
  readonly withoutRefused: () => Written | undefined
  readonly openedSubscriptions: readonly OpenedSubscription[]
}

/** Dependencies of answering a body. */
export interface BodyDeps {
  /** A reload replaces them. */
  readonly limits: BodyLimits
  /** Turns of the event loop, which accounts take by their ids. */
  readonly bodyTurns: Pick<TurnBudget, 'run'>
  readonly observer: Observer
  readonly nowMs: () => number
}

/**
 * Answers a body: splits it into calls, answers each, and joins the replies in call order.
 *
 * Source  JSON-RPC 2.0, section 6 (batch)
 */
export const answerBody = (
  deps: BodyDeps,
  caller: Authenticated,
  bytes: Piece,
  cancellation: Cancellation,
): MaybeDeferred<BodyReply> => {
  const startedAtMs = deps.nowMs()
  const stopwatchStartMs = starts.readAtLeast(0)
  const isHttp = caller.transport === 'http'
  const opened = openBody(bytes, deps.limits)
  if (!('members' in opened)) {
    observeRefusal(deps.observer, caller, opened, 0, isHttp ? httpStatusOf(opened) : undefined)
    if (opened.name === 'parse-error') return refuseBody(opened)
    return isHttp ? refuseBody(opened, idOfBody(bytes)) : refuseMessage(opened, bytesOf(bytes))
  }
  const { members, isBatch } = opened
  const body = { caller, cancellation, startedAtMs, stopwatchStartMs, isOnlyCall: isHttp && !isBatch }
  if (isBatch) return answerBatch(deps, body, members)
  return mapDeferred(answerMember(deps, body, members[0]!), members[0]!, singleReply)
}

const answerBatch = (deps: BodyDeps, body: BodyContext, members: readonly Member[]): MaybeDeferred<BodyReply> => {
  const replies =
    members.length > MEMBERS_IN_A_TURN
      ? inTurns(deps, body, members)
      : together(members.map((member) => answerMember(deps, body, member)))
  return mapDeferred(replies, members, batchReply)
}

/**
 * Begins the members of a long batch in several turns of the event loop, accounts in turn.
 * Beginning a hundred calls at once would use up the time that other callers may wait.
 */
const inTurns = (
  deps: BodyDeps,
  body: BodyContext,
  members: readonly Member[],
): Deferred<readonly (Reply | undefined)[]> => {
  const out = new Deferred<readonly (Reply | undefined)[]>()
  const begun: Begun[] = []
  const accountId = body.caller.entitlement.account.id
  const beginSome = (): void => {
    try {
      const end = Math.min(begun.length + MEMBERS_IN_A_TURN, members.length)
      while (begun.length < end) begun.push(answerMember(deps, body, members[begun.length]!))
      if (begun.length < members.length) return deps.bodyTurns.run(accountId, beginSome)
    } catch (bug) {
      return out.reject(bug)
    }
    whenResolved(together(begun), { resolved: (all) => out.resolve(all), rejected: (bug) => out.reject(bug) })
  }
  deps.bodyTurns.run(accountId, beginSome)
  return out
}

/** A member's reply, or undefined for a notification, which gets no answer. */
type Begun = MaybeDeferred<Reply> | undefined

const answerMember = (deps: BodyDeps, body: BodyContext, member: Member): Begun => {
  const { caller, isOnlyCall } = body
  if (member.kind === 'call') return caller.network.current.answer(beginCall(body, member.envelope))
  if (member.kind === 'notification') return undefined
  observeRefusal(deps.observer, caller, member.failure, 0, statusIn(caller, isOnlyCall, member.failure))
  return member.failure
}

const idTextOf = (member: Member): string => {
  if (member.kind === 'call') return member.envelope.idText
  return member.kind === 'refused' ? member.idText : 'null'
}

/** Made once, as every call needs one of them. */
const SOURCES: Readonly<Record<ServedBy, readonly AnsweredBy[]>> = {
  nobody: [],
  upstream: ['upstream'],
  cache: ['cache'],
  partner: ['partner'],
}
const NOTHING_OPENED: readonly OpenedSubscription[] = []

const isFree = (reply: Reply): boolean => isRefusal(reply) && reply.costCredits === 0 && !isOutage(reply)

const nothingElse = () => undefined

/** The reply to notifications. */
const NO_ANSWER: BodyReply = {
  status: 204,
  written: undefined,
  costCredits: 0,
  servedBy: SOURCES.nobody,
  isVerified: false,
  balance: undefined,
  refusals: 0,
  freeCalls: 1,
  refusedSubscriptions: 0,
  withoutRefused: nothingElse,
  openedSubscriptions: NOTHING_OPENED,
}

const singleReply = (reply: Reply | undefined, member: Member): BodyReply => {
  if (reply === undefined) return NO_ANSWER
  const isRefused = reply.error !== undefined && isRefusedSubscription(reply, member)
  return bodyReply(reply, idTextOf(member), isRefused ? 1 : 0)
}

/** The reply to a body that is refused as a whole. */
export const refuseBody = (failure: Failure, idText = 'null'): BodyReply => bodyReply(failure, idText, 0)

/**
 * The reply to a WebSocket message that is refused as a whole. A client finds the calls that a
 * message answers by an id: that of a batch is the id of its first call.
 */
export const refuseMessage = (failure: Failure, bytes: Buffer): BodyReply => {
  const firstId = firstIdOfBatch(bytes)
  return refuseBody(failure, firstId === 'null' ? idOfBody(bytes) : firstId)
}

const bodyReply = (reply: Reply, idText: string, refusedSubscriptions: number): BodyReply => ({
  status: httpStatusOf(reply),
  written: writeReply(idText, reply),
  costCredits: reply.costCredits,
  servedBy: SOURCES[reply.servedBy],
  isVerified: reply.isVerified === true,
  balance: reply.balance,
  refusals: countsAsRefusal(reply) ? 1 : 0,
  freeCalls: isFree(reply) ? 1 : 0,
  refusedSubscriptions,
  withoutRefused: nothingElse,
  openedSubscriptions: reply.openedSubscription === undefined ? NOTHING_OPENED : [reply.openedSubscription],
})

const batchReply = (replies: readonly (Reply | undefined)[], members: readonly Member[]): BodyReply => {
  const idTexts: string[] = []
  const answered: Reply[] = []
  const servedBy: AnsweredBy[] = []
  const opened: OpenedSubscription[] = []
  /** Indexes in `answered`. */
  const refused: number[] = []
  let costCredits = 0
  let refusals = 0
  let freeCalls = 0
  let isUnproven = false
  let balance: RemainingBalance | undefined
  for (let index = 0; index < replies.length; index++) {
    const reply = replies[index]
    if (reply === undefined || isFree(reply)) freeCalls++
    if (reply === undefined) continue
    idTexts.push(idTextOf(members[index]!))
    answered.push(reply)
    costCredits += reply.costCredits
    balance ??= reply.balance
    if (reply.openedSubscription !== undefined) opened.push(reply.openedSubscription)
    if (countsAsRefusal(reply)) refusals++
    if (reply.error !== undefined && isRefusedSubscription(reply, members[index]!)) refused.push(answered.length - 1)
    if (reply.servedBy === 'partner' && reply.isVerified !== true) isUnproven = true
    if (reply.servedBy !== 'nobody' && !servedBy.includes(reply.servedBy)) servedBy.push(reply.servedBy)
  }
  return {
    status: answered.length === 0 ? 204 : 200,
    written: answered.length === 0 ? undefined : writeBatch(idTexts, answered),
    costCredits,
    servedBy,
    isVerified: servedBy.includes('partner') && !isUnproven,
    balance,
    refusals,
    freeCalls,
    refusedSubscriptions: refused.length,
    withoutRefused: () => withoutRefused(refused, idTexts, answered),
    openedSubscriptions: opened,
  }
}
