import { createHash } from 'node:crypto'
import type { MethodRow } from '../../../../generated/methods.js'
import { type Failure, isFailure, type NodeErrorReply, type Reply } from '../../../wire/jsonrpc/reply.js'
import { readBlockRange } from '../../networks/block-parameter.js'
import { TOO_MANY_RESULTS } from '../../upstreams/dialects/evm.js'
import type { Answerer, Call } from '../stage.js'

const KEPT_MS = 60_000
/** Time for a refusal whose suggested range is missing: another query may find one. */
const UNVERIFIED_KEPT_MS = 10_000
const MAX_KEPT = 10_000
/** Longer node errors are not kept, which bounds the total size. */
const MAX_ERROR_BYTES = 1_024

type KeptRefusal = Failure | NodeErrorReply

interface KeptEntry {
  readonly accountId: string
  readonly refusal: KeptRefusal
  readonly untilMs: number
}

/** True for an entry to be repeated: for a minute at most, even if the clock was set back. */
const isLive = ({ untilMs }: KeptEntry, now: number): boolean => untilMs > now && untilMs <= now + KEPT_MS

/**
 * Refusals by their question (key and params), oldest first. Of too many, the account that has most
 * loses its oldest.
 */
class KeptRefusals {
  private readonly kept = new Map<string, KeptEntry>()
  private readonly counts = new Map<string, number>()

  get size(): number {
    return this.kept.size
  }

  get(question: string, now: number): KeptRefusal | undefined {
    const kept = this.kept.get(question)
    return kept !== undefined && isLive(kept, now) ? kept.refusal : undefined
  }

  set(question: string, kept: KeptEntry): void {
    this.delete(question)
    this.kept.set(question, kept)
    this.counts.set(kept.accountId, (this.counts.get(kept.accountId) ?? 0) + 1)
    if (this.kept.size > MAX_KEPT) this.deleteOldestOfLargest()
  }

  /** Deletes the oldest up to the first that is still to be repeated. */
  deleteExpired(now: number): void {
    for (const [question, kept] of this.kept) {
      if (isLive(kept, now)) break
      this.delete(question)
    }
  }

  private delete(question: string): void {
    const kept = this.kept.get(question)
    if (kept === undefined) return
    this.kept.delete(question)
    const left = this.counts.get(kept.accountId)! - 1
    if (left > 0) this.counts.set(kept.accountId, left)
    else this.counts.delete(kept.accountId)
  }

  private deleteOldestOfLargest(): void {
    let largest = ''
    let most = 0
    for (const [accountId, count] of this.counts) if (count > most) [largest, most] = [accountId, count]
    for (const [question, { accountId }] of this.kept) if (accountId === largest) return this.delete(question)
  }
}

/**
 * Repeats a refusal for too many results from memory, free of charge, if it cannot have changed.
 *
 * viem repeats every -32005 three times and cast eight times; no caller should pay twice for one
 * answer.
 * Kept    a minute, by key, network and params, if the range begins at a fixed block: later blocks
 *         only add results. The gateway's and the nodes' refusals; `not_verified` ten seconds
 * Bounds  10,000 refusals; above, the account that has most loses its oldest
 * Source  docs/specification.md, "Credits"; docs/caching.md
 */
export const negativeCache = (row: MethodRow, nowMs: () => number, next: Answerer<Call>): Answerer<Call> => {
  const kept = new KeptRefusals()
  const known = (call: Call): KeptRefusal | undefined => {
    const now = nowMs()
    kept.deleteExpired(now)
    return kept.size > 0 && beginsFixed(row, call.params) ? kept.get(questionOf(call), now) : undefined
  }
  return async (call) => {
    const again = kept.size === 0 ? undefined : known(call)
    if (again !== undefined) return { ...again }
    const reply = await next(call)
    if (reply.error !== undefined && reply.costCredits > 0 && beginsFixed(row, call.params)) {
      const refusal = repeatable(reply)
      const accountId = call.caller.entitlement.account.id
      const keptMs = isUnverified(reply) ? UNVERIFIED_KEPT_MS : KEPT_MS
      if (refusal !== undefined) kept.set(questionOf(call), { accountId, refusal, untilMs: nowMs() + keptMs })
    }
    return reply
  }
}

/** True if the result can only grow: the call names a block hash, or begins at a fixed block. */
const beginsFixed = ({ position, finality }: MethodRow, params: readonly unknown[]): boolean => {
  const { from, hash } = readBlockRange(position, params)
  if (hash !== undefined || from?.kind === 'number') return true
  return from === undefined ? finality === 'constant' : from.kind === 'tag' && from.tag === 'earliest'
}

const isUnverified = ({ error }: Reply): boolean =>
  (error?.data as { readonly reason?: string } | undefined)?.reason === 'not_verified'

/** Makes the reply that repeats a refusal; undefined if the call must be asked each time. */
const repeatable = (reply: Exclude<Reply, { error?: undefined }>): KeptRefusal | undefined => {
  const { error } = reply
  const from = { servedBy: 'cache', costCredits: 0 } as const
  if (isFailure(reply)) return reply.name === 'too-many-results' ? { error, name: reply.name, ...from } : undefined
  const { bytes } = reply
  if (
    bytes === undefined ||
    bytes.length > MAX_ERROR_BYTES ||
    reply.servedBy === 'partner' ||
    !TOO_MANY_RESULTS.test(error.message)
  )
    return
  // A copy: the bytes may be a slice of a large buffer.
  return { error, bytes: Buffer.from(bytes), ...from }
}

const questionOf = (call: Call): string =>
  `${call.caller.entitlement.key.id} ${createHash('sha256').update(call.paramsJson).digest('base64')}`
