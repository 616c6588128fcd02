import { type ChildProcess, spawn } from 'node:child_process'

/** A child process that cannot outlive this one. */
export interface OwnedProcess {
  /** The match of `readyPattern` in the process's output. */
  readonly ready: RegExpExecArray
  /** Resolves with the last lines of standard error after the process ended, on request or not. */
  readonly ended: Promise<string>
  /** Ends the process and resolves when it is gone; may be called again. */
  stop(): Promise<void>
}

const STOP_TIMEOUT_MS = 5_000
const KEPT_OUTPUT = 8_192

/**
 * Output that shows that a process is ready, or that its start is hopeless; it has `timeoutMs` for
 * either.
 */
export interface StartSigns {
  readonly ready: RegExp
  readonly hopeless?: RegExp
  readonly timeoutMs?: number
}

/**
 * Starts Node.js on `source` (CommonJS text) so that it ends with this process, however that ends:
 * it must exit when its standard input closes, which the kernel does even after SIGKILL. It has its
 * own process group, so Ctrl-C reaches only this process, which stops the others in its order.
 *
 * Errors  if it ends, reports a hopeless start or stays silent, before it is ready; the message
 *         starts with `name`
 */
export const startOwnedProcess = async (
  name: string,
  source: string,
  args: readonly string[],
  signs: StartSigns,
): Promise<OwnedProcess> => {
  // A debugger's or test runner's NODE_OPTIONS are not meant for a chain.
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, ['-e', source, '--', ...args], {
    stdio: 'pipe',
    detached: true,
    windowsHide: true,
    env,
  })
  // Writing to a process that has just died must not crash this one: `ended` reports its end.
  child.stdin.on('error', () => {})
  const ended = watchEnd(child)
  const ready = await waitForOutput(child, name, signs, ended)
  return { ready, ended, stop: () => stop(child, ended) }
}

const watchEnd = (child: ChildProcess): Promise<string> => {
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_OUTPUT)
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    // `close`, not `exit`: it waits until grandchildren, which share the pipes, are gone too.
    child.once('close', () => resolve(errors.trim()))
  })
}

const waitForOutput = async (
  child: ChildProcess,
  name: string,
  { ready, hopeless, timeoutMs = 20_000 }: StartSigns,
  ended: Promise<string>,
): Promise<RegExpExecArray> => {
  let output = ''
  let complaints = ''
  let complain = (_text: string): void => {}
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} was not ready after ${timeoutMs} ms`)), timeoutMs)
      ended.then((errors) => reject(new Error(`${name} ended before it was ready: ${errors || 'no reason given'}`)))
      complain = (text) => {
        complaints = (complaints + text).slice(-KEPT_OUTPUT)
        if (!hopeless?.test(complaints)) return
        reject(new Error(`${name} cannot start: ${complaints.trim()}`))
        // It may be stuck where it cannot notice that its standard input closed.
        child.kill('SIGKILL')
      }
      child.stderr?.on('data', complain)
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const found = ready.exec(output)
        if (!found) return
        resolve(found)
        // The pipe must be drained while the process writes, or it blocks.
        child.stdout?.removeAllListeners('data').resume()
      })
    })
  } catch (error) {
    await stop(child, ended)
    throw error
  } finally {
    clearTimeout(timer)
    child.stderr?.off('data', complain)
  }
}

const stop = async (child: ChildProcess, ended: Promise<string>): Promise<void> => {
  child.stdin?.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await ended
  clearTimeout(timer)
}
