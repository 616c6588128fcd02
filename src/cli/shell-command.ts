import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Io, Signal } from './command.js'
import { type StopSignal, stopSignals } from './stop-signal.js'

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
 * its own process group, because the shell alone would leave behind what it started.
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
    let ended: Promise<void> | undefined
    void stopped.then((signal) => {
      if (child.pid !== undefined && child.exitCode === null) ended = endGroup(child.pid, signal ?? 'SIGTERM', io)
    })
    child.once('error', reject)
    child.once('close', async (status) => {
      await ended
      done(status ?? 1)
    })
  })

/** Resolves once all processes of the group are gone. A second signal, or 5 s, kills them. */
const endGroup = async (pid: number, signal: Signal, io: Io): Promise<void> => {
  const send = (what: Signal | 'SIGKILL' | 0): boolean => {
    try {
      return process.kill(HAS_PROCESS_GROUPS ? -pid : pid, what)
    } catch {
      // None is left (ESRCH).
      return false
    }
  }
  const kill = () => void send('SIGKILL')
  const ignores = stopSignals.map((one) => io.onSignal?.(one, kill))
  send(signal)
  for (let waitedMs = 0; send(0) && waitedMs < STOP_TIMEOUT_MS; waitedMs += POLL_MS) await sleep(POLL_MS)
  kill()
  for (const ignore of ignores) ignore?.()
}
