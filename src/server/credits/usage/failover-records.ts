import type { FailoverRow, UsageStore } from './usage-store.js'

/** Calls that wait until the store is back; further ones are lost. */
const MAX_WAITING = 10_000
/** Calls that are written at once; further ones wait, too. */
const MAX_IN_FLIGHT = 100
/** Calls that are written again in one turn of the event loop: SQLite writes within the turn. */
const GROUP = 10

/**
 * Records calls that failed over to the partner: each at once, and again later if that fails. A
 * call is recorded twice if the store wrote it and its answer was lost.
 *
 * `afterTurn` runs its action after this turn of the event loop; `onLost` receives calls for which
 * there is no room, and those that wait at the end. The caller runs `retryDue` about once a second.
 */
export class FailoverRecords {
  private readonly waiting: FailoverRow[] = []
  private mostWaiting = MAX_WAITING
  private inFlight = 0
  private retrying: Promise<void> | undefined

  constructor(
    private readonly store: Pick<UsageStore, 'recordForwarded'>,
    private readonly afterTurn: (action: () => void) => void,
    private readonly onLost: (row: FailoverRow) => void,
  ) {}

  record(row: FailoverRow): void {
    if (this.waiting.length > 0 || this.inFlight >= MAX_IN_FLIGHT) this.keep(row)
    else void this.write(row)
  }

  /** Writes what waits. Rejects with the store's error; the calls then wait on. */
  retryDue(): Promise<void> {
    this.retrying ??= this.retry().finally(() => {
      this.retrying = undefined
    })
    return this.retrying
  }

  /** Loses what still waits, at the end of the process. */
  giveUp(): void {
    this.mostWaiting = 0
    for (const row of this.waiting.splice(0)) this.keep(row)
  }

  private async write(row: FailoverRow): Promise<void> {
    this.inFlight++
    await this.store.recordForwarded(row).catch(() => this.keep(row))
    this.inFlight--
  }

  private async retry(): Promise<void> {
    while (this.waiting.length > 0) {
      const group = this.waiting.splice(0, GROUP)
      const ends = await Promise.allSettled(group.map((row) => this.store.recordForwarded(row)))
      for (const [index, { status }] of ends.entries()) if (status === 'rejected') this.keep(group[index]!)
      const failed = ends.find((end) => end.status === 'rejected')
      if (failed !== undefined) throw failed.reason
      await new Promise<void>((next) => this.afterTurn(next))
    }
  }

  private keep(row: FailoverRow): void {
    if (this.waiting.length < this.mostWaiting) this.waiting.push(row)
    else this.onLost(row)
  }
}
