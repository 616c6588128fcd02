import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io, Signal } from './command.js'
import type { StopSignal } from './stop-signal.js'

/** Time for the processes of a command to end by themselves. */
const STOP_TIMEOUT_MS = 5_000
const POLL_MS = 20
/** Windows has none: there, only the shell is ended. */
const HAS_PROCESS_GROUPS = process.platform !== 'win32'

export interface ShellOptions {
  readonly io: Io
  readonly env: Io['env']
  /** Ends the command: the signal is passed on to all its processes. */
  readonly stopped: StopSignal
}

/**
 * Runs a command of the shell, and resolves with its exit status; 1 if a signal ended it. It has
 * its own process group, because the shell alone would leave behind what it started. The group is
 * killed when this process exits.
 */
export const runShell = (command: string, { io, env, stopped }: ShellOptions): Promise<number> =>
  new Promise((done, reject) => {
    const child = spawn(command, {
      shell: true,
      detached: HAS_PROCESS_GROUPS,
      cwd: io.cwd,
      env,
      stdio: 'inherit',
    })
    const kill = () => void sendToAll(child, 'SIGKILL')
    process.once('exit', kill)
    let ended: Promise<void> | undefined
    void stopped.then((signal) => {
      if (child.exitCode === null) ended = endAll(child, signal ?? 'SIGTERM')
    })
    child.once('error', reject)
    child.once('close', async (status) => {
      await ended
      process.off('exit', kill)
      done(status ?? 1)
    })
  })

/** Resolves once all processes of a command are gone; kills those that are left after 5 s. */
const endAll = async (child: ChildProcess, signal: Signal): Promise<void> => {
  sendToAll(child, signal)
  for (let waitedMs = 0; sendToAll(child, 0) && waitedMs < STOP_TIMEOUT_MS; waitedMs += POLL_MS) await sleep(POLL_MS)
  sendToAll(child, 'SIGKILL')
}

/** False if no process is left. */
const sendToAll = ({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  if (pid === undefined) return false
  try {
    return process.kill(HAS_PROCESS_GROUPS ? -pid : pid, signal)
  } catch {
    // ESRCH: all have ended.
    return false
  }
}
