import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { rescueConnections } from './connection-handoff.js'
import { Channel } from './ipc.js'
import type { PrimaryCalls, WorkerCalls } from './messages.js'
import { LOG_DESCRIPTOR } from './worker-log.js'

const STANDARD_ERROR = 2
const descriptors = (): (string | number)[] => {
  const all: (string | number)[] = ['ignore', 'ignore', 'pipe', 'ipc']
  all[LOG_DESCRIPTOR] = STANDARD_ERROR
  return all
}

export interface WorkerProcess {
  readonly pid: number
  readonly channel: Pick<Channel<WorkerCalls>, 'ask' | 'notify' | 'close'>
  /** Resolves with the way it ended: `exit status 1`, `SIGKILL`, or why it never ran. */
  readonly ended: Promise<string>
  kill(): void
}

/**
 * Starts a worker; `answers` are the calls it may make, and `printed` receives its standard error,
 * which is not its log: for example Node's report of a fatal bug. `onBug` receives exceptions of
 * calls that expect no answer.
 *
 * Errors  throws if the system refuses a process in a way that Node does not report as the worker's
 *         end
 *
 * The primary accepts connections and hands them out in turn: with a shared listening socket,
 * Node's alternative, the system gives most connections to the same worker.
 */
export const forkWorker = (
  answers: PrimaryCalls,
  printed: (text: string) => void,
  onBug: (bug: unknown) => void,
): WorkerProcess => {
  cluster.schedulingPolicy = cluster.SCHED_RR
  // Maps and undefined survive, unlike in JSON.
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('worker-main.js', import.meta.url)),
    args: [],
    stdio: descriptors(),
    serialization: 'advanced',
  })
  const worker = cluster.fork()
  rescueConnections(worker)
  worker.process.stderr?.setEncoding('utf8').on('data', printed)
  const channel = new Channel<WorkerCalls>(
    {
      send: (message) => {
        if (worker.isConnected()) worker.process.send?.(message, undefined, undefined, () => {})
        return worker.isConnected()
      },
      onMessage: (listen) => void worker.on('message', listen),
    },
    answers,
    onBug,
  )
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => {
      channel.close()
      resolve(how)
    }
    worker.on('exit', (code, signal) => end(signal || `exit status ${code}`))
    worker.on('error', (error) => {
      // A worker that runs reports its end by `exit`.
      if (worker.process.pid !== undefined) return
      // Node keeps both for ever.
      if (worker.isConnected()) worker.process.disconnect()
      delete cluster.workers?.[worker.id]
      end(error.message)
    })
  })
  return { pid: worker.process.pid ?? 0, channel, ended, kill: () => void worker.process.kill('SIGKILL') }
}
