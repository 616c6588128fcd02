import { inTurns } from '../../../runtime/turns/in-turns.js'
import { TOO_MANY_RESULTS } from '../../upstreams/dialects/evm.js'
import type { AskedBytes } from '../../upstreams/poll/asked.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamOwner } from '../event-stream.js'
import type { FollowedLog } from '../followed-block.js'
import type { FollowEvents, LogsFetched } from '../subscription-events.js'
import { type LogsDefect, type ReadLogs, readBlockLogs } from './block-logs.js'
import { areBloomsFalse, type DeniedLogs } from './false-blooms.js'
import { isDenied, type NodeAsker, saysNoBlock } from './follow-nodes.js'
import type { ReadBlock } from './read-block.js'
import { readReceipts } from './receipts.js'

/** The part of a header that its block's logs are compared with, `networks.N.verifyLogs`. */
export type VerifyLogs = 'bloom' | 'receipts' | 'off'

/** A block whose logs are wanted. */
export type LogsOf = Pick<ReadBlock, 'hash' | 'logsBloom' | 'receiptsRoot' | 'header'>

/** Why a node gave no logs that can be believed, in words for the log. */
interface NoLogs {
  readonly result: LogsFetched
  readonly why: string
  /** True if it does not have the block. */
  readonly isGone: boolean
  readonly isSilent: boolean
}

/** Nodes that left their last question unanswered while the logs of several blocks are fetched. */
type SilentNodes = Map<Upstream, NoLogs>

/** Why no node gave the logs of a block. `nodes`: in words, by the node's name. */
interface LogsFailure {
  /** True if every usable node says that it does not have the block. */
  readonly isGone: boolean
  readonly nodes: Readonly<Record<string, string>>
}

/** Blocks whose logs are fetched at the same time. */
const AT_ONCE = 4
const MAX_FAILURES = 256
const MAX_KEPT_BYTES = 33_554_432
const LOG_BYTES = 512

/**
 * Fetches the logs of blocks, and believes them only if they are complete. Keeps them by hash until
 * they are forgotten; the oldest go first.
 */
export class LogsFetcher {
  /** By the block's hash; the oldest go first. */
  private readonly failures = new Map<string, LogsFailure>()
  private readonly kept = new Map<string, readonly FollowedLog[]>()
  private keptBytes = 0
  private configured: VerifyLogs = 'bloom'
  /** As used: `off` once the chain's blooms were seen to lie. */
  private verify: VerifyLogs = 'bloom'
  private readonly fetching = new Map<string, Promise<readonly FollowedLog[] | undefined>>()

  constructor(
    private readonly asker: NodeAsker,
    private readonly events: FollowEvents,
  ) {}

  /** Applies the configuration. Keeps its knowledge of the chain's blooms, unless the value
   * changed. */
  verifyBy(configured: VerifyLogs): void {
    if (configured === this.configured) return
    this.configured = configured
    this.verify = configured
  }

  /** Why the last attempt to get a block's logs failed; undefined if it did not. */
  failureOf(hash: string): LogsFailure | undefined {
    return this.failures.get(hash)
  }

  /** Drops the logs of a block that was delivered. */
  forget(hash: string): void {
    const logs = this.kept.get(hash)
    if (logs === undefined) return
    this.kept.delete(hash)
    this.keptBytes -= bytesOf(logs)
  }

  /**
   * A block's logs from the first node that gives them completely; undefined if none does. What is
   * asked for one owner is not shared with others: it ends where that owner has no room.
   */
  private load(block: LogsOf, silent: SilentNodes, owner?: StreamOwner): Promise<readonly FollowedLog[] | undefined> {
    const key = owner === undefined ? block.hash : `${block.hash} ${owner.id}`
    const under = this.fetching.get(block.hash) ?? this.fetching.get(key)
    if (under !== undefined) return under
    const fetching = this.fetchOnce(block, silent, owner).finally(() => this.fetching.delete(key))
    this.fetching.set(key, fetching)
    return fetching
  }

  /**
   * The logs of several blocks, a few at a time. `read` gives the header of a block whose logs are
   * not kept. Stops when nodes take no call of the owner, or when `isOver` says so. A node that
   * left a question unanswered gets no more of them until it answers another that is under way: it
   * would take seconds for each block.
   */
  async fetchAll<Block extends { readonly hash: string }>(
    blocks: readonly Block[],
    read: (block: Block) => LogsOf,
    owner?: StreamOwner,
    isOver = () => false,
  ): Promise<(readonly FollowedLog[] | undefined)[]> {
    const fetched: (readonly FollowedLog[] | undefined)[] = blocks.map(() => undefined)
    const silent: SilentNodes = new Map()
    const left = blocks.entries()
    const work = async (): Promise<void> => {
      for (const [at, block] of left) {
        fetched[at] = this.kept.get(block.hash)
        if (fetched[at] !== undefined || isOver()) continue
        const hasRoom = owner === undefined || this.asker.hasRoom(owner)
        if (hasRoom) fetched[at] = await this.load(read(block), silent, owner)
        if (this.asker.usable().every((upstream) => silent.has(upstream))) return
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    return fetched
  }

  private async fetchOnce(
    block: LogsOf,
    silent: SilentNodes,
    owner?: StreamOwner,
  ): Promise<readonly FollowedLog[] | undefined> {
    const denied: DeniedLogs[] = []
    const nodes: Record<string, string> = {}
    const denials: boolean[] = []
    for (const upstream of this.asker.usable()) {
      const before = silent.get(upstream)
      const read = before ?? (await this.read(upstream, block, owner))
      if ('why' in read && read.isSilent) silent.set(upstream, read)
      else silent.delete(upstream)
      if (before === undefined) this.events.fetchedLogs('why' in read ? read.result : 'ok')
      if ('why' in read) {
        denials.push(read.isGone)
        nodes[upstream.name] = read.why
        continue
      }
      denials.push(false)
      if (this.verify !== 'bloom' || read.bloom.equals(block.logsBloom)) return this.keep(block.hash, read.logs)
      this.events.fetchedLogs('incomplete')
      nodes[upstream.name] = 'other_bloom'
      if (read.bloom.exceeds(block.logsBloom)) denied.push({ upstream, logs: read.logs })
    }
    if (!(await areBloomsFalse(this.asker, block, denied, owner))) {
      this.fail(block.hash, { isGone: isDenied(denials), nodes })
      return undefined
    }
    this.verify = 'off'
    this.events.bloomsIgnored()
    return this.keep(block.hash, denied[0]!.logs)
  }

  private async read(upstream: Upstream, block: LogsOf, owner?: StreamOwner): Promise<ReadLogs | NoLogs> {
    const { hash } = block
    if (this.verify === 'receipts') return this.readReceipts(upstream, block, owner)
    const asked = await this.asker.ask(upstream, 'eth_getLogs', [{ blockHash: hash }], { owner })
    // A provider that returns only so many logs returns the block's receipts.
    if (asked.kind === 'node-error' && TOO_MANY_RESULTS.test(asked.message))
      return this.readReceipts(upstream, block, owner)
    if (asked.kind !== 'result') return noAnswer(asked)
    return unlessDefect(await inTurns<ReadLogs | LogsDefect>(readBlockLogs(asked.bytes, hash)), asked)
  }

  private async readReceipts(
    upstream: Upstream,
    { hash, receiptsRoot }: LogsOf,
    owner?: StreamOwner,
  ): Promise<ReadLogs | NoLogs> {
    if (receiptsRoot === undefined)
      return { result: 'incomplete', why: 'no_receipts_root', isGone: false, isSilent: false }
    const asked = await this.asker.ask(upstream, 'eth_getBlockReceipts', [hash], { owner })
    if (asked.kind !== 'result') return noAnswer(asked)
    return unlessDefect(await readReceipts(asked.bytes, hash, receiptsRoot), asked)
  }

  private fail(hash: string, failure: LogsFailure): void {
    this.failures.set(hash, failure)
    if (this.failures.size > MAX_FAILURES) this.failures.delete(this.failures.keys().next().value!)
  }

  private keep(hash: string, logs: readonly FollowedLog[]): readonly FollowedLog[] {
    this.failures.delete(hash)
    // Another owner may have fetched it at the same time.
    this.forget(hash)
    this.kept.set(hash, logs)
    this.keptBytes += bytesOf(logs)
    for (const oldest of this.kept.keys()) {
      if (this.keptBytes <= MAX_KEPT_BYTES || oldest === hash) break
      this.forget(oldest)
    }
    return logs
  }
}

const noAnswer = (asked: Exclude<AskedBytes, { readonly kind: 'result' }>): NoLogs => ({
  result: 'error',
  why: reasonOf(asked),
  isGone: saysNoBlock(asked),
  isSilent: asked.kind === 'silent',
})

const unlessDefect = (read: ReadLogs | string, asked: AskedBytes): ReadLogs | NoLogs =>
  typeof read === 'string' ? { result: 'incomplete', why: read, isGone: saysNoBlock(asked), isSilent: false } : read

const reasonOf = (asked: Exclude<AskedBytes, { readonly kind: 'result' }>): string => {
  if (asked.kind === 'node-error') return `error ${asked.code}`
  return 'reason' in asked ? asked.reason : asked.kind
}

const bytesOf = (logs: readonly FollowedLog[]): number =>
  logs.reduce((sum, { text }) => sum + LOG_BYTES + text.length, LOG_BYTES)
