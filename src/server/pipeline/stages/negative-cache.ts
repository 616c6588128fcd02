import { createHash } from 'node:crypto'
import type { MethodRow } from '../../../../generated/methods.js'
import { type Failure, isFailure, type NodeErrorReply, type Reply } from '../../../wire/jsonrpc/reply.js'
import { readBlockRange } from '../../networks/block-parameter.js'
import { TOO_MANY_RESULTS } from '../../upstreams/dialects/evm.js'
import type { Answerer, Call } from '../stage.js'

const KEPT_MS = 60_000
const MAX_KEPT = 10_000
/** Longer node errors are not kept, which bounds the total size. */
const MAX_ERROR_BYTES = 1_024

type KeptRefusal = Failure | NodeErrorReply

/**
 * Repeats a refusal for too many results from memory, free of charge, if it cannot have changed.
 *
 * viem repeats every -32005 three times and cast eight times; no caller should pay twice for one
 * answer.
 * Kept    a minute, by key, network and params, if the range begins at a fixed block: later blocks
 *         only add results. The gateway's and the nodes' refusals, but not `not_verified`. At most
 *         10,000; the oldest are dropped
 * Source  docs/specification.md, "Credits"; docs/caching.md
 */
export const negativeCache = (row: MethodRow, nowMs: () => number, next: Answerer<Call>): Answerer<Call> => {
  const kept = new Map<string, { readonly refusal: KeptRefusal; readonly untilMs: number }>()
  const known = (call: Call): KeptRefusal | undefined => {
    const now = nowMs()
    for (const [name, { untilMs }] of kept) {
      // Limits entries to a minute even if the clock was set back.
      if (untilMs > now && untilMs <= now + KEPT_MS) break
      kept.delete(name)
    }
    return kept.size > 0 && beginsFixed(row, call.params) ? kept.get(nameOf(call))?.refusal : undefined
  }
  const keep = (call: Call, refusal: KeptRefusal): void => {
    const name = nameOf(call)
    kept.delete(name)
    kept.set(name, { refusal, untilMs: nowMs() + KEPT_MS })
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  }
  return async (call) => {
    const again = kept.size === 0 ? undefined : known(call)
    if (again !== undefined) return { ...again }
    const reply = await next(call)
    if (reply.error !== undefined && reply.costCredits > 0 && beginsFixed(row, call.params)) {
      const refusal = repeatable(reply)
      if (refusal !== undefined) keep(call, refusal)
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

/** The part of a refusal that callers see. */
const repeatable = (reply: Exclude<Reply, { error?: undefined }>): KeptRefusal | undefined => {
  const { error } = reply
  const from = { servedBy: 'cache', costCredits: 0 } as const
  if (isFailure(reply)) {
    const isVerified = (error.data as { readonly reason?: string } | undefined)?.reason !== 'not_verified'
    return reply.name === 'too-many-results' && isVerified ? { error, name: reply.name, ...from } : undefined
  }
  const { bytes } = reply
  if (bytes.length > MAX_ERROR_BYTES || reply.servedBy === 'partner' || !TOO_MANY_RESULTS.test(error.message)) return
  // A copy: the bytes may be a slice of a large buffer.
  return { error, bytes: Buffer.from(bytes), ...from }
}

const nameOf = (call: Call): string =>
  `${call.caller.entitlement.key.id} ${createHash('sha256').update(call.paramsBytes).digest('base64')}`
