import type { MethodContract } from '../../contract/method-contract.js'
import type { AnswerCache } from '../answers/answer-cache.js'
import type { MemoryAnswers, MethodAnswers } from '../answers/memory-answers.js'
import type { ChainName } from '../networks/chain-name.js'
import type { Head } from '../networks/head.js'
import type { Charged, Coalesced, Stage, Timed } from '../pipeline/stage.js'
import { blockNumber } from '../pipeline/stages/block-number.js'
import { cache } from '../pipeline/stages/cache.js'
import { coalesce } from '../pipeline/stages/coalesce.js'
import { sharedCache } from '../pipeline/stages/shared-cache.js'
import type { CacheCounts } from '../telemetry/metrics.js'
import type { ByteBudget } from '../upstreams/byte-budget.js'
import type { NetworkRecorder } from './events.js'

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
  readonly events: Pick<NetworkRecorder, 'cacheCounts'>
  readonly nowMs: () => number
  readonly budget: ByteBudget
}

/** The stages that spare a network's nodes questions; and the end of what they remember. */
export class NetworkMemory {
  private readonly answersByMethod = new Map<string, MethodAnswers>()
  private readonly counts = new Map<string, CacheCounts>()
  private readonly ignoreViolations: () => void

  constructor(private readonly setting: NetworkMemorySetting) {
    this.ignoreViolations = setting.head.onFinalityViolation(() => this.drop())
  }

  /** In front of what is asked for each caller; undefined where no answer is kept. */
  cache(row: MethodContract): Stage<Charged> | undefined {
    const { head, isCached } = this.setting
    if (!isCached || row.finality === 'never') return undefined
    const { hit, miss } = this.countsOf(row)
    return (next) => cache({ row, methodAnswers: this.answersOf(row), head, onHit: hit, onMiss: miss }, next)
  }

  /** In front of what is asked once for several callers. */
  coalesce(row: MethodContract): Stage<Charged, Coalesced> {
    const { nowMs, budget } = this.setting
    return (next) => coalesce({ row, nowMs, budget, onCoalesced: this.countsOf(row).coalesced }, next)
  }

  /** Behind `coalesce`: what other gateways of the same chain were answered; undefined where nothing is shared. */
  sharedCache(row: MethodContract): Stage<Coalesced> | undefined {
    const { head, chain, shared, isCached } = this.setting
    if (!isCached || shared === undefined || chain === undefined || row.finality !== 'block') return undefined
    return (next) => sharedCache({ row, head, chain, answers: shared, methodAnswers: this.answersOf(row) }, next)
  }

  /** In front of what asks for the newest block's number. */
  blockNumber(row: MethodContract, isAlone: boolean): Stage<Timed> {
    const { head, nowMs, isCached } = this.setting
    const { hit, miss } = this.countsOf(row)
    return (next) => blockNumber({ head, nowMs, isCached, isAlone, onHit: hit, onMiss: miss }, next)
  }

  /** Forgets everything, here and where it is shared: a block changed that had been final. */
  private drop(): void {
    const { shared, chain } = this.setting
    this.clear()
    const name = chain?.get()
    if (name !== undefined) shared?.drop(name)
    chain?.forget()
  }

  /** Gives the memory back; the network is served no more. */
  close(): void {
    this.ignoreViolations()
    this.clear()
  }

  private clear(): void {
    for (const kept of this.answersByMethod.values()) kept.clear()
  }

  private answersOf({ name }: MethodContract): MethodAnswers {
    const kept = this.answersByMethod.get(name) ?? this.setting.answers.methodAnswers()
    this.answersByMethod.set(name, kept)
    return kept
  }

  private countsOf({ name }: MethodContract): CacheCounts {
    const counts = this.counts.get(name) ?? this.setting.events.cacheCounts(name)
    this.counts.set(name, counts)
    return counts
  }
}
