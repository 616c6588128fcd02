import type { MethodRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { type Failure, isFailure, type Reply } from '../../../wire/jsonrpc/reply.js'
import type { Pool } from '../../upstreams/pool.js'
import { PartsFetch } from '../logs/fetch-parts.js'
import { type LogRange, rangeWriter, reachable, resolveRange, type TagReader } from '../logs/log-range.js'
import type { Answer, ChargedCall } from '../stage.js'

/** What `splitLogs` itself answers with. */
export const splitErrors = declareErrors('block-range-too-wide', 'no-upstream')
const { fail } = splitErrors
const EVERYTHING = Number.POSITIVE_INFINITY

/** What splitting a network's log queries needs. */
export interface SplitDeps extends TagReader {
  readonly pool: Pick<Pool, 'widestBlockRange' | 'upstreams'>
  /** Parts that one query is cut into at most. */
  readonly maxParts: number
}

/**
 * Cuts a log query into parts where it is wider than any upstream takes, has them answered side by
 * side and joins the answers.
 *
 * A range named by tags is asked by numbers, so that its width is known. All or nothing, within the
 * call's one time limit; when the upstreams that take such a range do not answer, it is tried in
 * the narrower parts that others take. Queries by block hash are never cut; where a range cannot be
 * resolved, or is none, the call goes on as it is and a node judges it. Parts may come from
 * different nodes: only finalized blocks are surely of one chain.
 * Errors  `block-range-too-wide` (free of charge) when it would always take more than `maxParts`;
 *         whatever a part is answered with
 * Source  docs/upstreams.md, "When upstreams fail"; limits of providers: docs/wire-facts.md,
 *         section 2
 */
export const splitLogs = (row: MethodRow, deps: SplitDeps, next: Answer<ChargedCall>): Answer<ChargedCall> => {
  const { pool, maxParts } = deps
  const widestConfigured = Math.max(...pool.upstreams.map(({ maxBlockRange }) => maxBlockRange ?? EVERYTHING))

  const askParts = async (call: ChargedCall, range: LogRange, widest: number): Promise<Reply> => {
    const width = BigInt(widest)
    const to = await reachable(range, width, call, deps)
    const count = Number((to - range.from) / width) + 1
    if (count > maxParts) return tooWide(row, Number(to - range.from + 1n), maxParts * widestConfigured)
    const write = rangeWriter(row, call)
    const parts = new PartsFetch(count, row.maxResults ?? Number.POSITIVE_INFINITY, (index, work) => {
      const start = range.from + BigInt(index) * width
      const end = index === count - 1 ? to : start + width - 1n
      return next({ ...call, ...write(start, end), work })
    })
    return parts.run(call.work)
  }

  return async (call) => {
    const range = await resolveRange(row, call, deps)
    if (range === undefined || range.from > range.to) return next(call)
    const blocks = Number(range.to - range.from + 1n)
    let width = pool.widestBlockRange() ?? EVERYTHING
    let reply: Reply
    // By numbers, so that a head that moves on does not make it wider than the asked upstream
    // takes.
    if (blocks > width) reply = await askParts(call, range, width)
    else reply = await next(range.isAsked ? { ...call, ...rangeWriter(row, call)(range.from, range.to) } : call)
    while (isUnanswered(reply) && !call.work.isCancelled) {
      width = nextNarrower(pool, Math.min(width, blocks))
      if (width === 0) return reply
      reply = after(reply, await askParts(call, range, width))
    }
    return reply
  }
}

/** A reply to a second try, with what the first had taken, and that it had gone to a partner. */
const after = ({ forwarded, upstreamMs = 0 }: Reply, reply: Reply): Reply => {
  if (forwarded !== undefined) reply.forwarded = forwarded
  reply.upstreamMs = upstreamMs + (reply.upstreamMs ?? 0)
  return reply
}

/** Whether no asked upstream answered; not when the time was up. */
const isUnanswered = (reply: Reply): boolean =>
  isFailure(reply) && (reply.name === 'no-upstream' || reply.name === 'bad-upstream-answer')

/**
 * The most blocks taken by an upstream that takes fewer than `width`, and was therefore not asked;
 * 0: there is none.
 */
const nextNarrower = (pool: SplitDeps['pool'], width: number): number =>
  pool.upstreams.reduce((widest, { maxBlockRange, health }) => {
    const isNext = maxBlockRange !== undefined && maxBlockRange < width && maxBlockRange > widest
    return isNext && health.isUsable ? maxBlockRange : widest
  }, 0)

/**
 * The refusal of a range that takes too many parts. Clients know such refusals from providers, and
 * narrow the range; -32005 would make them repeat the same one. While an upstream that takes more
 * is away, that is the error, and not the range.
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
