import type { MethodRow, SubscriptionKind, SubscriptionRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { type Reply, resultOf } from '../../../wire/jsonrpc/reply.js'
import type { SubscribeOutcome, WantedSubscription } from '../call-subscriptions.js'
import { deniesMethod } from '../judges/judge.js'
import type { Answerer, ChargedCall } from '../stage.js'

/** Errors of `subscribe`. */
export const subscribeErrors = declareErrors(
  'subscription-over-http',
  'too-many-subscriptions',
  'method-unavailable',
  'no-upstream',
  'bad-upstream-answer',
  'overloaded',
  'invalid-params',
)
/** Errors of `subscribe` if the subscription can resume. */
export const resumeErrors = declareErrors('resume-point-unknown')
/** Errors of methods that end a subscription, by the network's family. */
export const unsubscribeErrors = {
  evm: declareErrors('subscription-over-http', 'subscription-not-found-evm'),
  solana: declareErrors('subscription-over-http', 'subscription-not-found-solana'),
}
const { fail } = subscribeErrors

/** The number of a kind's params before its resume point. */
const PARAMS_BEFORE_RESUME_POINT = { heads: 0, logs: 1, pending: 1, node: 2 }

/**
 * Opens a subscription on the caller's WebSocket, and answers with its id.
 *
 * The reply carries the subscription, whose events follow once the connection has written it.
 * Errors  `subscription-over-http`, `too-many-subscriptions`, `method-unavailable` (no node gives
 *         such events), `no-upstream`, `bad-upstream-answer` (two nodes closed their WebSockets
 *         instead of answering), `overloaded` (no memory for its filter), `invalid-params` (too
 *         long for a node), `resume-point-unknown`, and a node's own errors, which cost as they do
 *         for other calls
 */
export const subscribe =
  (row: MethodRow, subscription: SubscriptionRow): Answerer<ChargedCall> =>
  ({ caller: { subscriptions, entitlement }, params, upstreamTime }) => {
    const { kinds, hasKindFirst } = subscription
    if (subscriptions === undefined) return fail('subscription-over-http')
    // `validate` has refused other kinds.
    const kind = kinds.find(({ name }) => !hasKindFirst || name === params[0])!
    const wanted = wantedBy(row, subscription, kind, params)
    // An error names the kind, too: other kinds of the method may be served.
    const named = hasKindFirst ? `${row.name} ${kind.name}` : row.name
    const subscribing = subscriptions.subscribe({ ...wanted, key: entitlement.key })
    return upstreamTime.during(subscribing).then((outcome) => replyTo(outcome, named))
  }

/**
 * Ends a subscription of the caller's WebSocket, and answers true. No event of it follows.
 *
 * Errors  `subscription-over-http`, and the family's error for an id that the connection does not
 *         have
 */
export const unsubscribe = (row: MethodRow): Answerer<ChargedCall> => {
  const { name, family } = row
  const notFound = (): Reply =>
    family === 'evm'
      ? unsubscribeErrors.evm.fail('subscription-not-found-evm')
      : unsubscribeErrors.solana.fail('subscription-not-found-solana')
  return ({ caller: { subscriptions }, params }) => {
    if (subscriptions === undefined) return fail('subscription-over-http')
    return subscriptions.unsubscribe(name, params[0]) ? resultOf(Buffer.from('true')) : notFound()
  }
}

const wantedBy = (
  { name, family }: MethodRow,
  subscriptionRow: SubscriptionRow,
  kind: SubscriptionKind,
  given: readonly unknown[],
): Omit<WantedSubscription, 'key'> => {
  const params = subscriptionRow.hasKindFirst ? given.slice(1) : given
  // A subscription that resumes is the same one: its resume point does not identify it.
  const own = kind.resumes ? params.slice(0, PARAMS_BEFORE_RESUME_POINT[kind.source]) : params
  const identity = JSON.stringify([kind.name, ...own.slice(0, own.findLastIndex(isGiven) + 1)])
  return {
    method: name,
    subscriptionRow,
    kind,
    params,
    identity: family === 'evm' ? identity.toLowerCase() : identity,
  }
}

/** False for a param that means the same as none. */
const isGiven = (param: unknown): boolean =>
  param !== null && param !== undefined && !(typeof param === 'object' && Object.keys(param).length === 0)

const replyTo = (outcome: SubscribeOutcome, method: string): Reply => {
  switch (outcome.kind) {
    case 'subscribed':
      return {
        ...resultOf(Buffer.from(outcome.idText)),
        servedBy: 'upstream',
        openedSubscription: outcome.subscription,
      }
    case 'node-error': {
      const { code, message, bytes } = outcome
      if (deniesMethod(code)) return fail('method-unavailable', {}, { method })
      return { error: { code, message, data: undefined }, bytes, servedBy: 'upstream', costCredits: 0 }
    }
    case 'too-many':
      return fail('too-many-subscriptions', { scope: outcome.scope, maxSubscriptions: outcome.maxSubscriptions })
    case 'not-offered':
      return fail('method-unavailable', {}, { method })
    case 'params-too-long':
      return fail('invalid-params', { path: '', keyword: 'maxLength', expected: 'Shorter params.' })
    case 'cut-off':
      return fail('bad-upstream-answer')
    case 'no-room':
      return fail('overloaded')
    case 'no-node':
      return fail('no-upstream')
    case 'resume-point-unknown':
      return resumeErrors.fail('resume-point-unknown')
  }
}
