import { Cancellation } from '../../../runtime/cancellation.js'
import type { MaybeDeferred } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import {
  type FailedOver,
  isFailure,
  type Payload,
  type Reply,
  type ResultReply,
  releaseReply,
  type Surplus,
} from '../../../wire/jsonrpc/reply.js'
import { elementAt, joinArrays } from './join-arrays.js'

/** Errors of joining parts, besides the errors of the parts. */
export const partsErrors = declareErrors('bad-upstream-answer', 'too-many-results')
const { fail } = partsErrors

/** Parts of one query asked at a time: more would let one caller use a provider's whole rate. */
const PARTS_AT_ONCE = 4

export type AskPart = (index: number, cancellation: Cancellation) => MaybeDeferred<Reply>

/**
 * Fetches the parts of one query, several at a time, in order, and joins them into one reply.
 *
 * All or nothing: the first part that fails cancels the others, and its error is the reply. If the
 * parts so far exceed `maxElements`, the later parts are cancelled, and the reply is
 * `too-many-results` with the first element and the one over the limit. The bytes of unused answers
 * are released.
 */
export class PartsFetch {
  private readonly cancellations: Cancellation[] = []
  private readonly replies: (Reply | undefined)[] = []
  /** Parts that matter: all, or those up to the part that exceeds `maxElements`. */
  private needed: number
  private begun = 0
  private failure: Reply | undefined
  /** From the first part sent to a partner, whatever the outcome. */
  private failedOver: FailedOver | undefined
  /** True once a part is not free, even one that was cancelled: then the query is not. */
  private isCostly = false
  private isOver = false

  constructor(
    count: number,
    private readonly maxElements: number,
    private readonly ask: AskPart,
    /** The owner of its turns of the event loop. */
    private readonly owner: unknown,
  ) {
    this.needed = count
  }

  async run(cancellation: Cancellation): Promise<Reply> {
    const ignoreCancel = cancellation.onCancel(() => this.cancelFrom(0))
    let reply: Reply
    try {
      await Promise.all(Array.from({ length: Math.min(PARTS_AT_ONCE, this.needed) }, () => this.work(cancellation)))
      reply = this.failure ?? (await this.reply())
    } catch (bug) {
      this.giveUp()
      throw bug
    } finally {
      ignoreCancel()
    }
    if (this.failedOver !== undefined) reply.failedOver = this.failedOver
    if (isFailure(reply) && this.isCostly) reply.isFree = false
    return reply
  }

  private async work(caller: Cancellation): Promise<void> {
    while (!this.isOver && this.begun < this.needed) {
      const index = this.begun++
      const cancellation = new Cancellation()
      this.cancellations[index] = cancellation
      if (caller.isCancelled) cancellation.cancel()
      this.take(index, await this.ask(index, cancellation))
    }
  }

  private take(index: number, reply: Reply): void {
    this.failedOver ??= reply.failedOver
    this.isCostly ||= !isFailure(reply) || reply.isFree !== true
    if (this.isOver || index >= this.needed) return releaseReply(reply)
    if (reply.error === undefined ? isArray(reply.result) : isTooMany(reply)) {
      this.replies[index] = reply
      return this.trim()
    }
    this.failure = reply.error === undefined ? fail('bad-upstream-answer') : reply
    if (this.failure !== reply) releaseReply(reply)
    this.giveUp()
  }

  /** Drops the parts after the one that exceeds `maxElements`. */
  private trim(): void {
    let sum = 0
    for (let index = 0; index < this.needed; index++) {
      const reply = this.replies[index]
      if (reply !== undefined) sum += this.countOf(reply)
      if (sum <= this.maxElements) continue
      this.needed = index + 1
      this.dropFrom(this.needed)
      return
    }
  }

  /** A part that exceeded the limit alone counts as one more than the limit. */
  private countOf(reply: Reply): number {
    return reply.error === undefined ? (reply.result.elements ?? 0) : this.maxElements + 1
  }

  private async reply(): Promise<Reply> {
    const replies = this.replies as Reply[]
    const last = replies[this.needed - 1]!
    const before = replies.slice(0, this.needed - 1).reduce((sum, reply) => sum + this.countOf(reply), 0)
    const from = { servedBy: last.servedBy, upstream: namesOf(replies), costCredits: 0 }
    if (before + this.countOf(last) <= this.maxElements) return { ...joined(replies as ResultReply[]), ...from }
    const first = replies.find((reply) => this.countOf(reply) > 0)!
    const surplus = {
      first: isTooMany(first) ? boundsOf(first).first : await elementAt((first as ResultReply).result, 0, this.owner),
      last: isTooMany(last)
        ? tooMany(last, before)
        : await elementAt((last as ResultReply).result, this.maxElements - before, this.owner),
    }
    this.dropFrom(0)
    return { ...fail('too-many-results', { from: null, to: null, limit: this.maxElements }), surplus, ...from }
  }

  private giveUp(): void {
    this.isOver = true
    this.dropFrom(0)
  }

  private dropFrom(first: number): void {
    this.cancelFrom(first)
    for (const reply of this.replies.splice(first)) if (reply !== undefined) releaseReply(reply)
  }

  private cancelFrom(first: number): void {
    for (const cancellation of this.cancellations.slice(first)) cancellation?.cancel()
  }
}

const isArray = ({ chunks, rest }: Payload): boolean => rest === undefined && chunks[0]?.[0] === 0x5b

const isTooMany = (reply: Reply): boolean => isFailure(reply) && reply.name === 'too-many-results'

const boundsOf = (reply: Reply): Partial<Surplus> => (isFailure(reply) ? (reply.surplus ?? {}) : {})

/**
 * The element over the limit, from a part that exceeded it alone and whose bytes are gone. If other
 * elements precede it, the exact one is unknown, so the part's first element is the safe bound.
 */
const tooMany = (reply: Reply, before: number): unknown => (before > 0 ? boundsOf(reply).first : boundsOf(reply).last)

const namesOf = (replies: readonly Reply[]): string =>
  [...new Set(replies.map(({ upstream }) => upstream ?? ''))].filter((name) => name !== '').join(', ')

/** Joins the parts into one result. Its final block is the lowest of all parts. */
const joined = (replies: readonly ResultReply[]): ResultReply => {
  const finals = replies.map(({ finalized }) => finalized)
  const finalized = finals.reduce((least, next) =>
    // biome-ignore lint/complexity/useMathMinMax: Math.min knows no bigint
    least === undefined || next === undefined ? undefined : next < least ? next : least,
  )
  return {
    result: joinArrays(replies.map(({ result }) => result)),
    servedBy: 'upstream',
    costCredits: 0,
    ...(finalized === undefined ? {} : { finalized }),
  }
}
