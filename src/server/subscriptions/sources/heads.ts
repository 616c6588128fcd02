import type { EventSource } from '../event-stream.js'
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
