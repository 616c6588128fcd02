import type { MethodRow } from '../../../generated/methods.js'
import type { Reply } from '../../jsonrpc/reply.js'
import { type Trouble, troubleReason } from '../../upstreams/outcome.js'
import type { Attempt } from './attempt.js'
import { type Answered, failureAfter, type RequestRefused, refusalOf, replyOf } from './forward-reply.js'

/** An answer, and the attempt that brought it. */
export interface AttemptResult {
  readonly attempt: Attempt
  readonly outcome: Answered
}

/** Whether an answer's bytes are still arriving. */
export const isArriving = ({ outcome }: AttemptResult): boolean =>
  outcome.kind === 'result' && outcome.payload.rest !== undefined

/** What the attempts at one call came to so far, none of them believed: the troubles, and the first answer that is doubted. */
export class AttemptResults {
  /** Why the network's own upstreams could not answer: the last trouble or doubt, in words from a closed list. */
  reason = 'no_upstream'
  private readonly troubles = new Set<Trouble['kind']>()
  private doubted: AttemptResult | undefined
  private refused: RequestRefused | undefined

  note(trouble: Trouble): void {
    this.troubles.add(trouble.kind)
    this.reason = troubleReason(trouble)
  }

  /** A node would not read the request. */
  refuse(outcome: RequestRefused): void {
    this.refused = outcome
  }

  /** Keeps the first doubted answer: it is an honest one, and better than none. */
  doubt(finding: AttemptResult, reason: string): void {
    this.reason = reason
    if (this.doubted === undefined) this.doubted = finding
    else finding.attempt.discard(finding.outcome)
  }

  /** The doubted answer is not needed: another answer is believed, or no caller waits. */
  discard(): void {
    this.doubted?.attempt.discard(this.doubted.outcome)
    this.doubted = undefined
  }

  /** The reply when no answer is believed: the first doubted answer, the caller's from now on, or what went wrong. */
  lastWord(row: MethodRow): AttemptResult | Reply {
    const { doubted } = this
    this.doubted = undefined
    if (doubted !== undefined) return doubted
    return this.refused === undefined ? failureAfter(this.troubles, row) : refusalOf(this.refused)
  }
}

/** The reply to say last. */
export const lastReply = (row: MethodRow, word: AttemptResult | Reply): Reply =>
  'attempt' in word ? replyOf(row, word.outcome, word.attempt) : word
