import type { MethodContract } from '../../contract/method-contract.js'
import type { SystemPorts } from '../../runtime/system-ports.js'
import { MemoryAnswers, type MethodAnswers } from '../answers/memory-answers.js'
import { SharedAnswers } from '../answers/shared-answers.js'
import type { CacheConfig } from '../config/config.js'
import type { ChainName } from '../networks/chain-name.js'
import type { Head } from '../networks/head.js'
import type { BlockNumberDeps } from '../pipeline/stages/block-number.js'
import type { CacheDeps } from '../pipeline/stages/cache.js'
import type { CoalesceDeps } from '../pipeline/stages/coalesce.js'
import type { SharedCacheDeps } from '../pipeline/stages/shared-cache.js'
import type { Log } from '../telemetry/log.js'
import type { CacheCounts } from '../telemetry/metrics.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { OwnWrites } from '../upstreams/own-writes.js'
import type { NetworkRecorder } from './events/network-recorder.js'

/**
 * The memory of answers, shared by all networks of the process. `shared` is undefined if no server
 * is configured.
 */
export interface AnswerMemory {
  readonly answers: MemoryAnswers
  readonly shared: Pick<SharedAnswers, 'get' | 'put' | 'takes' | 'drop'> | undefined
}

/** Larger answers are not kept. */
const MAX_ENTRY_BYTES = 1_048_576

export interface OpenAnswerMemory extends AnswerMemory {
  /** Applies the bounds of a newer configuration. */
  reload(config: CacheConfig): void
  close(): void
}

/** Opens the memory of answers and, if configured, the shared server, which may be unreachable. */
export const openAnswerMemory = async (
  initial: CacheConfig,
  { nowMs, randomBytes }: Pick<SystemPorts, 'nowMs' | 'randomBytes'>,
  log: Log,
): Promise<OpenAnswerMemory> => {
  const answers = new MemoryAnswers(initial.maxBytes, MAX_ENTRY_BYTES, (err) => log.error({ err }, 'bug'))
  const onChange = (isReady: boolean, reason: string): void =>
    isReady ? log.info({}, 'shared cache connected') : log.warn({ reason }, 'shared cache away; calls go on without it')
  let shared: SharedAnswers | undefined
  if (initial.shared !== undefined) {
    // Loaded only here, because the client takes megabytes.
    const { openRedis } = await import('../answers/redis.js')
    const server = await openRedis(initial.shared, onChange)
    shared = new SharedAnswers(server, { nowMs, randomBytes, maxEntryBytes: MAX_ENTRY_BYTES })
  }
  return {
    answers,
    shared,
    reload: ({ maxBytes }) => answers.bound(maxBytes),
    close: () => {
      answers.close()
      shared?.close()
    },
  }
}

/**
 * Dependencies of one network's memory. `chain` identifies it among gateways; undefined if nothing
 * is shared.
 */
export interface NetworkMemoryDeps extends AnswerMemory {
  readonly isCached: boolean
  readonly head: Head
  readonly chain: ChainName | undefined
  readonly events: Pick<NetworkRecorder, 'cacheCounts'>
  readonly nowMs: () => number
  readonly budget: ByteBudget
  readonly writes: OwnWrites
}

/** The state of the stages that save requests to a network's nodes. */
export class NetworkMemory {
  private readonly answersByMethod = new Map<string, MethodAnswers>()
  private readonly counts = new Map<string, CacheCounts>()
  private readonly ignoreViolations: () => void
  /** A final block changed while the chain's name in the shared cache was unknown. */
  private isDropOwed = false

  constructor(private readonly deps: NetworkMemoryDeps) {
    this.ignoreViolations = deps.head.onFinalityViolation(() => this.drop())
  }

  /** For `cache`; undefined if the method's answers are not kept. */
  cacheOf(row: MethodContract): CacheDeps | undefined {
    const { head, isCached } = this.deps
    if (!isCached || row.finality === 'never') return undefined
    const { hit, miss } = this.countsOf(row)
    return { row, methodAnswers: this.answersOf(row), head, onHit: hit, onMiss: miss }
  }

  coalesceOf(row: MethodContract): CoalesceDeps {
    const { nowMs, budget, writes } = this.deps
    return { row, nowMs, budget, writes, onCoalesced: this.countsOf(row).coalesced }
  }

  /**
   * For `shared cache`, which holds answers of other gateways of the chain; undefined if nothing is
   * shared.
   */
  sharedCacheOf(row: MethodContract): SharedCacheDeps | undefined {
    const { head, chain, shared, isCached } = this.deps
    if (!isCached || shared === undefined || chain === undefined || row.finality !== 'block') return undefined
    const named = { get: () => this.nameOf(chain, shared) }
    return { row, head, chain: named, answers: shared, methodAnswers: this.answersOf(row) }
  }

  blockNumberOf(row: MethodContract, isOnlyNode: boolean): BlockNumberDeps {
    const { head, nowMs, isCached } = this.deps
    const { hit, miss } = this.countsOf(row)
    return { head, nowMs, isCached, isOnlyNode, onHit: hit, onMiss: miss }
  }

  /** Drops everything, also in the shared cache: a final block changed. */
  private drop(): void {
    const { shared, chain } = this.deps
    this.clear()
    if (shared === undefined || chain === undefined) return
    this.isDropOwed = true
    this.nameOf(chain, shared)
    chain.forget()
  }

  /** The chain's name if it is known; nothing may be read under it that is to be dropped. */
  private nameOf(chain: ChainName, shared: Pick<SharedAnswers, 'drop'>): string | undefined {
    const name = chain.get()
    if (name !== undefined && this.isDropOwed) {
      this.isDropOwed = false
      shared.drop(name)
    }
    return name
  }

  close(): void {
    this.ignoreViolations()
    this.clear()
  }

  private clear(): void {
    for (const kept of this.answersByMethod.values()) kept.clear()
  }

  private answersOf({ name }: MethodContract): MethodAnswers {
    const kept = this.answersByMethod.get(name) ?? this.deps.answers.methodAnswers()
    this.answersByMethod.set(name, kept)
    return kept
  }

  private countsOf({ name }: MethodContract): CacheCounts {
    const counts = this.counts.get(name) ?? this.deps.events.cacheCounts(name)
    this.counts.set(name, counts)
    return counts
  }
}
