import type { Family } from '../../../../generated/methods.js'
import { forgetTimer, joinWakeUp } from '../../../runtime/every-second.js'
import { steadyClock } from '../../../runtime/system-ports.js'
import { IoFirstTimer } from '../../../runtime/timers.js'
import type { Head } from '../../networks/head.js'
import { compareSpeeds } from '../health/speed.js'
import { isOwnLimit } from '../outcome.js'
import type { Pool } from '../pool.js'
import type { Upstream } from '../upstream.js'
import type { Asked, AskUpstream } from './asked.js'
import type { ChainIdentity } from './chain-identity.js'
import { EvmPoll, type OnBlock } from './evm-poll.js'
import { LagWatch } from './lag-watch.js'
import { SolanaPoll } from './solana-poll.js'

const PROBE_MS = 500
/**
 * Without calls the rounds are this many times rarer: only the next call, and operators, need them.
 */
const RESTING_ROUNDS = 2
/** Upper bound: a head that nothing confirms is forgotten. */
const RESTING_AT_MOST_MS = 5_000
/** An answer is late after this, or after three times the usual duration if that is longer. */
const LATE_MS = 250
const FIRST_LATE_MS = 1_000
/**
 * The interval of checks of a node's chain: an operator may replace the node between two polls.
 */
const CHAIN_EVERY_MS = 30_000
/** A round that begins at most this late counts as begun on time. */
const IN_STEP_MS = 50
/** Upper bound, as a fraction of the time between rounds. */
const IN_STEP_SHARE = 0.1
/** Interval at which a node on a wrong chain is checked again. */
const WRONG_CHAIN_EVERY_MS = 5_000

export interface HealthPollerDeps {
  readonly family: Family
  readonly pool: Pool
  readonly head: Head
  /** Undefined if any chain will do. */
  readonly chain: Pick<ChainIdentity, 'check'> | undefined
  readonly ask: AskUpstream
  readonly nowMs: () => number
  readonly pollMs: number
  readonly onBlock: OnBlock
}

interface Watched {
  timer: NodeJS.Timeout | undefined
  /**
   * When the next round is due. Nodes whose rounds began together stay in step, so that the process
   * wakes up once for all.
   */
  dueMs: number
  usualMs: number | undefined
  chainDueMs: number
}

/**
 * Asks each upstream for its head every `pollMs` (every 500 ms while down, half as often without
 * calls), reads more where something changed, and passes the results to health and head. Each
 * upstream has its own round, which never overlaps with itself.
 */
export class HealthPoller {
  private readonly poll: EvmPoll | SolanaPoll
  private readonly watched = new Map<Upstream, Watched>()
  private readonly unhealthy = new Set<Upstream>()
  private isStopped = false
  private readonly lag: LagWatch
  private readonly steadyMs: () => number

  constructor(private readonly deps: HealthPollerDeps) {
    const { family, head, ask, nowMs, onBlock, pool } = deps
    this.steadyMs = steadyClock(nowMs)
    const spendAndAsk: AskUpstream = (upstream, ...question) => {
      pool.spend(upstream)
      return ask(upstream, ...question)
    }
    this.lag = new LagWatch(head)
    this.poll =
      family === 'evm'
        ? new EvmPoll(head, spendAndAsk, this.steadyMs, onBlock, () => pool.isResting())
        : new SolanaPoll(head, spendAndAsk, this.steadyMs, (upstream, isHealthy) => {
            if (isHealthy) this.unhealthy.delete(upstream)
            else this.unhealthy.add(upstream)
          })
    for (const upstream of pool.upstreams)
      this.watched.set(upstream, { timer: undefined, dueMs: 0, usualMs: undefined, chainDueMs: 0 })
  }

  /** Starts the rounds. Every request has a time limit, so every round ends. */
  start(): void {
    for (const [upstream, watched] of this.watched) void this.round(upstream, watched)
  }

  stop(): void {
    this.isStopped = true
    for (const { timer } of this.watched.values()) clearTimeout(timer)
  }

  /** Sends one upstream all requests that are due. */
  private async pollOnce(upstream: Upstream): Promise<void> {
    const watched = this.watched.get(upstream)!
    await this.ask(upstream, watched)
    if (!upstream.health.isUsable) this.deps.head.withdraw(upstream)
    else this.deps.head.countAsAsked(upstream)
    this.lag.polled(upstream)
    this.compare()
  }

  private async round(upstream: Upstream, watched: Watched): Promise<void> {
    const { nowMs, pollMs, pool } = this.deps
    const now = nowMs()
    watched.timer = undefined
    joinWakeUp(now)
    const startedMs = Math.abs(now - watched.dueMs) < IN_STEP_MS ? watched.dueMs : now
    this.beginInStep(startedMs, now)
    await this.pollOnce(upstream)
    if (this.isStopped) return
    const { health } = upstream
    const isProbed = health.measuredState === 'down' || health.isFailing || health.reason === 'hanging'
    const restingMs = Math.max(pollMs, Math.min(pollMs * RESTING_ROUNDS, RESTING_AT_MOST_MS))
    const usualMs = pool.isResting() ? restingMs : pollMs
    const everyMs = isProbed ? Math.min(PROBE_MS, pollMs) : usualMs
    watched.dueMs = startedMs + everyMs
    const waitMs = Math.min(everyMs, Math.max(0, watched.dueMs - nowMs()))
    watched.timer = setTimeout(() => void this.round(upstream, watched), waitMs).unref()
  }

  /**
   * Also begins the rounds that are due soon, so that the process wakes up once for them and the
   * round begun at `startedMs`.
   */
  private beginInStep(startedMs: number, now: number): void {
    const soonMs = now + Math.min(IN_STEP_MS, this.deps.pollMs * IN_STEP_SHARE)
    for (const [upstream, watched] of this.watched) {
      if (watched.timer === undefined || watched.dueMs > soonMs) continue
      forgetTimer(watched.timer)
      watched.dueMs = startedMs
      void this.round(upstream, watched)
    }
  }

  private async ask(upstream: Upstream, watched: Watched): Promise<void> {
    const { health } = upstream
    const { head, nowMs } = this.deps
    if (health.hasWrongChain && !(await this.isOfTheChain(upstream, watched))) return
    const askedMs = nowMs()
    const before = health.head
    const { asked, isPrompt } = await this.askFirst(upstream, watched)
    if (asked.kind === 'overloaded') return
    if (asked.kind === 'silent' && isOwnLimit(asked.reason)) return
    if (asked.kind === 'silent' && asked.reason === 'timed_out') upstream.transport.doubtIdle()
    if (asked.kind === 'silent' || asked.kind === 'unusable') return health.pollFailed(asked.reason)
    if (this.isChainDue(upstream, watched) && !(await this.isOfTheChain(upstream, watched))) {
      if (!health.hasWrongChain) health.pollFailed('chain_not_known')
      return
    }
    const number = asked.kind === 'result' ? this.poll.read(asked.value) : undefined
    // A node may restart between two polls.
    const hasFallen = number !== undefined && before !== undefined && before - number > head.maxLag
    if (health.measuredState === 'down' || hasFallen) this.judgeReturned(upstream, number)
    health.pollAnswered(isPrompt)
    if (asked.kind === 'node-error') return head.withdraw(upstream)
    if (health.measuredState === 'down') return
    if (health.isCordoned) {
      // It is polled, but its head does not count.
      health.head = number
      return
    }
    await this.poll.readMore(upstream, asked.value)
    health.headAskedMs = askedMs
    if (before !== undefined && (health.head ?? 0n) < before) watched.chainDueMs = 0
  }

  /**
   * Forgets what a node had said that went down or restarted: the one that returns may differ. If
   * it is late, it is behind before it is asked.
   */
  private judgeReturned(upstream: Upstream, number: bigint | undefined): void {
    const { health } = upstream
    this.poll.forget(upstream)
    this.deps.head.withdraw(upstream)
    health.head = undefined
    health.finalized = undefined
    if (number !== undefined && this.lag.returned(upstream, number)) health.setBehind('lag')
  }

  /**
   * Asks for the head, and marks the node as hanging as soon as the answer is late. Not while no
   * call comes: nobody needs it then, and even a cleared timer would wake the process.
   */
  private async askFirst(upstream: Upstream, watched: Watched): Promise<{ asked: Asked; isPrompt: boolean }> {
    const { nowMs } = this.deps
    const startedMs = nowMs()
    const lateMs = watched.usualMs === undefined ? FIRST_LATE_MS : Math.max(LATE_MS, 3 * watched.usualMs)
    let isPrompt = true
    const late = new IoFirstTimer(() => {
      isPrompt = false
      if (upstream.health.measuredState !== 'down') upstream.health.slowDown('hanging', 0)
    })
    if (!this.deps.pool.isResting()) late.set(lateMs)
    const asked = await this.poll.first(upstream)
    late.clear()
    const tookMs = nowMs() - startedMs
    if (asked.kind === 'result') watched.usualMs = ((watched.usualMs ?? tookMs) * 4 + tookMs) / 5
    return { asked, isPrompt }
  }

  /** True if an answering node's chain must be checked. */
  private isChainDue({ health }: Upstream, { chainDueMs }: Watched): boolean {
    const { chain } = this.deps
    return chain !== undefined && (!health.isChainKnown || this.steadyMs() >= chainDueMs)
  }

  private async isOfTheChain(upstream: Upstream, watched: Watched): Promise<boolean> {
    const { chain } = this.deps
    const { health } = upstream
    const isDue = this.steadyMs() >= watched.chainDueMs
    if (chain === undefined) return true
    if (!isDue && (health.isChainKnown || health.hasWrongChain)) return health.isChainKnown
    await chain.check(upstream)
    watched.chainDueMs = this.steadyMs() + (health.hasWrongChain ? WRONG_CHAIN_EVERY_MS : CHAIN_EVERY_MS)
    return health.isChainKnown
  }

  private compare(): void {
    const { pool, nowMs } = this.deps
    for (const upstream of pool.upstreams) {
      const lag = this.lag.isBehind(upstream) ? 'lag' : undefined
      upstream.health.setBehind(this.unhealthy.has(upstream) ? 'unhealthy' : lag)
    }
    compareSpeeds(pool.upstreams, nowMs())
  }
}
