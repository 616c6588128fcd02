import type { SystemPorts } from '../../runtime/system-ports.js'
import { SharedThrottle } from '../credits/shared-throttle.js'
import { type Serving, startServing } from '../gateway/start.js'
import { type Log, openLog } from '../telemetry/log.js'
import { Channel, type MessagePipe } from './ipc.js'
import type { PrimaryCalls, StartFailure, WorkerCalls } from './messages.js'
import { openWorkerProcess, remoteStore } from './remote-store.js'
import { LOG_DESCRIPTOR } from './worker-log.js'

const STATE_EVERY_MS = 300
const SPENT_EVERY_MS = 100
/** Limit for calls in flight when the primary is gone: a new one waits for this process to end. */
const ORPHAN_MS = 2_000

export interface WorkerPipe extends MessagePipe {
  /** Calls `listen` when the primary is gone. */
  onClose(listen: () => void): void
  /** Ends the process at once. */
  exit(status: number): void
  /** True if the log is a terminal. */
  readonly isTerminal: boolean
}

/**
 * Reports this worker's state to the primary at intervals, and its spent credits per second unless
 * the store shares them; returns a function that stops it.
 */
const reportTo = (
  primary: Channel<PrimaryCalls>,
  serving: Serving,
  spent: (() => Parameters<PrimaryCalls['spent']>[0]) | undefined,
) => {
  const notifyState = () =>
    primary.notify('state', {
      troubles: serving.troubles(),
      down: serving.down(),
      upstreams: serving.upstreams(),
    })
  const notifySpent = () => {
    const spending = spent?.() ?? []
    if (spending.length > 0) primary.notify('spent', spending)
  }
  notifyState()
  const timers = [setInterval(notifyState, STATE_EVERY_MS)]
  if (spent !== undefined) timers.push(setInterval(notifySpent, SPENT_EVERY_MS))
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

/** Serves until the primary says to stop, or is gone. Resolves with the exit status. */
export const runWorker = async (pipe: WorkerPipe, ports: SystemPorts): Promise<number> => {
  const throttle = new SharedThrottle(ports.nowMs)
  let serving: Serving | undefined
  let isStoreRemote = true
  let stop: () => void = () => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const ownCalls: WorkerCalls = {
    reload: (config) => void serving?.reload(config),
    readings: async () => (await serving?.metrics.readings()) ?? [],
    changed: () => remote.changed(),
    calledBack: (accountId) => remote.calledBack(accountId),
    spent: (spending) => throttle.absorb(spending),
    headServed: (...news) => serving?.newsOfOthers.headServed(...news),
    writeAccepted: (...news) => serving?.newsOfOthers.writeAccepted(...news),
    cordoned: (cordons) => serving?.cordons.replace(cordons),
    drain: stop,
  }
  let log: Log | undefined
  const primary = new Channel<PrimaryCalls>(pipe, ownCalls, (err) => log?.error({ err }, 'bug'))
  const remote = remoteStore(primary)
  let isDraining = false
  pipe.onClose(() => {
    primary.close()
    // A second stop while draining, sent on the primary's second signal, ends the process at once.
    if (isDraining || serving === undefined) return pipe.exit(1)
    setTimeout(() => pipe.exit(1), ORPHAN_MS)
    stop()
  })
  try {
    const start = await primary.ask('start')
    isStoreRemote = start.isStoreRemote
    log = await openLog(start.config.log, {
      worker: start.number,
      isTerminal: pipe.isTerminal,
      descriptor: LOG_DESCRIPTOR,
    })
    const processDeps = await openWorkerProcess(start, primary, remote, throttle, ports, log)
    serving = await startServing(start.config, ports, log, processDeps)
  } catch (error) {
    const { message, code, syscall, path, address, port, hostname, listener } = error as StartFailure
    await primary.ask('failed', { message, code, syscall, path, address, port, hostname, listener }).catch(() => {})
    return 1
  }
  primary.notify('ready', serving.url)
  const stopReporting = reportTo(primary, serving, isStoreRemote ? () => throttle.spent() : undefined)
  await stopped
  isDraining = true
  await serving.stop()
  stopReporting()
  await primary.ask('farewell', await serving.metrics.readings()).catch(() => {})
  return 0
}
