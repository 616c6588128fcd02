import { SUBSCRIPTION_NAME } from '../../contract/subscriptions/declared.js'
import {
  afterwards,
  type Cancellation,
  Deferred,
  isPending,
  type MaybeDeferred,
  subscribe,
  together,
} from '../../runtime/deferred.js'
import { SharedStopwatch } from '../../runtime/system-ports.js'
import type { FairTurns } from '../../runtime/turns/fair-turns.js'
import type { BodyLimits, Member } from '../../wire/jsonrpc/body.js'
import { idOfBody, openBody } from '../../wire/jsonrpc/envelope.js'
import {
  type AnsweredBy,
  type Failure,
  httpStatusOf,
  isFailure,
  type Opened,
  type RemainingBalance,
  type Reply,
} from '../../wire/jsonrpc/reply.js'
import { type Piece, type Written, writeBatch, writeReply } from '../../wire/jsonrpc/write-reply.js'
import { type Authenticated, beginCall } from './stage.js'
import { type Observer, observeRefusal, statusIn } from './stages/observe.js'

const starts = new SharedStopwatch()

/** To begin so many forwarded calls takes one or two milliseconds. */
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
  /** Calls the gateway refused: counted in a WebSocket's refusal rate. */
  readonly refusals: number
  /** The calls among them that asked for a subscription that the gateway does not serve. */
  readonly refusedSubscriptions: number
  /** The subscriptions that its calls opened. */
  readonly opened: readonly Opened[]
}

/** Dependencies of answering a body. */
export interface BodyDeps {
  /** A reload replaces them. */
  readonly limits: BodyLimits
  /** Turns of the event loop, which accounts take by their ids. */
  readonly bodyTurns: Pick<FairTurns, 'run'>
  readonly observer: Observer
  readonly nowMs: () => number
}

/**
 * Answers a body: splits it into calls, answers each, and joins the replies in call order.
 *
 * `canStream`  true if a large answer may be passed on while it arrives (HTTP, one call), false if
 *              it must be whole (WebSocket)
 * Source  JSON-RPC 2.0, section 6 (batch)
 */
export const answerBody = (
  deps: BodyDeps,
  caller: Authenticated,
  bytes: Piece,
  cancellation: Cancellation,
  canStream: boolean,
): BodyReply | MaybeDeferred<BodyReply> => {
  const startedAtMs = deps.nowMs()
  const stopwatchStartMs = starts.since(0)
  const body = openBody(bytes, deps.limits)
  if (!('members' in body)) {
    observeRefusal(deps.observer, caller, body, 0, caller.transport === 'http' ? httpStatusOf(body) : undefined)
    return refuseBody(body, idOfBody(bytes))
  }
  const { members, isBatch } = body
  if (isBatch) {
    const answer = (member: Member) =>
      answerMember(deps, caller, member, cancellation, startedAtMs, stopwatchStartMs, false)
    const replies =
      members.length <= MEMBERS_IN_A_TURN ? together(members.map(answer)) : inTurns(deps, caller, members, answer)
    return afterwards(replies, members, batch)
  }
  const member = members[0]!
  const reply = answerMember(deps, caller, member, cancellation, startedAtMs, stopwatchStartMs, canStream)
  return afterwards(reply, member, single)
}

/**
 * Begins the members of a long batch in several turns of the event loop, accounts in turn: a
 * hundred forwarded calls take as long to begin as other callers' calls may wait.
 */
const inTurns = (
  { bodyTurns }: BodyDeps,
  { entitlement }: Authenticated,
  members: readonly Member[],
  answer: (member: Member) => Begun,
): Deferred<readonly (Reply | undefined)[]> => {
  const out = new Deferred<readonly (Reply | undefined)[]>()
  const begun: Begun[] = []
  const beginSome = (): void => {
    try {
      const end = Math.min(begun.length + MEMBERS_IN_A_TURN, members.length)
      while (begun.length < end) begun.push(answer(members[begun.length]!))
      if (begun.length < members.length) return bodyTurns.run(entitlement.account.id, beginSome)
    } catch (bug) {
      return out.reject(bug)
    }
    const replies = together(begun)
    if (isPending(replies))
      subscribe(replies, { settled: (all) => out.settle(all), rejected: (bug) => out.reject(bug) })
    else out.settle(replies)
  }
  bodyTurns.run(entitlement.account.id, beginSome)
  return out
}

/** A member's reply, or undefined for a notification, which gets no answer. */
type Begun = Reply | undefined | MaybeDeferred<Reply>

/** Undefined for a notification, which gets no answer. */
const answerMember = (
  deps: BodyDeps,
  caller: Authenticated,
  member: Member,
  cancellation: Cancellation,
  startedAtMs: number,
  stopwatchStartMs: number,
  canStream: boolean,
): Begun => {
  if (member.kind === 'call')
    return caller.network.current.answer(
      beginCall(caller, member.envelope, cancellation, startedAtMs, stopwatchStartMs, canStream),
    )
  if (member.kind === 'notification') return undefined
  observeRefusal(deps.observer, caller, member.failure, 0, statusIn(caller, canStream, member.failure))
  return member.failure
}

const NOTHING_OPENED: readonly Opened[] = []

/** The reply to a body that is refused as a whole. */
export const refuseBody = (failure: Failure, idText = 'null'): BodyReply => ({
  status: httpStatusOf(failure),
  written: writeReply(idText, failure),
  costCredits: 0,
  servedBy: [],
  isVerified: false,
  balance: undefined,
  refusals: 1,
  refusedSubscriptions: 0,
  opened: NOTHING_OPENED,
})

const idTextOf = (member: Member): string => {
  if (member.kind === 'call') return member.envelope.idText
  return member.kind === 'refused' ? member.idText : 'null'
}

const NOTHING_SAID: BodyReply = {
  status: 204,
  written: undefined,
  costCredits: 0,
  servedBy: [],
  isVerified: false,
  balance: undefined,
  refusals: 0,
  refusedSubscriptions: 0,
  opened: NOTHING_OPENED,
}

const isRefusedSubscription = (reply: Reply, member: Member): boolean =>
  isFailure(reply) &&
  (reply.name === 'method-not-found' || reply.name === 'method-unavailable') &&
  member.kind === 'call' &&
  SUBSCRIPTION_NAME.test(member.envelope.method)

const single = (reply: Reply | undefined, member: Member): BodyReply => {
  if (reply === undefined) {
    return { ...NOTHING_SAID }
  }
  return {
    status: httpStatusOf(reply),
    written: writeReply(idTextOf(member), reply),
    costCredits: reply.costCredits,
    servedBy: reply.servedBy === 'nobody' ? [] : [reply.servedBy],
    isVerified: reply.isVerified === true,
    balance: reply.balance,
    refusals: isFailure(reply) ? 1 : 0,
    refusedSubscriptions: isRefusedSubscription(reply, member) ? 1 : 0,
    opened: reply.opened === undefined ? NOTHING_OPENED : [reply.opened],
  }
}

const batch = (replies: readonly (Reply | undefined)[], members: readonly Member[]): BodyReply => {
  const idTexts: string[] = []
  const answered: Reply[] = []
  const servedBy: AnsweredBy[] = []
  const opened: Opened[] = []
  let costCredits = 0
  let refusals = 0
  let refusedSubscriptions = 0
  let isUnproven = false
  let balance: RemainingBalance | undefined
  for (let index = 0; index < replies.length; index++) {
    const reply = replies[index]
    if (reply === undefined) continue
    idTexts.push(idTextOf(members[index]!))
    answered.push(reply)
    costCredits += reply.costCredits
    balance ??= reply.balance
    if (reply.opened !== undefined) opened.push(reply.opened)
    if (isFailure(reply)) refusals++
    if (isRefusedSubscription(reply, members[index]!)) refusedSubscriptions++
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
    refusedSubscriptions,
    opened,
  }
}
