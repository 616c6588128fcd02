import { inTurns } from '../../../runtime/turns/in-turns.js'
import { filterTurns } from '../../../runtime/turns/process-budgets.js'
import type { StreamRefusal } from '../../pipeline/call-subscriptions.js'
import type { EventSink, EventSource, EventStream, StreamEnd, StreamOwner } from '../event-stream.js'
import { type LogFilter, readLogFilter } from '../filters/log-filter.js'
import type { Follower, FollowListener, FollowStep, ResumePoint } from '../followed-block.js'
import type { BlockEvents } from './block-events.js'
import type { BlockKind, BlockSubscriber } from './give-step.js'

/** The events that a subscription's params select. */
interface BlockWish {
  /** Undefined for heads. */
  readonly filter: LogFilter | undefined
  readonly after: ResumePoint | undefined
}

/** The first step and sequence of a subscriber; see BlockSubscriber. */
type Start = Pick<BlockSubscriber, 'fromStep' | 'startSequence'>

/**
 * Opens streams that get steps of one kind. They share a listener of the follower, which leaves
 * with the last of them.
 */
class BlockStreams {
  private shared: SharedListener | undefined

  constructor(
    private readonly follower: Follower,
    private readonly events: BlockEvents,
    private readonly kind: BlockKind,
  ) {}

  async open({ filter, after }: BlockWish, sink: EventSink, owner: StreamOwner): Promise<EventStream | StreamRefusal> {
    const { kind } = this
    this.shared ??= new SharedListener(this.follower, this.events, this.kind, (over) => this.forget(over))
    const { shared } = this
    shared.users++
    try {
      const start = await shared.start()
      const stream =
        start === undefined || after === undefined
          ? start && this.subscribe(shared, { owner: owner.id, sink, kind, filter, ...start, isOpen: true })
          : await this.resume(shared, after, owner, { owner: owner.id, sink, kind, filter })
      if (stream === undefined) return { kind: 'no-node' }
      if ('kind' in stream) return stream
      shared.users++
      return stream
    } finally {
      this.leave(shared)
    }
  }

  private subscribe(shared: SharedListener, subscriber: BlockSubscriber): EventStream | undefined {
    if (shared.isOver) return undefined
    this.events.add(subscriber)
    return {
      close: () => {
        if (!subscriber.isOpen) return
        this.events.remove(subscriber)
        this.leave(shared)
      },
    }
  }

  /** Subscribes behind what the subscriber missed. */
  private async resume(
    shared: SharedListener,
    after: ResumePoint,
    owner: StreamOwner,
    asker: Pick<BlockSubscriber, 'owner' | 'sink' | 'kind' | 'filter'>,
  ): Promise<EventStream | StreamRefusal | undefined> {
    const later: FollowStep[] = []
    const { wantsLogs } = shared
    const listener: FollowListener = { wantsLogs, step: (step) => void later.push(step), ended: () => {} }
    const replay = await this.follower.resume(listener, after, owner)
    if (typeof replay === 'string') return { kind: replay }
    if (replay === undefined) return { kind: 'resume-point-unknown' }
    this.follower.leave(listener)
    // Until now both listeners were given the same steps. Blocks before the resume point may be
    // taken back, too: the subscriber has them.
    const fromStep = this.events.nextStep
    const ahead = replay.added.length > 0 ? [] : replay.removed.map(({ hash }) => hash).reverse()
    const isAhead = asker.filter === undefined && ahead.length > 0
    const subscriber = { ...asker, fromStep, startSequence: -1, isOpen: true, ...(isAhead && { ahead }) }
    const stream = this.subscribe(shared, subscriber)
    if (stream !== undefined) this.events.replay(subscriber, after, replay, later)
    return stream
  }

  private leave(shared: SharedListener): void {
    shared.users--
    if (shared.users > 0) return
    shared.leave()
    this.forget(shared)
  }

  private forget(shared: SharedListener): void {
    if (this.shared === shared) this.shared = undefined
  }
}

/** The listener of all streams of one kind. */
class SharedListener implements FollowListener {
  /** Open streams, and those being opened. */
  users = 0
  isOver = false
  private newestSequence = -1
  private hasJoined = false
  private readonly joined: Promise<Start | undefined>

  constructor(
    private readonly follower: Follower,
    private readonly events: BlockEvents,
    private readonly kind: BlockKind,
    private readonly onEnd: (shared: SharedListener) => void,
  ) {
    this.joined = this.join()
  }

  get wantsLogs(): boolean {
    return this.kind === 'logs'
  }

  /** The start of a new subscriber; undefined if no node answers. */
  async start(): Promise<Start | undefined> {
    return this.hasJoined ? { fromStep: this.events.nextStep, startSequence: this.newestSequence } : this.joined
  }

  step(step: FollowStep): void {
    for (const { sequence } of step.added) this.newestSequence = Math.max(this.newestSequence, sequence)
    this.events.step(step, this.kind)
  }

  ended(why: StreamEnd): void {
    this.isOver = true
    this.onEnd(this)
    this.events.end(why, this.kind)
  }

  leave(): void {
    if (this.hasJoined && !this.isOver) this.follower.leave(this)
    this.isOver = true
  }

  private async join(): Promise<Start | undefined> {
    // Steps may come before the promise settles.
    const fromStep = this.events.nextStep
    const block = await this.follower.join(this)
    if (block === undefined) return undefined
    this.hasJoined = true
    this.newestSequence = Math.max(this.newestSequence, block.sequence)
    return { fromStep, startSequence: block.sequence }
  }
}

/** The sources of `newHeads` and `logs`. */
export const blockSources = (follower: Follower, events: BlockEvents): { heads: EventSource; logs: EventSource } => {
  const heads = new BlockStreams(follower, events, 'heads')
  const logs = new BlockStreams(follower, events, 'logs')
  return {
    // Params: none, or where to go on, and whether heads come behind their logs.
    heads: {
      open: ([options], sink, owner) =>
        (isBehindLogs(options) ? logs : heads).open({ filter: undefined, after: resumePointIn(options) }, sink, owner),
    },
    // Params: the filter, if any, then where to go on, if given.
    logs: {
      open: async ([filter, resume], sink, owner) => {
        const read = await inTurns(readLogFilter(filter), () => filterTurns.next(owner.id))
        return logs.open({ filter: read, after: resumePointIn(resume) }, sink, owner)
      },
    },
  }
}

const isBehindLogs = (options: unknown): boolean =>
  (options as { readonly behindLogs?: unknown } | null | undefined)?.behindLogs === true

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
