import { inTurns } from '../../runtime/turns/in-turns.js'
import type { ParamsOf, ResultOf } from '../admin/method-types.js'
import { CallHistory, DAY_SLOTS, SLOT_MS } from '../telemetry/call-history.js'
import type { HealthState } from '../upstreams/health/health-change.js'
import type { PrivateDeps } from './process-deps.js'

const SAMPLE_STATES_MS = 15_000
/** Bounds the memory and the reply; further upstreams are left out. */
const MAX_UPSTREAMS = 100

/** From best to worst. */
const STATES = ['up', 'cordoned', 'slow', 'behind', 'down'] as const satisfies readonly HealthState[]

interface UpstreamRow {
  readonly network: string
  readonly upstream: string
  /** By slot of the day: the slot's number, and the worst state seen in it. */
  readonly seen: { slot: number; state: number }[]
  lastSlot: number
}

/**
 * A day of history of the gateway: calls of all its processes by slot, and the worst state of each
 * upstream. Its timers do not keep the process alive.
 */
export class DayHistory {
  private readonly calls: CallHistory
  private readonly upstreams = new Map<string, UpstreamRow>()
  private readonly sinceMs: number
  private samplingStates: NodeJS.Timeout | undefined
  private sampling: NodeJS.Timeout | undefined
  private taking: Promise<void> | undefined

  constructor(private readonly deps: Pick<PrivateDeps, 'metrics' | 'upstreams' | 'ports'>) {
    this.sinceMs = deps.ports.nowMs()
    this.calls = new CallHistory(this.sinceMs)
  }

  start(): void {
    this.samplingStates = setInterval(() => this.sampleStates(), SAMPLE_STATES_MS).unref()
    this.sampleLater()
  }

  /** The slots up to now, with the calls that were answered until now. */
  async read(filter: ParamsOf<'history'>): Promise<ResultOf<'history'>> {
    await this.take()
    this.sampleStates()
    const { fromMs, slots } = await inTurns(this.calls.read(filter))
    const first = fromMs / SLOT_MS
    return {
      since: new Date(Math.max(this.sinceMs, fromMs)).toISOString(),
      from: new Date(fromMs).toISOString(),
      slotSeconds: SLOT_MS / 1_000,
      ...this.calls.names(),
      slots,
      upstreams: [...this.upstreams.values()]
        .filter(({ network }) => (filter.network ?? network) === network)
        .map(({ network, upstream, seen }) => ({
          network,
          upstream,
          states: slots.map((_, index) => {
            const at = seen[(first + index) % DAY_SLOTS]
            return at?.slot === first + index ? STATES[at.state]! : null
          }),
        })),
    }
  }

  stop(): void {
    clearInterval(this.samplingStates)
    clearTimeout(this.sampling)
  }

  /** Samples when a slot ends. */
  private sampleLater(): void {
    const leftMs = SLOT_MS - (this.deps.ports.nowMs() % SLOT_MS)
    this.sampling = setTimeout(() => {
      this.sampleLater()
      // Readings that fail are missed in one slot, and counted with the next.
      this.take().catch(() => {})
    }, leftMs).unref()
  }

  /** Takes one sample at a time. Callers that come during it share it. */
  private take(): Promise<void> {
    const { metrics, ports } = this.deps
    this.taking ??= metrics
      .readings()
      .then((readings) => inTurns(this.calls.add(readings, ports.nowMs())))
      .finally(() => (this.taking = undefined))
    return this.taking
  }

  private sampleStates(): void {
    const slot = Math.floor(this.deps.ports.nowMs() / SLOT_MS)
    for (const [key, { lastSlot }] of this.upstreams) if (slot - lastSlot >= DAY_SLOTS) this.upstreams.delete(key)
    for (const { network, upstream, state } of this.deps.upstreams()) {
      const key = JSON.stringify([network, upstream])
      const row = this.upstreams.get(key) ?? { network, upstream, seen: [], lastSlot: slot }
      if (!this.upstreams.has(key) && this.upstreams.size >= MAX_UPSTREAMS) continue
      this.upstreams.set(key, row)
      row.lastSlot = slot
      const before = row.seen[slot % DAY_SLOTS]
      const worst = Math.max(STATES.indexOf(state), before?.slot === slot ? before.state : 0)
      row.seen[slot % DAY_SLOTS] = { slot, state: worst }
    }
  }
}
