import type { SystemPorts } from '../../../runtime/system-ports.js'
import { KeyUses } from '../../accounts/key-uses.js'
import { CallDurationCounter } from '../../credits/usage/call-durations.js'
import { CallErrorCounter } from '../../credits/usage/call-errors.js'
import { FailoverRecords } from '../../credits/usage/failover-records.js'
import type { Log } from '../../telemetry/log.js'
import type { ServingStore } from '../process-deps.js'

/** What a process keeps of calls in the store beside their charges. Nothing is billed by it. */
export class CallRecords {
  readonly keyUses: KeyUses
  readonly errors: CallErrorCounter
  readonly durations: CallDurationCounter
  readonly failovers: FailoverRecords

  constructor(
    store: ServingStore['usage'],
    { nowMs, afterTurn }: SystemPorts,
    private readonly log: Log,
  ) {
    this.keyUses = new KeyUses(store, nowMs, afterTurn)
    this.errors = new CallErrorCounter(store, nowMs, afterTurn)
    this.durations = new CallDurationCounter(store, nowMs, afterTurn)
    this.failovers = new FailoverRecords(store, afterTurn, (row) =>
      log.error({ ...row }, 'forwarded call not recorded'),
    )
  }

  /** Writes what is due; the caller runs it about once a second. */
  writeDue(): Promise<void> {
    return this.written(this.keyUses.flushDue(), this.errors.flushDue(), this.durations.flushDue())
  }

  /** Writes all, at the end of the process. */
  flush(): Promise<void> {
    return this.written(this.keyUses.flush(), this.errors.flush(), this.durations.flush())
  }

  private async written(keyUses: Promise<void>, errors: Promise<void>, durations: Promise<void>): Promise<void> {
    await Promise.all([
      this.logged(keyUses, 'last uses of keys not written'),
      this.logged(errors, 'errors of calls not counted'),
      this.logged(durations, 'durations of calls not counted'),
      this.logged(this.failovers.retryDue(), 'forwarded calls not recorded yet'),
    ])
  }

  private logged(writing: Promise<void>, message: string): Promise<void> {
    return writing.catch(({ message: reason }: Error) => this.log.warn({ reason }, message))
  }
}
