import { LastKey } from '../accounts/key-text.js'
import { UNKNOWN_CALLERS } from '../http/server/body-budget.js'
import type { HttpExchange, ReadBody } from '../http/server/handler.js'
import type { BodyText } from '../jsonrpc/body.js'
import { idOfBody } from '../jsonrpc/envelope.js'
import { type Failure, fail, httpStatusOf } from '../jsonrpc/reply.js'
import { answerBody, type BodyReply, refuseBody } from '../pipeline/batch.js'
import type { Arrival, Authenticated } from '../pipeline/stage.js'
import type { Refused } from '../pipeline/stages/authenticate.js'
import { observeRefusal } from '../pipeline/stages/observe.js'
import { Cancellation } from '../runtime/cancellation.js'
import { isReady, type Subscriber, subscribe } from '../runtime/deferred.js'
import { admit, isRefused, type ListenerContext } from './listener-context.js'
import { allowedOriginOf, callHead } from './reply-head.js'
import { isUnread, ownerOf, packedFailure, unreadFailure, wantedBytes } from './request-body.js'

const NO_FIELDS: readonly string[] = []
/** RFC 9110, section 15.5.16: what a body may be encoded with. */
const TAKEN_CODINGS: readonly string[] = ['Accept-Encoding', 'gzip, identity']

/** Answers a call or a batch that came by POST: the key is judged, the body read, and the pipeline asked. */
export const handleCall = (context: ListenerContext, exchange: HttpExchange, arrival: Arrival): void => {
  const startedMs = context.nowMs()
  const { maxBodyBytes } = context.limits()
  // The key is judged first; of a refused caller's body as much is read as is looked at for the id that the refusal should carry.
  const { memo } = exchange
  const caller = admit(context, arrival, memo instanceof LastKey ? memo : undefined)
  if (caller instanceof Promise) {
    const body = exchange.readBody(maxBodyBytes, UNKNOWN_CALLERS)
    const found = caller.then((known) => {
      exchange.boundBody(wantedBytes(exchange, known, maxBodyBytes), ownerOf(known))
      return known
    })
    return answerLater(context, exchange, arrival, found, body, startedMs)
  }
  const body = exchange.readBody(wantedBytes(exchange, caller, maxBodyBytes), ownerOf(caller))
  if (body instanceof Promise) answerLater(context, exchange, arrival, caller, body, startedMs)
  else answerCall(context, exchange, arrival, caller, body, startedMs)
}

const answerLater = (
  context: ListenerContext,
  exchange: HttpExchange,
  arrival: Arrival,
  caller: Authenticated | Refused | Promise<Authenticated | Refused>,
  body: ReadBody | Promise<ReadBody>,
  startedMs: number,
): void => {
  Promise.all([caller, body])
    .then(([found, read]) => answerCall(context, exchange, arrival, found, read, startedMs))
    .catch((bug: unknown) => giveUp(context, exchange, arrival, bug))
}

const answerCall = (
  context: ListenerContext,
  exchange: HttpExchange,
  arrival: Arrival,
  caller: Authenticated | Refused,
  body: ReadBody,
  startedMs: number,
): void => {
  // Gone perhaps while the key was looked up: the exchange does not report it again.
  if (body === 'gone' || exchange.isGone) return
  if (isRefused(caller)) {
    const { entitlement } = caller
    const known = entitlement === undefined ? arrival : { ...arrival, entitlement }
    return refuseCall(context, exchange, known, caller, body, startedMs)
  }
  if (exchange.isEncoded && !exchange.isGzip) {
    return refuseCall(context, exchange, caller, fail('unsupported-content-encoding'), body, startedMs, TAKEN_CODINGS)
  }
  if (isUnread(body)) return refuseCall(context, exchange, caller, unreadFailure(context, body), body, startedMs)
  if (exchange.isEncoded) return answerPacked(context, exchange, caller, body, startedMs)
  ask(context, exchange, caller, body)
}

/** Answers a caller whose body is packed, once it is unpacked. */
const answerPacked = (
  context: ListenerContext,
  exchange: HttpExchange,
  caller: Authenticated,
  packed: Buffer | BodyText,
  startedMs: number,
): void => {
  exchange
    .unpackBody(packed, context.limits().maxBodyBytes, ownerOf(caller))
    .then((body) => {
      if (exchange.isGone) return
      if (Buffer.isBuffer(body)) ask(context, exchange, caller, body)
      else refuseCall(context, exchange, caller, packedFailure(body), packed, startedMs)
    })
    .catch((bug: unknown) => giveUp(context, exchange, caller, bug))
}

const ask = (
  context: ListenerContext,
  exchange: HttpExchange,
  caller: Authenticated,
  body: Buffer | BodyText,
): void => {
  const cancellation = new Cancellation()
  exchange.cancelWhenGone(cancellation)
  try {
    const reply = answerBody(context, caller, body, cancellation, true)
    if (isReady(reply)) subscribe(reply, new Answering(context, exchange, caller))
    else sendAnswer(context, exchange, caller, reply)
  } catch (bug) {
    giveUp(context, exchange, caller, bug)
  }
}

/** A caller that waits for the answer. */
class Answering implements Subscriber<BodyReply> {
  constructor(
    private readonly context: ListenerContext,
    private readonly exchange: HttpExchange,
    private readonly caller: Authenticated,
  ) {}

  settled(reply: BodyReply): void {
    sendAnswer(this.context, this.exchange, this.caller, reply)
  }

  rejected(bug: unknown): void {
    giveUp(this.context, this.exchange, this.caller, bug)
  }
}

/**
 * Sends with what is left of the account's credits. The reply knows where credits were held for it; else the ledger is asked, for which the
 * first reply to an account on a day has to wait.
 */
const sendAnswer = (
  context: ListenerContext,
  exchange: HttpExchange,
  caller: Authenticated,
  reply: BodyReply,
  more = NO_FIELDS,
): void => {
  try {
    const remaining = reply.balance?.remainingCredits() ?? context.remainingCredits(caller.entitlement)
    if (remaining instanceof Promise) sendWhenKnown(context, exchange, caller, reply, remaining, more)
    else send(exchange, caller, reply, callHead(caller.requestId, reply, remaining, context.nowMs()), more)
  } catch (bug) {
    giveUp(context, exchange, caller, bug)
  }
}

const sendWhenKnown = (
  context: ListenerContext,
  exchange: HttpExchange,
  caller: Authenticated,
  reply: BodyReply,
  remaining: Promise<number | undefined>,
  more: readonly string[],
): void => {
  remaining
    .then((known) => send(exchange, caller, reply, callHead(caller.requestId, reply, known, context.nowMs()), more))
    .catch((bug: unknown) => giveUp(context, exchange, caller, bug))
}

const refuseCall = (
  context: ListenerContext,
  exchange: HttpExchange,
  arrival: Arrival | Authenticated,
  failure: Failure,
  body: Exclude<ReadBody, 'gone'>,
  startedMs: number,
  more = NO_FIELDS,
): void => {
  const nowMs = context.nowMs()
  observeRefusal(context.observer, arrival, failure, nowMs - startedMs, httpStatusOf(failure))
  const reply = refuseBody(failure, isUnread(body) ? undefined : idOfBody(body))
  if ('entitlement' in arrival) sendAnswer(context, exchange, arrival, reply, more)
  else send(exchange, arrival, reply, callHead(arrival.requestId, reply, undefined, nowMs), more)
}

const send = (
  exchange: HttpExchange,
  { network, origin }: Arrival,
  reply: BodyReply,
  call: ReturnType<typeof callHead>,
  more = NO_FIELDS,
): void => {
  const allowedOrigin = allowedOriginOf(network.corsOrigins, origin)
  exchange.reply({ status: reply.status, call, allowedOrigin, more }, reply.written)
}

const giveUp = (context: ListenerContext, exchange: HttpExchange, arrival: Arrival, bug: unknown): void => {
  context.observer.bug(bug, arrival.requestId)
  exchange.abort()
}
