import type { StreamEnd, StreamOwner } from './event-stream.js'

/** A log of a block, with what filters match. Address and topics are in lower case. */
export interface FollowedLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly logIndex: number
  /** The log's JSON, with `removed: false`: its bytes as latin1 text. */
  readonly text: string
}

/**
 * A block that a follower delivered.
 *
 * `sequence`    counts the blocks that the follower delivered; a block that returns after a
 *               reorganization gets a new one. A subscriber was given the block exactly if
 *               `sequence` is above the one at which it began
 * `header`      the JSON of the header, as `newHeads` sends it: its bytes as latin1 text
 * `logs`        in ascending order; undefined if nobody wanted logs when the block came
 * `seenAtMs`    when a node first showed the block, in clock milliseconds
 */
export interface FollowedBlock {
  readonly sequence: number
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  readonly header: string
  readonly logs: readonly FollowedLog[] | undefined
  readonly seenAtMs: number
}

/** A change of the followed chain: blocks taken back, newest first, then added, oldest first. */
export interface FollowStep {
  readonly removed: readonly FollowedBlock[]
  readonly added: readonly FollowedBlock[]
}

export interface FollowListener {
  /** True if its blocks need their logs. */
  readonly wantsLogs: boolean
  step(step: FollowStep): void
  /** The follower gave up; no further step comes. */
  ended(why: StreamEnd): void
}

/** A place in a chain from which a subscriber goes on. `logIndex`: the last log it was given. */
export interface ResumePoint {
  readonly blockHash: string
  readonly logIndex?: number
}

/**
 * The step from a resume point to the newest block, or with logs to the newest one that listeners
 * of logs have; undefined if the point is out of reach.
 *
 * The subscriber has the head of the point's block, and its logs up to `logIndex`. If that block is
 * still canonical and `logIndex` is given, it is the first of `added`. If not, it is the first of
 * `removed`. Blocks that the follower itself did not deliver have the sequence 0.
 */
export type Replay = FollowStep | undefined

/**
 * Why a subscriber cannot go on at the moment: too many of the owner wait, or no node gives what is
 * needed, so that the point may be in reach later.
 */
export type ResumeRefusal = 'no-room' | 'no-node'

/** Follows the blocks of one network. Works only while it has listeners. */
export interface Follower {
  /**
   * Adds a listener. Resolves to the newest delivered block, at which the listener begins: it gets
   * all later steps and no earlier one. Resolves to undefined if no node answers in time; then the
   * listener is not added.
   */
  join(listener: FollowListener): Promise<FollowedBlock | undefined>
  leave(listener: FollowListener): void
  /**
   * Adds a listener that goes on from a resume point. Between the replay's last block and the
   * listener's first step, no block is missing or doubled. The first step may come before the
   * promise's reactions run. Later steps may take back blocks below the resume point, with logs.
   * Owners take turns in asking nodes, with calls of their own.
   */
  resume(listener: FollowListener, after: ResumePoint, owner: StreamOwner): Promise<Replay | ResumeRefusal>
}
