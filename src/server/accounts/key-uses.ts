import { steadyClock } from '../../runtime/system-ports.js'

/** Stores uses of keys; part of the usage store. */
interface KeyUseWriter {
  recordKeyUses(uses: ReadonlyMap<string, string>): Promise<void>
}

/** Keys to remember in a minute; uses of further ones are recorded later. */
const MAX_KEYS = 100_000
const MINUTE_MS = 60_000
/** Uses written in one event-loop turn. */
const GROUP = 500

/**
 * Records when keys were last used, outside of the calls.
 *
 * `nowMs` counts from 1970; `afterTurn` runs its action after this turn of the event loop. The
 * caller runs `flushDue` about once a second.
 */
export class KeyUses {
  private readonly seen = new Map<string, number>()
  /** Times at which keys were written, in this minute and the one before. */
  private written = new Map<string, number>()
  private writtenBefore = new Map<string, number>()
  private readonly steadyMs: () => number
  private turnedMs: number
  private lastId = ''
  private lastMs = 0

  constructor(
    private readonly store: KeyUseWriter,
    private readonly nowMs: () => number,
    private readonly afterTurn: (action: () => void) => void,
  ) {
    this.steadyMs = steadyClock(nowMs)
    this.turnedMs = this.steadyMs()
  }

  /** Records a call with the key; costs one map entry. */
  record(keyId: string): void {
    const now = this.nowMs()
    if (keyId === this.lastId && now === this.lastMs) return
    this.lastId = keyId
    this.lastMs = now
    if (this.seen.size < MAX_KEYS || this.seen.has(keyId)) this.seen.set(keyId, now)
  }

  /** Writes all recorded uses; keeps those that fail. Rejects with the store's error. */
  flush(): Promise<void> {
    return this.write([...this.seen])
  }

  /**
   * Writes uses of keys not written within a minute: a first use shows soon, busy keys cost little.
   */
  async flushDue(): Promise<void> {
    if (this.seen.size > 0) await this.write([...this.seen].filter(([keyId]) => this.isDue(keyId)))
  }

  private isDue(keyId: string): boolean {
    const lastWritten = this.written.get(keyId) ?? this.writtenBefore.get(keyId)
    return lastWritten === undefined || this.steadyMs() - lastWritten >= MINUTE_MS
  }

  private async write(uses: [string, number][]): Promise<void> {
    this.forgetOld()
    for (let at = 0; at < uses.length; at += GROUP) {
      const group = uses.slice(at, at + GROUP)
      await this.store.recordKeyUses(new Map(group.map(([keyId, ms]) => [keyId, new Date(ms).toISOString()])))
      for (const [keyId, ms] of group) {
        this.written.set(keyId, this.steadyMs())
        // A key that was used again during the write is written again in a minute.
        if (this.seen.get(keyId) === ms) this.seen.delete(keyId)
      }
      if (at + GROUP < uses.length) await new Promise<void>((next) => this.afterTurn(next))
    }
  }

  private forgetOld(): void {
    if (this.steadyMs() - this.turnedMs < MINUTE_MS) return
    this.turnedMs = this.steadyMs()
    this.writtenBefore = this.written
    this.written = new Map()
  }
}
