import { type ChildProcess, spawn } from 'node:child_process'

/** A child process that cannot outlive us. */
export interface OwnedProcess {
  /** What `readyPattern` matched in the process's output. */
  readonly ready: RegExpExecArray
  /** Resolves, with the last lines of standard error, once the process has ended, on request or not. */
  readonly ended: Promise<string>
  /** Ends it and resolves when it is gone; may be called again. */
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 5_000
const KEPT_OUTPUT = 8_192

/**
 * Starts Node.js on `source` (CommonJS text) so that it ends with us, however we end: it must exit when its standard input closes,
 * which the kernel does for us even after SIGKILL. It has its own process group, so Ctrl-C reaches us alone and we stop it in our order.
 *
 * Errors  when it ends, or stays silent for `timeoutMs`, before its output matches `readyPattern`; the message starts with `name`
 */
export const startOwnedProcess = async (
  name: string,
  source: string,
  args: readonly string[],
  readyPattern: RegExp,
  timeoutMs = 20_000,
): Promise<OwnedProcess> => {
  // A debugger or test runner's NODE_OPTIONS is meant for us, not for a chain.
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, ['-e', source, '--', ...args], {
    stdio: 'pipe',
    detached: true,
    windowsHide: true,
    env,
  })
  // Writing to a process that has just died must not crash us: its end is reported by `ended`.
  child.stdin.on('error', () => {})
  const ended = watchEnd(child)
  const ready = await waitForOutput(child, name, readyPattern, timeoutMs, ended)
  return { ready, ended, stop: () => stop(child, ended) }
}

const watchEnd = (child: ChildProcess): Promise<string> => {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_OUTPUT)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // `close`, not `exit`: it waits until grandchildren, which share our pipes, are gone too.
    child.once('close', () => resolve(errors.trim()))
  })
}

const waitForOutput = async (
  child: ChildProcess,
  name: string,
  pattern: RegExp,
  timeoutMs: number,
  ended: Promise<string>,
): Promise<RegExpExecArray> => {
  let output = ''
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} was not ready after ${timeoutMs} ms`)), timeoutMs)
      ended.then((errors) => reject(new Error(`${name} ended before it was ready: ${errors || 'no reason given'}`)))
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = pattern.exec(output)
        if (!found) return
        resolve(found)
        // Its pipe has to be emptied for as long as it writes, or it blocks.
        child.stdout?.removeAllListeners('data').resume()
      })
    })
  } catch (error) {
    await stop(child, ended)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const stop = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
