import { isStoreAway } from '../accounts/store-away.js'
import type { JournalDamage } from '../credits/journal.js'
import type { LeaseStore } from '../credits/leases/lease-store.js'
import { leftJournals } from '../storage/journals/left-journals.js'
import type { Log } from '../telemetry/log.js'

/** Poll interval while workers of an earlier gateway write, or another process settles. */
const POLL_MS = 100
/** A worker whose primary is gone ends within two seconds. */
const MAX_WAIT_MS = 10_000
/** Pause before a journal that may be settled later is tried again. */
const RETRY_MS = 5_000

/**
 * Why a journal was not settled: it is damaged; the store does not know its process; its process
 * may be alive and the journal a copy; or the store failed.
 */
export type KeptState = 'damaged' | 'unknown' | 'living' | 'failed'

/** A journal that was not settled, though its process is gone or may be. */
export interface KeptJournal {
  readonly path: string
  readonly processId: string
  readonly state: KeptState
  /** One sentence for the operator, with the file name and, if known, the line. */
  readonly reason: string
}

/** Result of settling the journals. */
export interface Settling {
  /** Number of processes that still write to theirs. */
  readonly inUse: number
  readonly kept: readonly KeptJournal[]
}

/** One sentence about the unreadable part of a journal. */
export const describeDamage = (path: string, damage: readonly JournalDamage[]): string => {
  const [{ fileLine, reason } = { fileLine: 0, reason: 'cannot be read' }] = damage
  const where = fileLine === 0 ? '' : `: its line ${fileLine}`
  const more = damage.length > 1 ? ` (and ${damage.length - 1} more)` : ''
  return `the journal ${path}${where} ${reason}${more}; to settle the lines that can be read: tollgate store journals --set-aside ${path}`
}

/** One sentence about a journal that the store refuses, for now or for good. */
export const sayWhy = (path: string, state: 'unknown' | 'living'): string =>
  state === 'living'
    ? `the journal ${path} is not where its process wrote it, or the machine was started anew, and the store has heard of the process within the last minute; it is settled when the process is gone`
    : `the journal ${path} is kept: the store does not know its process; it may belong to another store, or to a later state of this one; not to hear of it again: tollgate store journals --set-aside ${path}`

/** One sentence about journals in use by workers whose primary is gone. */
export const describeWriters = (folder: string): string =>
  `workers of an earlier gateway still write to ${folder}; end them first`

/**
 * Settles the journals in `folder` whose processes are gone. A journal that cannot be settled
 * is kept, and the others are settled nevertheless. A store that is away is asked once: one that
 * hangs takes seconds for each, and the start of a worker and the end of a gateway wait for this.
 */
export const settleJournals = async (leases: Pick<LeaseStore, 'end'>, folder: string): Promise<Settling> => {
  const kept: KeptJournal[] = []
  const { left, inUse } = leftJournals(folder)
  let away: Error | undefined
  for (const journal of left) {
    const { path, processId, lines, damage, isCopy } = journal
    const keep = (state: KeptState, reason: string) => void kept.push({ path, processId, state, reason })
    let isOver = false
    if (damage.length > 0) keep('damaged', describeDamage(path, damage))
    else {
      try {
        if (away !== undefined) throw away
        const ending = await leases.end(processId, lines, isCopy)
        isOver = ending === 'over'
        if (ending !== 'over') keep(ending, sayWhy(path, ending))
      } catch (error) {
        if (isStoreAway(error)) away = error as Error
        keep('failed', `the journal ${path} cannot be settled: ${(error as Error).message}`)
      }
    }
    journal.close(isOver)
  }
  return { inUse, kept }
}

/**
 * Settles the journals in a folder, and retries those that can be settled later. Logs each kept
 * journal once; without a log, another process reports them.
 */
export class Settler {
  private readonly named = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private isStopped = false

  constructor(
    private readonly leases: Pick<LeaseStore, 'end'>,
    private readonly folder: string,
    private readonly log: Pick<Log, 'warn'> | undefined,
    private readonly retryMs = RETRY_MS,
  ) {}

  /** Errors: rejects if the folder cannot be read. */
  async settle(): Promise<Settling> {
    const settling = await settleJournals(this.leases, this.folder)
    for (const { path, processId, state, reason } of settling.kept) {
      if (this.named.has(reason)) continue
      this.named.add(reason)
      this.log?.warn({ journal: path, process: processId, state, reason }, 'a journal is not settled')
    }
    const isPassing = settling.kept.some(({ state }) => state === 'living' || state === 'failed')
    if (isPassing && !this.isStopped) this.settleLater()
    return settling
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  private settleLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined
      this.settle().catch((error: Error) => this.log?.warn({ reason: error.message }, 'journals are not settled'))
    }, this.retryMs)
    this.timer.unref()
  }
}

/**
 * Settles all journals of a store that one process owns. Processes that leased from an earlier
 * owner must be gone, because their leases are void; and no charge may be missing from the usage,
 * which the balances sum up.
 *
 * Errors  rejects if such a process remains after ten seconds, or a journal for the store is kept
 */
export const settleAllJournals = async (settler: Settler, folder: string): Promise<void> => {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const { inUse, kept } = await settler.settle()
    const missing = kept.filter(({ state }) => state === 'damaged' || state === 'failed')
    if (missing.length > 0) throw new Error(missing.map(({ reason }) => reason).join('\n'))
    if (inUse === 0) return
    if (waitedMs >= MAX_WAIT_MS) throw new Error(describeWriters(folder))
    await new Promise((next) => setTimeout(next, POLL_MS))
  }
}
