import type { SystemPorts } from '../../runtime/system-ports.js'
import { SharedAccountCount } from '../accounts/account-count.js'
import type { Config } from '../config/config.js'
import type { Log } from '../telemetry/log.js'
import type { NoticePort } from '../telemetry/notices/notice.js'
import type { Cordon } from '../upstreams/health/cordons.js'
import type { WorkerCalls } from './messages.js'
import type { SharedStore } from './shared-store.js'
import { Supervisor, type SupervisorDeps, type WorkerSlot } from './supervisor.js'
import { forkWorker } from './worker-process.js'
import { isSilent, type WorkerStatuses } from './worker-status.js'

export interface WorkerGroupDeps {
  readonly count: number
  readonly port: number
  readonly shared: SharedStore
  /** Each worker opens the ids that the others sealed. */
  readonly stateSecret: string
  readonly ports: SystemPorts
  readonly log: Log
  readonly statuses: Pick<WorkerStatuses, 'ended' | 'replaced'>
  readonly notices: NoticePort
  cordoned(): readonly Cordon[]
}

/** The workers of a gateway, with their configuration, their calls, and their remains. */
export class WorkerGroup {
  private readonly supervisor: Supervisor
  private config: Config
  private readonly counts = { connections: new SharedAccountCount(), subscriptions: new SharedAccountCount() }
  private readonly stores = new Map<WorkerSlot, ReturnType<SharedStore['answersFor']>>()
  private readonly configSentTo = new Map<WorkerSlot, Config>()

  /** `whole` is the gateway's configuration; `start` starts the workers. */
  constructor(
    whole: Config,
    private readonly deps: WorkerGroupDeps,
  ) {
    const { count, log, ports, statuses } = deps
    this.config = this.forWorkers(whole)
    this.supervisor = new Supervisor({
      count,
      log,
      nowMs: ports.nowMs,
      fork: (answers) =>
        forkWorker(
          answers,
          (text) => log.error({ text }, 'a worker wrote to standard error'),
          (err) => log.error({ err }, 'bug'),
        ),
      answersFor: (slot) => this.answersFor(slot),
      onReady: (slot) => this.catchUp(slot),
      onGone: (slot) => this.settleLeft(slot),
      onReplaced: () => statuses.replaced(),
    })
  }

  get slots(): readonly WorkerSlot[] {
    return this.supervisor.slots
  }

  start(): Promise<string> {
    return this.supervisor.start()
  }

  stop(limitMs: number): Promise<void> {
    return this.supervisor.stop(limitMs)
  }

  reload(whole: Config): void {
    this.config = this.forWorkers(whole)
    this.notify('reload', this.config)
  }

  notify<Name extends keyof WorkerCalls & string>(name: Name, ...args: Parameters<WorkerCalls[Name]>): void {
    for (const { worker } of this.slots) worker?.channel.notify(name, ...args)
  }

  private forWorkers(whole: Config): Config {
    const { port, shared } = this.deps
    return {
      ...whole,
      listen: { ...whole.listen, port },
      // Journals for a store that this process owns lie next to the store.
      stateDir: shared.journalFolder,
    }
  }

  private answersFor(slot: WorkerSlot): ReturnType<SupervisorDeps['answersFor']> {
    const { shared, stateSecret, count, notices } = this.deps
    const { number } = slot
    const answers = shared.answersFor((accountId) => slot.worker?.channel.notify('calledBack', accountId))
    this.stores.set(slot, answers)
    return {
      ...answers.calls,
      start: () => {
        this.configSentTo.set(slot, this.config)
        return { config: this.config, number, workers: count, isStoreRemote: shared.isOwned, stateSecret }
      },
      openCounted: (thing, accountId, most) => this.counts[thing].open(number, accountId, most),
      closeCounted: (thing, accountId) => this.counts[thing].close(number, accountId),
      notice: (notice) => notices.send(notice),
      spent: (spending) => this.notifyOthers(slot, 'spent', spending),
      headServed: (...news) => this.notifyOthers(slot, 'headServed', ...news),
      writeAccepted: (...news) => this.notifyOthers(slot, 'writeAccepted', ...news),
    }
  }

  private notifyOthers<Name extends keyof WorkerCalls & string>(
    teller: WorkerSlot,
    name: Name,
    ...args: Parameters<WorkerCalls[Name]>
  ): void {
    const nowMs = this.deps.ports.nowMs()
    for (const other of this.slots) {
      // News would wait in memory for a worker that hangs.
      if (other !== teller && !isSilent(other, nowMs)) other.worker?.channel.notify(name, ...args)
    }
  }

  /** Tells a worker what changed while it started. */
  private catchUp(slot: WorkerSlot): void {
    const cordons = this.deps.cordoned()
    if (this.configSentTo.get(slot) !== this.config) slot.worker?.channel.notify('reload', this.config)
    if (cordons.length > 0) slot.worker?.channel.notify('cordoned', cordons)
  }

  private async settleLeft(slot: WorkerSlot): Promise<void> {
    const { shared, statuses, log } = this.deps
    this.stores.get(slot)?.close()
    for (const count of Object.values(this.counts)) count.closeAll(slot.number)
    statuses.ended(slot)
    await shared
      .settleLeft()
      .catch((error: Error) => log.warn({ reason: error.message }, 'journals of ended workers not settled yet'))
  }
}
