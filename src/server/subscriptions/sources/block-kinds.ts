import type { EventSource } from '../event-stream.js'
import { readLogFilter } from '../filters/log-filter.js'
import type { Follower, ResumePoint } from '../followed-block.js'
import type { BlockEvents } from './block-events.js'
import { BlockSource } from './block-source.js'

/** The source of `newHeads`. Params: none, or where to go on. */
export const headsSource = (follower: Follower, events: BlockEvents): EventSource =>
  // biome-ignore lint/correctness/useYield: one step
  new BlockSource(follower, events, 'heads', function* ([resume]) {
    return { filter: undefined, after: resumePointIn(resume) }
  })

/** The source of `logs`. Params: the filter, if any, then where to go on, if given. */
export const logsSource = (follower: Follower, events: BlockEvents): EventSource =>
  new BlockSource(follower, events, 'logs', function* ([filter, resume]) {
    return { filter: yield* readLogFilter(filter), after: resumePointIn(resume) }
  })

/**
 * The resume point of a subscription's last param: `{"after": {"blockHash": …, "logIndex": …}}`,
 * valid by the contract. The log index is a number, or a quantity as in logs.
 */
const resumePointIn = (param: unknown): ResumePoint | undefined => {
  const { after } = (param ?? {}) as { readonly after?: { readonly blockHash: string; readonly logIndex?: unknown } }
  if (after === undefined) return undefined
  const blockHash = after.blockHash.toLowerCase()
  return after.logIndex == null ? { blockHash } : { blockHash, logIndex: Number(after.logIndex) }
}
