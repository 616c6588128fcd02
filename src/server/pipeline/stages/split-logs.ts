import type { MethodRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { type Failure, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { Pool } from '../../upstreams/pool.js'
import { type AskPart, PartsFetch } from '../logs/fetch-parts.js'
import { type LogRange, rangeWriter, reachable, resolveRange, type TagReader } from '../logs/log-range.js'
import type { Answerer, ChargedCall } from '../stage.js'
import { isThrottled } from './throttle.js'

/** Errors of `splitLogs` itself. */
export const splitErrors = declareErrors('block-range-too-wide', 'no-upstream')
const { fail } = splitErrors
const EVERYTHING = Number.POSITIVE_INFINITY

export interface SplitDeps extends TagReader {
  readonly pool: Pick<Pool, 'widestBlockRange' | 'upstreams'>
  /** Maximum number of parts of one query. */
  readonly maxParts: number
}

/**
 * Splits a log query that is wider than any upstream accepts, fetches the parts in parallel and
 * joins the answers.
 *
 * A range named by tags is asked by numbers, so that its width is known. All or nothing, within the
 * call's time limit; if the upstreams that accept the range do not answer, it is retried in
 * narrower parts for the others. Queries by block hash are never split; if a range is invalid or
 * cannot be resolved, the call is passed on unchanged and a node judges it. Parts may come from
 * different nodes: only finalized blocks certainly belong to one chain.
 * Errors  `block-range-too-wide` (free of charge) if the range always needs more than `maxParts`;
 *         the errors of the parts
 * Source  docs/upstreams.md, "When upstreams fail"; limits of providers: docs/wire-facts.md,
 *         section 2
 */
export const splitLogs = (row: MethodRow, deps: SplitDeps, next: Answerer<ChargedCall>): Answerer<ChargedCall> => {
  const { pool, maxParts } = deps
  const widestConfigured = Math.max(...pool.upstreams.map(({ maxBlockRange }) => maxBlockRange ?? EVERYTHING))

  const askParts = async (call: ChargedCall, range: LogRange, widest: number): Promise<Reply> => {
    const width = BigInt(widest)
    const to = await call.upstreamTime.during(reachable(range, width, call, deps))
    const count = Number((to - range.from) / width) + 1
    if (count > maxParts) return tooWide(row, Number(to - range.from + 1n), maxParts * widestConfigured)
    const write = rangeWriter(row, call)
    const askPart: AskPart = (index, work) => {
      const start = range.from + BigInt(index) * width
      const end = index === count - 1 ? to : start + width - 1n
      return next({ ...call, ...write(start, end), work })
    }
    const { share } = call.caller.entitlement
    const parts = new PartsFetch(count, row.maxResults ?? Number.POSITIVE_INFINITY, askPart, share)
    return parts.run(call.work)
  }

  return async (call) => {
    const range = await call.upstreamTime.during(resolveRange(row, call, deps))
    if (range === undefined || range.from > range.to) return next(call)
    const blocks = Number(range.to - range.from + 1n)
    let width = pool.widestBlockRange() ?? EVERYTHING
    let reply: Reply
    // By numbers, so that a moving head does not make the range wider than the upstream accepts.
    if (blocks > width) reply = await askParts(call, range, width)
    else reply = await next(range.hasTag ? { ...call, ...rangeWriter(row, call)(range.from, range.to) } : call)
    while (isUnanswered(reply) && !call.work.isCancelled) {
      width = nextNarrower(pool, Math.min(width, blocks))
      if (width === 0) return reply
      reply = after(reply, await askParts(call, range, width))
    }
    return reply
  }
}

/** Adds an earlier try's partner to the reply of the next try. */
const after = ({ failedOver }: Reply, reply: Reply): Reply => {
  if (failedOver !== undefined) reply.failedOver = failedOver
  return reply
}

/** True if no asked upstream answered, unless time was up. */
const isUnanswered = (reply: Reply): boolean =>
  isFailure(reply) && (reply.name === 'no-upstream' || reply.name === 'bad-upstream-answer' || isThrottled(reply))

/** The widest limit below `width`, of an upstream not asked yet; 0 if there is no such upstream. */
const nextNarrower = (pool: SplitDeps['pool'], width: number): number =>
  pool.upstreams.reduce((widest, { maxBlockRange, health }) => {
    const isNext = maxBlockRange !== undefined && maxBlockRange < width && maxBlockRange > widest
    return isNext && health.isUsable ? maxBlockRange : widest
  }, 0)

/**
 * Refuses a range with too many parts. Clients know this error from providers, and narrow the
 * range; on -32005 they would repeat it. If an upstream that accepts more is down, the error is
 * `no-upstream`.
 */
const tooWide = ({ position }: MethodRow, blocks: number, limit: number): Failure =>
  blocks <= limit
    ? fail('no-upstream')
    : fail('block-range-too-wide', {
        path: position.kind === 'none' ? '' : `/${position.param}`,
        keyword: 'maxBlockRange',
        expected: `A range of at most ${limit} blocks.`,
        blocks,
        limit,
      })
