import { Cancellation } from '../../../runtime/cancellation.js'
import { steadyClock } from '../../../runtime/system-ports.js'
import { FairQueue } from '../../../runtime/turns/fair-queue.js'
import type { AskBytes } from '../../upstreams/poll/asked.js'
import type { StreamEnd, StreamOwner } from '../event-stream.js'
import type { FollowedBlock, Follower, FollowListener, Replay, ResumePoint, ResumeRefusal } from '../followed-block.js'
import type { FollowEvents } from '../subscription-events.js'
import { BlockFetcher } from './block-fetcher.js'
import { type FollowNodes, NodeAsker } from './follow-nodes.js'
import { HeadPoll, type PollOutcome } from './head-poll.js'
import { LogsFetcher, type VerifyLogs } from './logs-fetcher.js'
import { PollTimer, type StartTimer } from './poll-timer.js'
import { type ResumeDeps, resumeFrom } from './resume.js'
import { StepEmitter } from './step-emitter.js'

export interface FollowerOptions {
  /** Interval at which the newest block is polled; 0: one second. */
  readonly pollMs: number
  readonly verifyLogs: VerifyLogs
}

/** A follower's ports. `startTimer` returns a function that stops the timer. */
export interface FollowerDeps {
  readonly nodes: FollowNodes
  readonly ask: AskBytes
  readonly nowMs: () => number
  readonly startTimer: StartTimer
  readonly events: FollowEvents
}

/** That interval where the health of the nodes is not polled. */
const USUAL_POLL_MS = 1_000
/** The time without events for listeners after which the follower gives up. */
const MAX_SILENCE_MS = 30_000
/**
 * The longest wait of `join` for a node, and of a resumption for its turn. What a turn has begun to
 * fetch goes on as long as nodes answer, but no longer than this if other accounts wait.
 */
const JOIN_MS = 5_000
/**
 * Resumptions that ask nodes. Each may ask for hundreds of blocks: without a bound, many at once
 * would take all connections to the nodes.
 */
const RESUMPTIONS = { maxRunning: 2, maxWaiting: 4_096 }

/** Waits for the first poll after a rest. */
interface Joining {
  readonly untilMs: number
  /** Called with true after a good poll; with false if no poll succeeds in time. */
  done(isCurrent: boolean): void
}

/** Follows the blocks of an EVM network, across reloads. */
export class EvmFollower implements Follower {
  private readonly asker: NodeAsker
  private readonly blocks: BlockFetcher
  private readonly logs: LogsFetcher
  private readonly emitter: StepEmitter
  private readonly poll: HeadPoll
  private readonly timer: PollTimer
  /** For times to wait. What compares with times of blocks or of other parts reads `deps.nowMs`. */
  private readonly steadyMs: () => number
  private readonly resumptions = new FairQueue(RESUMPTIONS)
  private readonly joining = new Set<Joining>()
  private isRunning = false
  private isClosed = false
  /** True from the first good poll until the follower rests. */
  private isCurrent = false
  private lastGoodMs = 0
  /** Adds ancestors to a ring that has just begun. */
  private deepening = Promise.resolve()

  constructor(
    options: FollowerOptions,
    private readonly deps: FollowerDeps,
  ) {
    const { nodes, ask, nowMs, events } = deps
    const steadyMs = steadyClock(nowMs)
    this.steadyMs = steadyMs
    this.asker = new NodeAsker(nodes, ask, nowMs)
    this.blocks = new BlockFetcher(this.asker)
    this.logs = new LogsFetcher(this.asker, events)
    const broken = (bug: unknown) => this.giveUp(this.broken(bug))
    const logDeps = { ...deps, steadyMs, asker: this.asker, blocks: this.blocks, logs: this.logs, broken }
    this.emitter = new StepEmitter(nowMs, events, () => this.asker.nodes.head.finalized, logDeps)
    this.poll = new HeadPoll(this.asker, this.blocks, this.emitter, steadyMs, events)
    this.timer = new PollTimer(this.asker, this.emitter, { ...deps, steadyMs })
    this.use(options)
  }

  join(listener: FollowListener): Promise<FollowedBlock | undefined> {
    return this.whenCurrent(() => this.emitter.add(listener))
  }

  leave(listener: FollowListener): void {
    this.emitter.remove(listener)
    this.restIfUnused()
  }

  async resume(listener: FollowListener, after: ResumePoint, owner: StreamOwner): Promise<Replay | ResumeRefusal> {
    // Holds the follower until the listener is added.
    const holder: FollowListener = { wantsLogs: false, step: () => {}, ended: () => {} }
    if ((await this.whenCurrent(() => this.emitter.add(holder))) === undefined) return 'no-node'
    try {
      // Blocks that are added later would lack their logs, if they are taken back.
      await this.deepening
      const { blocks, logs, emitter } = this
      const untilMs = this.steadyMs() + JOIN_MS
      const isTimeUp = () => this.steadyMs() >= untilMs
      const isOver = () => !emitter.has(holder)
      let turnUntilMs = 0
      const inTurn: ResumeDeps['inTurn'] = (ask) =>
        this.resumptions.run(owner.id, () => {
          turnUntilMs = this.steadyMs() + JOIN_MS
          return ask()
        })
      const isTurnOver = () => this.steadyMs() >= turnUntilMs && this.resumptions.hasOthers(owner.id)
      const waitForRoom = () => this.waitForRoom(owner)
      const pause = (ms: number) => this.pause(ms)
      const resumeDeps = { owner, blocks, logs, emitter, isTimeUp, isTurnOver, isOver, waitForRoom, pause, inTurn }
      return await resumeFrom(after, listener, resumeDeps)
    } finally {
      this.leave(holder)
    }
  }

  /** See ResumeDeps. */
  private async waitForRoom(owner: StreamOwner): Promise<boolean> {
    const waitMs = this.asker.waitMs(owner)
    if (waitMs > 0) await this.pause(waitMs)
    return waitMs > 0
  }

  private pause(waitMs: number): Promise<void> {
    return new Promise((resolve) => void this.deps.startTimer(resolve, waitMs))
  }

  /** Applies a reload; the blocks stay, so that no listener misses a step. */
  reload(options: FollowerOptions, nodes: FollowNodes): void {
    this.use(options)
    this.asker.use(nodes)
    this.asker.cancellation?.cancel()
    this.asker.cancellation = new Cancellation()
    if (this.isRunning) this.timer.begin()
    this.timer.wake()
    this.emitter.logSteps.wake()
  }

  /** Stops for good; listeners hear nothing more. */
  close(): void {
    this.isClosed = true
    this.emitter.clear()
    for (const one of this.joining) one.done(false)
    this.restIfUnused()
  }

  private use({ pollMs, verifyLogs }: FollowerOptions): void {
    this.timer.pollMs = pollMs || USUAL_POLL_MS
    this.logs.verifyBy(verifyLogs)
  }

  private get isWanted(): boolean {
    return this.joining.size > 0 || this.emitter.hasListeners
  }

  private restIfUnused(): void {
    if (this.isWanted) return
    this.asker.cancellation?.cancel()
    this.timer.wake()
  }

  /** Calls `act` in the moment in which the follower is, or becomes, current. */
  private async whenCurrent<Made>(act: () => Made): Promise<Made | undefined> {
    if (this.isClosed) return undefined
    if (this.isCurrent) return act()
    return new Promise((resolve) => {
      const one: Joining = {
        untilMs: this.steadyMs() + JOIN_MS,
        done: (isCurrent) => {
          this.joining.delete(one)
          resolve(isCurrent ? act() : undefined)
        },
      }
      this.joining.add(one)
      if (!this.isRunning) void this.run()
    })
  }

  /** Polls again and again while somebody listens. */
  private async run(): Promise<void> {
    const { asker, poll, timer } = this
    this.isRunning = true
    this.lastGoodMs = this.steadyMs()
    timer.begin()
    while (this.isWanted) {
      // The questions for logs go on from poll to poll.
      if (asker.cancellation?.isCancelled !== false) asker.cancellation = new Cancellation()
      this.afterPoll(await poll.once(timer.takeReason()).catch((bug) => this.broken(bug)))
      this.deepening = poll.deepen().catch((bug) => this.giveUp(this.broken(bug)))
      await this.deepening
      if (this.isWanted) await timer.wait(poll.stalls)
    }
    timer.end()
    this.deps.events.lagging(0)
    this.isRunning = false
    this.isCurrent = false
  }

  /** After a bug, what listeners were given may be incomplete: their streams end. */
  private broken(bug: unknown): 'stream_broken' {
    this.deps.events.bug(bug)
    return 'stream_broken'
  }

  private afterPoll(outcome: PollOutcome | 'stream_broken'): void {
    const now = this.steadyMs()
    const { emitter } = this
    if (outcome === 'done') {
      this.lastGoodMs = now
      this.isCurrent = true
      for (const one of this.joining) one.done(true)
      if (emitter.logSteps.delayedMs(now) >= MAX_SILENCE_MS) this.giveUpLogs()
      return
    }
    for (const one of this.joining) if (now >= one.untilMs) one.done(false)
    if (outcome !== 'failed') this.giveUp(outcome)
    else if (now - this.lastGoodMs >= MAX_SILENCE_MS) this.giveUp('no_node')
  }

  /** Ends the listeners of logs; heads need none. */
  private giveUpLogs(): void {
    const { logSteps } = this.emitter
    const hash = logSteps.delayed[0]!.hash
    this.deps.events.logsMissing(hash, this.logs.failureOf(hash)?.nodes ?? {})
    logSteps.end('no_logs')
  }

  private giveUp(why: StreamEnd): void {
    this.isCurrent = false
    this.emitter.end(why)
    if (why !== 'no_node') this.emitter.ring.reset()
  }
}
