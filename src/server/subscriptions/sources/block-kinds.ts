import type { EventSource } from '../event-stream.js'
import { readLogFilter } from '../filters/log-filter.js'
import type { Follower } from '../followed-block.js'
import type { BlockEvents } from './block-events.js'
import { BlockSource } from './block-source.js'
import { resumePointIn } from './resume-point.js'

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
