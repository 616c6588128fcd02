import type { EventSink, StreamEvent } from '../event-stream.js'
import { EveryFew } from '../every-few.js'
import { FilterIndex, keysOfLog } from '../filters/indexed-filters.js'
import type { LogFilter } from '../filters/log-filter.js'
import type { FollowedBlock, FollowedLog, FollowStep, ResumePoint } from '../followed-block.js'

/** Events of an account that are collected before they are delivered. */
const MAX_COLLECTED = 2_000
/** Filters compared with logs before another account has its turn: less than 0.1 ms. */
const COMPARED_IN_A_TURN = 1_000

/**
 * One subscription to the heads or the logs of a network.
 *
 * `kind`    of the steps that it gets: heads come with steps of `logs` if they wait for these
 * `filter`  undefined for heads
 */
export interface BlockSubscriber {
  /** The account that pays. */
  readonly owner: string
  readonly sink: EventSink
  readonly kind: BlockKind
  readonly filter: LogFilter | undefined
  /** It gets the steps from this number on. */
  readonly fromStep: number
  /** Logs of blocks up to this sequence are not taken back, because it was never given them. */
  readonly startSequence: number
  isOpen: boolean
  /** Heads that a subscriber which is ahead of the follower has, lowest first. */
  ahead?: string[] | undefined
}

export class AccountSubscribers {
  /** The subscribers of heads, by the kind of their steps. */
  readonly heads: Readonly<Record<BlockKind, Set<BlockSubscriber>>> = { heads: new Set(), logs: new Set() }
  readonly filters = new FilterIndex<BlockSubscriber>()

  constructor(readonly owner: string) {}

  get isEmpty(): boolean {
    const { heads, logs } = this.heads
    return heads.size === 0 && logs.size === 0 && this.filters.isEmpty
  }

  *all(): Iterable<BlockSubscriber> {
    yield* this.heads.heads
    yield* this.heads.logs
    yield* this.filters.askers()
  }
}

interface LogChange {
  readonly block: FollowedBlock
  readonly log: FollowedLog
  readonly isRemoved: boolean
}

/** A log of a step, and the keys of the filters that could match it. */
export interface StepLog extends LogChange {
  readonly keys: readonly string[]
  readonly event: StreamEvent
}

/** A log, and a key under which an account has filters. */
export interface FoundLog {
  readonly found: StepLog
  readonly key: string
}

/** The kinds of steps: those of `logs` come once the logs of their blocks are there. */
export type BlockKind = 'heads' | 'logs'

/** A step of one kind of listeners. */
export interface NumberedStep {
  readonly step: FollowStep
  readonly kind: BlockKind
  readonly number: number
}

/** The logs of a step in the order of delivery. */
export function* logsOfStep(step: FollowStep): Generator<StepLog, void> {
  for (const change of logChanges(step)) yield { ...change, keys: keysOfLog(change.log), event: logEvent(change) }
}

function* logChanges({ removed, added }: FollowStep): Generator<LogChange, void> {
  for (const block of removed) {
    for (const log of (block.logs ?? []).toReversed()) yield { block, log, isRemoved: true }
  }
  for (const block of added) {
    for (const log of block.logs ?? []) yield { block, log, isRemoved: false }
  }
}

const logEvent = ({ block, log, isRemoved }: LogChange): StreamEvent => ({
  result: isRemoved ? removedText(log) : log.text,
  isFree: isRemoved,
  seenAtMs: block.seenAtMs,
})

const removedText = ({ text }: FollowedLog): string => text.replace(/"removed"\s*:\s*false/, '"removed":true')

const headEvent = ({ header, seenAtMs }: FollowedBlock): StreamEvent => ({ result: header, isFree: false, seenAtMs })

/**
 * Delivers a step to one account. Yields between short turns. `logs` are in the step's order, which
 * each connection gets; heads follow.
 */
export function* giveStep(
  account: AccountSubscribers,
  { step, kind, number }: NumberedStep,
  logs: readonly FoundLog[],
): Generator<undefined, void> {
  const events = new EventsByConnection()
  for (const log of logs) yield* collectLog(account, number, log, events)
  for (const block of step.added) {
    const event = headEvent(block)
    for (const subscriber of account.heads[kind]) {
      if (subscriber.fromStep <= number && isNewHead(subscriber, block)) events.add(subscriber, event)
      if (events.turns.countOne()) yield* events.rest()
    }
  }
  yield* events.deliver()
}

function* collectLog(
  account: AccountSubscribers,
  step: number,
  { found: { log, block, isRemoved, event }, key }: FoundLog,
  events: EventsByConnection,
): Generator<undefined, void> {
  for (const { filter, askers } of account.filters.at(key)) {
    if (events.compared.countOne()) yield
    for (const subscriber of filter.matches(log) ? askers : []) {
      const { fromStep, startSequence } = subscriber
      if (fromStep <= step && (!isRemoved || block.sequence > startSequence)) events.add(subscriber, event)
      if (events.turns.countOne()) yield* events.rest()
    }
  }
  if (events.turns.countOne()) yield* events.rest()
}

/** Events are collected by connection, so that those of one leave in few writes. */
class EventsByConnection {
  readonly turns = new EveryFew()
  /** Thousands of filters may have one key and not match. */
  readonly compared = new EveryFew(COMPARED_IN_A_TURN)
  private readonly byConnection = new Map<object, [BlockSubscriber, StreamEvent][]>()
  private count = 0

  add(subscriber: BlockSubscriber, event: StreamEvent): void {
    this.count++
    const { connection } = subscriber.sink
    const events = this.byConnection.get(connection)
    if (events === undefined) this.byConnection.set(connection, [[subscriber, event]])
    else events.push([subscriber, event])
  }

  /** Ends a turn. Delivers first if enough was collected. */
  *rest(): Generator<undefined, void> {
    if (this.count >= MAX_COLLECTED) yield* this.deliver()
    yield
  }

  *deliver(): Generator<undefined, void> {
    for (const events of this.byConnection.values()) {
      for (const [{ isOpen, sink }, event] of events) {
        if (isOpen) sink.event(event)
        if (this.turns.countOne()) yield
      }
    }
    this.byConnection.clear()
    this.count = 0
  }
}

/**
 * Delivers what a subscriber missed: the replay from its resume point, then `later` steps. Yields
 * between short turns, and stops when the subscriber is closed.
 *
 * A replay may contain the block of the resume point. Of that block the subscriber has the head,
 * and the logs up to `after.logIndex`.
 */
export function* deliverReplay(
  subscriber: BlockSubscriber,
  after: ResumePoint,
  replay: FollowStep,
  later: readonly FollowStep[],
): Generator<undefined, void> {
  const turns = new EveryFew()
  const { filter, sink } = subscriber
  for (const step of [replay, ...later]) {
    const resumed = step === replay ? after : undefined
    if (filter === undefined) {
      for (const block of step.added) {
        if (!subscriber.isOpen) return
        if (block.hash !== resumed?.blockHash && isNewHead(subscriber, block)) sink.event(headEvent(block))
        if (turns.countOne()) yield
      }
      continue
    }
    if (subscriber.isOpen && step.removed.some(({ logs }) => logs === undefined)) return sink.broken('gap_too_wide')
    for (const change of logChanges(step)) {
      if (!subscriber.isOpen) return
      if (isNews(change, resumed) && filter.matches(change.log)) sink.event(logEvent(change))
      if (turns.countOne()) yield
    }
  }
}

/** False while the follower delivers what a subscriber that was ahead of it has. */
const isNewHead = (subscriber: BlockSubscriber, { hash }: FollowedBlock): boolean => {
  const { ahead } = subscriber
  if (ahead === undefined) return true
  const isNew = ahead[0] !== hash
  if (isNew || ahead.length === 1) subscriber.ahead = undefined
  else ahead.shift()
  return isNew
}

/** False for a log that the subscriber has, and for the removal of one that it does not have. */
const isNews = ({ block, log, isRemoved }: LogChange, after: ResumePoint | undefined): boolean => {
  if (block.hash !== after?.blockHash) return true
  const isGiven = after.logIndex === undefined || log.logIndex <= after.logIndex
  return isRemoved === isGiven
}
