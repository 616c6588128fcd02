import type { StreamOwner } from '../event-stream.js'
import type {
  FollowedBlock,
  FollowedLog,
  FollowListener,
  Replay,
  ResumePoint,
  ResumeRefusal,
} from '../followed-block.js'
import type { BlockFetcher } from './block-fetcher.js'
import type { LogsFetcher } from './logs-fetcher.js'
import { retryMs } from './poll-timer.js'
import { type ReadBlock, readBlock } from './read-block.js'
import { MAX_REPLAY, planReplay, type ReplayBlock, type ReplayPlan } from './replay.js'
import type { StepEmitter } from './step-emitter.js'

/**
 * The dependencies of a replay. `isTimeUp`: no further turn may begin. `isTurnOver`: the turn has
 * lasted long enough for those who wait. `isOver`: the follower gave up. `inTurn` asks nodes when
 * it is the owner's turn; it returns undefined if too many of the owner wait. `waitForRoom` waits
 * until nodes take a call of the owner; false if they did already. `pause` waits.
 */
export interface ResumeDeps {
  readonly owner: StreamOwner
  readonly blocks: BlockFetcher
  readonly logs: LogsFetcher
  readonly emitter: StepEmitter
  isTimeUp(): boolean
  isTurnOver(): boolean
  isOver(): boolean
  waitForRoom(): Promise<boolean>
  pause(ms: number): Promise<void>
  inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> | undefined
}

/** `unknown`: no node has a block, or its logs. `failed`: a node may have it at another time. */
type Fetched = 'ok' | 'failed' | 'unknown'

/** Newest blocks of the ring whose logs are there after a resumption. */
const COMPLETED_BLOCKS = 64
/** Nodes may have a block's logs some 100 ms later than its head, and a reload ends questions. */
const MAX_FAILURES = 6
/**
 * Waits after denials; a further one is final. The subscriber may come from a process or a node
 * that had the block sooner.
 */
const DENIED_WAITS_MS = [500, 1_500]

/**
 * Finds what a subscriber missed, and adds its listener in the same moment, so that its first step
 * follows the replay. The replay ends where the listeners of logs are: blocks whose logs they wait
 * for come in steps. What was fetched before a refusal serves the next attempt. Errors: see
 * Follower.
 */
export const resumeFrom = async (
  after: ResumePoint,
  listener: FollowListener,
  deps: ResumeDeps,
): Promise<Replay | ResumeRefusal> => {
  const { blocks, emitter } = deps
  const { ring } = emitter
  const got = new Map<string, readonly FollowedLog[]>()
  for (let failures = 0, denials = 0; failures < MAX_FAILURES && !deps.isOver(); ) {
    // If a reorganization took a block back and added it again, its logs are not in the ring.
    for (const [hash, logs] of got) if (ring.get(hash)?.logs === undefined) ring.setLogs(hash, logs)
    if (listener.wantsLogs) emitter.logSteps.giveReady()
    const plan = planReplay(ring, (hash) => blocks.known(hash), after)
    if (plan.kind === 'out-of-reach') return undefined
    const isAll = plan.kind === 'found' && listener.wantsLogs
    const later = isAll ? blocksOfSteps(plan, after, emitter) : new Set()
    const isOfReplay = ({ hash }: ReplayBlock) => !later.has(hash)
    // The subscriber was given the blocks below the point, too: they may be taken back.
    const inRing = () => [...ring.last(COMPLETED_BLOCKS), ...emitter.logSteps.delayed]
    const all = isAll ? [...plan.removed, ...plan.added, ...inRing()].filter(isOfReplay) : []
    const lacking = [...new Set(all.filter((block) => logsOf(block, got) === undefined))]
    if (plan.kind === 'found' && lacking.length === 0) {
      emitter.add(listener)
      const followed = (block: ReplayBlock) => followedOf(block, logsOf(block, got))
      return { removed: plan.removed.map(followed), added: plan.added.filter(isOfReplay).map(followed) }
    }
    const fetchThem = () => (plan.kind === 'missing' ? fetchMissing(plan, deps) : fetchLogs(lacking, got, deps))
    const fetching = deps.inTurn(async () => (deps.isTimeUp() || deps.isOver() ? 'time-up' : fetchThem()))
    if (fetching === undefined) return 'no-room'
    const fetched = await fetching
    if (fetched === 'time-up') break
    if (fetched === 'unknown') {
      const waitMs = DENIED_WAITS_MS[denials++]
      if (waitMs === undefined) return undefined
      await deps.pause(waitMs)
      await deps.waitForRoom()
    }
    if (fetched !== 'failed') continue
    if (!(await deps.waitForRoom()) && ++failures < MAX_FAILURES) await deps.pause(retryMs(failures))
  }
  return 'no-node'
}

/**
 * The blocks that come in later steps, because the listeners of logs wait for them. A subscriber
 * that goes on from one of these has a part of them, so it needs them all at once.
 */
const blocksOfSteps = (
  { removed }: Extract<ReplayPlan, { kind: 'found' }>,
  { blockHash }: ResumePoint,
  { logSteps }: StepEmitter,
): ReadonlySet<string> => {
  const delayed = new Set(logSteps.delayed.map(({ hash }) => hash))
  return delayed.has(removed.at(-1)?.parentHash ?? blockHash) ? new Set() : delayed
}

const logsOf = (block: ReplayBlock, got: ReadonlyMap<string, readonly FollowedLog[]>) =>
  ('logs' in block ? block.logs : undefined) ?? got.get(block.hash)

/** Blocks below the ring are never taken back in a step: they need no sequence of their own. */
const followedOf = (block: ReplayBlock, logs: readonly FollowedLog[] | undefined): FollowedBlock => {
  if ('sequence' in block) return block.logs === logs ? block : { ...block, logs }
  const { number, hash, parentHash, header } = block
  return { sequence: 0, number, hash, parentHash, header, logs, seenAtMs: block.timestampMs }
}

const readAgain = (block: ReplayBlock): ReadBlock =>
  'sequence' in block ? readBlock(Buffer.from(block.header, 'latin1'))! : block

/** Fetches logs that blocks lack, but for those that another resumption has fetched since. */
const fetchLogs = async (
  lacking: readonly ReplayBlock[],
  got: Map<string, readonly FollowedLog[]>,
  { owner, logs, emitter: { ring }, isTurnOver, isOver }: ResumeDeps,
): Promise<Fetched> => {
  const left = lacking.filter(({ hash }) => ring.get(hash)?.logs === undefined)
  const failuresBefore = left.map(({ hash }) => logs.failureOf(hash))
  const fetched = await logs.fetchAll(left, readAgain, owner, () => isTurnOver() || isOver())
  for (const [at, { hash }] of left.entries()) {
    const found = fetched[at]
    if (found === undefined) continue
    got.set(hash, found)
    ring.setLogs(hash, found)
  }
  if (!fetched.includes(undefined)) return 'ok'
  // A node may not have the logs of the ring's newest blocks yet. Others it may no longer have.
  const isUnknown = left.some(({ hash }, at) => {
    const failure = logs.failureOf(hash)
    // Without room no node is asked, and a denial from before does not count again.
    return failure !== failuresBefore[at] && failure?.isGone === true && !ring.isCanonical(hash)
  })
  return isUnknown ? 'unknown' : 'failed'
}

const fetchMissing = async (
  { hash, number }: Extract<ReplayPlan, { kind: 'missing' }>,
  { owner, blocks, emitter }: ResumeDeps,
): Promise<Fetched> => {
  if (number !== undefined) {
    await blocks.prefetch(emitter.ring.newest!.number - MAX_REPLAY, number, owner)
    if (blocks.known(hash) !== undefined) return 'ok'
  }
  const found = await blocks.find(hash, owner)
  if (found === 'unknown') return found
  return found === undefined ? 'failed' : 'ok'
}
