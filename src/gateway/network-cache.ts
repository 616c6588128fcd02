import type { MethodName, MethodRow } from '../../generated/methods.js'
import type { AnswerCache } from '../cache/answer-cache.js'
import type { MemoryAnswers, MethodAnswers } from '../cache/memory-answers.js'
import type { Head } from '../networks/head.js'
import type { Answer, Charged, Timed } from '../pipeline/stage.js'
import { blockNumber } from '../pipeline/stages/block-number.js'
import { cache } from '../pipeline/stages/cache.js'
import type { ChainName } from '../pipeline/stages/chain-name.js'
import { coalesce } from '../pipeline/stages/coalesce.js'
import { sharedCache } from '../pipeline/stages/shared-cache.js'
import type { CacheCounts } from '../telemetry/metrics.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'

/** Where answers are remembered, over all networks of the process. `shared` is undefined when the configuration names no server. */
export interface AnswerMemory {
  readonly answers: MemoryAnswers
  readonly shared: AnswerCache | undefined
}

/** What one network's memory is made of. `chain` names it among gateways; undefined where nothing is shared. */
export interface NetworkMemorySetting extends AnswerMemory {
  readonly isCached: boolean
  readonly head: Head
  readonly chain: ChainName | undefined
  readonly counts: (method: MethodName) => CacheCounts
  readonly nowMs: () => number
  readonly budget: ByteBudget
}

/** The stages that spare a network's nodes questions, each left out where a method has no use for it; and the end of what they remember. */
export class NetworkMemory {
  private readonly shelves = new Map<MethodName, MethodAnswers>()
  private readonly counts = new Map<MethodName, CacheCounts>()

  constructor(private readonly setting: NetworkMemorySetting) {
    setting.head.onFinalityViolation(() => this.drop())
  }

  /** In front of what is asked for each caller: see `cache`. */
  cache(row: MethodRow, next: Answer<Charged>): Answer<Charged> {
    const { head, isCached } = this.setting
    if (!isCached || row.finality === 'never') return next
    const { hit, miss } = this.countsOf(row)
    return cache({ row, methodAnswers: this.shelfOf(row), head, onHit: hit, onMiss: miss }, next)
  }

  /** In front of what is asked once for several callers: see `coalesce`, then `sharedCache`. */
  coalesce(row: MethodRow, next: Answer<Charged>): Answer<Charged> {
    const { nowMs, budget } = this.setting
    return coalesce({ row, nowMs, budget, onCoalesced: this.countsOf(row).coalesced }, this.share(row, next))
  }

  /** In front of what asks for the newest block's number: see `tellHead`. */
  tellHead(row: MethodRow, isAlone: boolean, next: Answer<Timed>): Answer<Timed> {
    const { head, nowMs, isCached } = this.setting
    const { hit, miss } = this.countsOf(row)
    return blockNumber({ head, nowMs, isCached, isAlone, onHit: hit, onMiss: miss }, next)
  }

  /** Forgets everything, here and where it is shared: a block changed that had been final. */
  private drop(): void {
    const { shared, chain } = this.setting
    this.close()
    const name = chain?.get()
    if (name !== undefined) shared?.drop(name)
    chain?.forget()
  }

  /** Gives the memory back; the network is served no more. */
  close(): void {
    for (const shelf of this.shelves.values()) shelf.clear()
  }

  private share(row: MethodRow, next: Answer<Charged>): Answer<Charged> {
    const { head, chain, shared, isCached } = this.setting
    if (!isCached || shared === undefined || chain === undefined || row.finality !== 'block') return next
    return sharedCache({ row, head, chain, answers: shared, methodAnswers: this.shelfOf(row) }, next)
  }

  private shelfOf({ name }: MethodRow): MethodAnswers {
    const shelf = this.shelves.get(name) ?? this.setting.answers.methodAnswers()
    this.shelves.set(name, shelf)
    return shelf
  }

  private countsOf({ name }: MethodRow): CacheCounts {
    const counts = this.counts.get(name) ?? this.setting.counts(name)
    this.counts.set(name, counts)
    return counts
  }
}
