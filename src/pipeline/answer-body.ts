import type { Cancellation } from '../protocol/cancellation.js'
import { type Member, openBody } from '../protocol/envelope.js'
import { type Failure, httpStatusOf, isFailure, type Reply, type ServedBy } from '../protocol/reply.js'
import { joinBatch, type Written, writeReply } from '../protocol/write-reply.js'
import { type Observer, observeRefusal } from './observe.js'
import { type Answer, type Authenticated, type Opened, opened } from './stage.js'

/** The answer to a whole body. `written` is undefined when there is nothing to say (notifications only). */
export interface BodyReply {
  readonly status: number
  readonly written: Written | undefined
  readonly costCredits: number
  /** Who answered the calls, each named once. */
  readonly servedBy: readonly ServedBy[]
  /** Whether all that the partner answered was proven. */
  readonly isVerified: boolean
  /** Members the gateway refused: what a WebSocket's patience is measured by. */
  readonly refusals: number
}

/** What is needed to answer a body; the same for all of a network. */
export interface BodySetting {
  readonly limits: { readonly maxBatch: number; readonly maxDepth: number }
  readonly answer: Answer<Opened>
  readonly observer: Observer
  readonly nowMs: () => number
  /** Whether a large answer may be handed on while it arrives (HTTP, one call), or must be whole (WebSocket). */
  readonly canStream: boolean
}

/**
 * Answers a body: opens it into calls, lets each be answered by itself, and puts the replies together in the order of the calls.
 *
 * Source  JSON-RPC 2.0, section 6 (batch)
 */
export const answerBody = (
  caller: Authenticated,
  bytes: Buffer,
  cancellation: Cancellation,
  setting: BodySetting,
): BodyReply | Promise<BodyReply> => {
  const startedAtMs = setting.nowMs()
  const body = openBody(bytes, setting.limits)
  if (!('members' in body)) {
    observeRefusal(setting.observer, caller, body, 0)
    return refuseBody(body)
  }
  const answerMember = (member: Member, canStream: boolean) => {
    if (member.kind === 'notification') return undefined
    if (member.kind === 'call')
      return setting.answer(opened(caller, member.envelope, cancellation, startedAtMs, canStream))
    observeRefusal(setting.observer, caller, member.failure, 0)
    return member.failure
  }
  if (body.isBatch) {
    const replies = allOf(body.members.map((member) => answerMember(member, false)))
    return replies instanceof Promise
      ? replies.then((settled) => batch(body.members, settled))
      : batch(body.members, replies)
  }
  const member = body.members[0]!
  const reply = answerMember(member, setting.canStream)
  return reply instanceof Promise ? reply.then((settled) => single(member, settled)) : single(member, reply)
}

/** What all of them come to, in their order; at once when none has to be waited for. */
const allOf = <Value>(values: readonly (Value | Promise<Value>)[]): readonly Value[] | Promise<readonly Value[]> =>
  values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as readonly Value[])

/** The reply to a body that is refused as a whole. */
export const refuseBody = (failure: Failure, idText = 'null'): BodyReply => ({
  status: httpStatusOf(failure),
  written: writeReply(idText, failure),
  costCredits: 0,
  servedBy: [],
  isVerified: false,
  refusals: 1,
})

const idTextOf = (member: Member): string => {
  if (member.kind === 'call') return member.envelope.idText
  return member.kind === 'refused' ? member.idText : 'null'
}

const servedByOf = (replies: readonly Reply[]): ServedBy[] =>
  [...new Set(replies.map((reply) => reply.servedBy))].filter((servedBy) => servedBy !== 'nobody')

const isVerified = (replies: readonly Reply[]): boolean => {
  const fromPartner = replies.filter((reply) => reply.servedBy === 'partner')
  return fromPartner.length > 0 && fromPartner.every((reply) => reply.isVerified === true)
}

const single = (member: Member, reply: Reply | undefined): BodyReply => {
  if (reply === undefined) {
    return { status: 204, written: undefined, costCredits: 0, servedBy: [], isVerified: false, refusals: 0 }
  }
  return {
    status: httpStatusOf(reply),
    written: writeReply(idTextOf(member), reply),
    costCredits: reply.costCredits,
    servedBy: reply.servedBy === 'nobody' ? [] : [reply.servedBy],
    isVerified: reply.isVerified === true,
    refusals: isFailure(reply) ? 1 : 0,
  }
}

const batch = (members: readonly Member[], replies: readonly (Reply | undefined)[]): BodyReply => {
  const answered: Reply[] = []
  const written: Written[] = []
  for (const [index, reply] of replies.entries()) {
    if (reply === undefined) continue
    answered.push(reply)
    written.push(writeReply(idTextOf(members[index]!), reply))
  }
  return {
    status: written.length === 0 ? 204 : 200,
    written: written.length === 0 ? undefined : joinBatch(written),
    costCredits: answered.reduce((sum, reply) => sum + reply.costCredits, 0),
    servedBy: servedByOf(answered),
    isVerified: isVerified(answered),
    refusals: answered.filter(isFailure).length,
  }
}
