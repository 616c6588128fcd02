import type { MethodRow } from '../../../generated/methods.js'
import { declareErrors } from '../../jsonrpc/declared-errors.js'
import type { Failure, Reply, ResultReply } from '../../jsonrpc/reply.js'
import { isNotConnected, isOwnLimit, type Outcome, REQUEST_TOO_LARGE, type Trouble } from '../../upstreams/outcome.js'
import { timeoutFailure } from '../timeout-failure.js'
import type { Attempt } from './attempt.js'
import type { ForwardPolicy } from './forward-policy.js'

/** What forwarding answers with, besides the time-out error of the method. */
export const forwardErrors = declareErrors(
  'no-upstream',
  'bad-upstream-answer',
  'overloaded',
  'answer-too-large',
  'request-too-large',
  'method-unavailable',
)
const { fail } = forwardErrors

/** What forwarding answers with where a method writes. */
export const writeErrors = declareErrors('write-outcome-unknown')

/** What forwarding answers with where the contract limits the number of results. */
export const resultErrors = declareErrors('too-many-results')

/** What an upstream can have said to a call; the other outcomes are about the attempt. */
export type Answered = Extract<Outcome, { kind: 'result' | 'node-error' | 'too-many-results' | 'answer-too-large' }>

/** A node would not read what was sent. */
export type RequestRefused = Extract<Outcome, { kind: 'request-refused' }>

/** The reply that an upstream's answer makes, byte for byte. */
export const replyOf = (
  row: MethodRow,
  outcome: Answered,
  { upstream, finalized }: Attempt,
  isVerified = false,
): Reply => {
  const servedBy = upstream.isPartner ? 'partner' : 'upstream'
  if (outcome.kind === 'result') {
    const reply: ResultReply = {
      result: outcome.payload,
      servedBy,
      upstream: upstream.name,
      costCredits: 0,
      finalized,
      upstreamMs: 0,
      balance: undefined,
    }
    if (isVerified) reply.isVerified = true
    if (outcome.isGap) reply.isGap = true
    return reply
  }
  const from = { servedBy, upstream: upstream.name, costCredits: 0, finalized } as const
  switch (outcome.kind) {
    case 'node-error':
      return { ...from, error: { code: outcome.code, message: outcome.message, data: undefined }, bytes: outcome.bytes }
    case 'too-many-results':
      return {
        ...resultErrors.fail('too-many-results', { from: null, to: null, limit: row.maxResults ?? 0 }),
        surplus: { first: outcome.first, last: outcome.last },
        ...from,
      }
    case 'answer-too-large':
      return { ...fail('answer-too-large'), ...from }
  }
}

/** What to say of a request that nodes would not read. */
export const refusalOf = ({ reason }: RequestRefused): Failure =>
  fail(reason === REQUEST_TOO_LARGE ? 'request-too-large' : 'bad-upstream-answer')

/** What is said where every node says that it does not have the method. */
export const methodUnavailable = (row: MethodRow): Failure => fail('method-unavailable', {}, { method: row.name })

/** The node did not take it: RFC 6585, section 4. */
const RATE_LIMITED = 'http_429'

/** Whether a call is a write that was not answered, and may have reached the node, so that no other one may be asked. */
export const isLostWrite = (
  { row }: Pick<ForwardPolicy, 'row'>,
  attempt: Pick<Attempt, 'isSent'> | undefined,
  outcome: Outcome,
): boolean => {
  if (row.effect !== 'write' || attempt?.isSent !== true) return false
  if (outcome.kind !== 'unreachable') return true
  const { reason } = outcome
  return !isNotConnected(reason) && !isOwnLimit(reason) && reason !== RATE_LIMITED
}

/** What is said of a write whose answer is lost: neither that it was made, nor that it was not. */
export const lostWrite = (): Failure => writeErrors.fail('write-outcome-unknown')

/** What is said where there is no room for an answer. */
export const unheld = (...of: Parameters<typeof isLostWrite>): Failure =>
  isLostWrite(...of) ? lostWrite() : fail('overloaded')

/** The most useful of what went wrong: too slow, then unusable, then not there. */
export const failureAfter = (kinds: ReadonlySet<Trouble['kind']> | undefined, row: MethodRow): Failure => {
  if (kinds?.has('timed-out')) return timeoutFailure(row)
  return fail(kinds?.has('unusable') ? 'bad-upstream-answer' : 'no-upstream')
}
