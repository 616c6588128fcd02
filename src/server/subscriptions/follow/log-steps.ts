import type { StreamEnd } from '../event-stream.js'
import type { FollowedBlock, FollowListener, FollowStep } from '../followed-block.js'
import type { FollowEvents } from '../subscription-events.js'
import type { BlockFetcher } from './block-fetcher.js'
import type { NodeAsker } from './follow-nodes.js'
import type { LogsFetcher } from './logs-fetcher.js'
import { EndableWait, retryMs, type StartTimer } from './poll-timer.js'
import { readBlock } from './read-block.js'
import type { BlockRing } from './ring.js'

/** Blocks of one step: a wide gap is delivered in several. */
export const STEP_BLOCKS = 16
/** After so many failures in a row, headers are read again: one may have another block's bloom. */
const FAILURES_TO_REREAD = 8

export interface LogStepsDeps {
  readonly ring: BlockRing
  readonly asker: NodeAsker
  readonly blocks: BlockFetcher
  readonly logs: LogsFetcher
  readonly steadyMs: () => number
  readonly startTimer: StartTimer
  readonly events: FollowEvents
  /** Called when an unforeseen error has ended the delivery. */
  broken(bug: unknown): void
}

/**
 * Delivers blocks with their logs to the listeners that want them. It follows the heads, which do
 * not wait for logs: no node may have them, or only delayed ones.
 */
export class LogSteps {
  readonly listeners = new Set<FollowListener>()
  /** The hash of the newest block that the listeners have: a canonical one of the ring. */
  private at = ''
  /** Since when the listeners wait for the logs of the next block. */
  private delayedSinceMs: number | undefined
  private isLoading = false
  private readonly waiting: EndableWait

  constructor(private readonly deps: LogStepsDeps) {
    this.waiting = new EndableWait(deps.startTimer)
  }

  /** Adds a listener. Returns the block at which it begins. */
  add(listener: FollowListener): FollowedBlock {
    const { ring } = this.deps
    if (this.listeners.size === 0) {
      this.at = ring.newest!.hash
      this.delayedSinceMs = undefined
    }
    this.listeners.add(listener)
    return ring.get(this.at)!
  }

  remove(listener: FollowListener): void {
    this.listeners.delete(listener)
    if (this.listeners.size === 0) this.wake()
  }

  /** The blocks that the listeners do not have yet, oldest first. */
  get delayed(): FollowedBlock[] {
    return this.listeners.size > 0 ? this.deps.ring.above(this.at) : []
  }

  /** The milliseconds for which the listeners have waited for the next block. */
  delayedMs(now: number): number {
    return this.listeners.size > 0 && this.delayedSinceMs !== undefined ? now - this.delayedSinceMs : 0
  }

  /** Takes back what the listeners have above a block, before the ring does. */
  takeBack(forkHash: string): void {
    const { ring } = this.deps
    if (this.listeners.size === 0) return
    const delayed = this.delayed.length
    const removed = ring
      .above(forkHash)
      .slice(0, -delayed || undefined)
      .reverse()
    if (removed.length === 0) return
    this.at = forkHash
    this.give({ removed, added: [] })
  }

  /** Delivers the delayed blocks whose logs are there. Fetches the logs of the others. */
  deliver(): void {
    const { ring } = this.deps
    if (this.listeners.size > 0 && !ring.isCanonical(this.at)) return this.end('gap_too_wide')
    this.giveReady()
    if (!this.isLoading && this.delayed.length > 0) void this.load()
  }

  /** Delivers the delayed blocks, oldest first, up to the first one without logs. */
  giveReady(): void {
    const { delayed } = this
    const lacking = delayed.findIndex(({ logs }) => logs === undefined)
    const ready = lacking < 0 ? delayed : delayed.slice(0, lacking)
    for (let at = 0; at < ready.length; at += STEP_BLOCKS) {
      const added = ready.slice(at, at + STEP_BLOCKS)
      this.at = added.at(-1)!.hash
      this.give({ removed: [], added })
    }
    if (lacking < 0) this.delayedSinceMs = undefined
    else if (ready.length > 0 || this.delayedSinceMs === undefined) this.delayedSinceMs = this.deps.steadyMs()
  }

  end(why: StreamEnd): void {
    const ended = [...this.listeners]
    this.clear()
    for (const listener of ended) listener.ended(why)
  }

  /** Forgets all listeners without a word. */
  clear(): void {
    this.listeners.clear()
    this.wake()
  }

  /** Asks again at once: the nodes may have changed, or nobody wants logs any more. */
  wake(): void {
    this.waiting.end()
  }

  private give(step: FollowStep): void {
    for (const listener of [...this.listeners]) if (this.listeners.has(listener)) listener.step(step)
  }

  private async load(): Promise<void> {
    this.isLoading = true
    try {
      for (let failures = 0; this.delayed.length > 0; ) {
        const lacking = this.delayed.filter(({ logs }) => logs === undefined).slice(0, STEP_BLOCKS)
        const isComplete = await this.fetchLogs(lacking)
        this.giveReady()
        this.deps.events.lagging(this.delayed.length)
        failures = isComplete ? 0 : failures + 1
        if (isComplete || this.delayed.length === 0) continue
        if (failures % FAILURES_TO_REREAD === 0) await this.readHeadersAgain(lacking)
        await this.waiting.begin(retryMs(failures))
      }
    } catch (bug) {
      this.deps.broken(bug)
    } finally {
      this.isLoading = false
    }
  }

  /** False if the logs of a block are not to be had now. */
  private async fetchLogs(lacking: readonly FollowedBlock[]): Promise<boolean> {
    const { ring, blocks, logs } = this.deps
    const fetched = await logs.fetchAll(lacking, ({ hash, header }) => {
      return blocks.known(hash) ?? readBlock(Buffer.from(header, 'latin1'))!
    })
    for (const [at, { hash }] of lacking.entries()) {
      const found = fetched[at]
      if (found === undefined) continue
      ring.setLogs(hash, found)
      logs.forget(hash)
    }
    return !fetched.includes(undefined)
  }

  private async readHeadersAgain(lacking: readonly FollowedBlock[]): Promise<void> {
    const { asker, blocks } = this.deps
    const source = asker.choose()
    if (source !== undefined) asker.avoid(source)
    asker.choose()
    for (const { hash } of lacking) await blocks.readAgain(hash)
  }
}
