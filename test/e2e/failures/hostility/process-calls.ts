import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

interface Asked {
  readonly id: number
  readonly name: string
  readonly value: unknown
}
type Answered = { readonly id: number; readonly value?: unknown; readonly error?: string }

/** Actions of a process, by name. */
export type Actions = Readonly<Record<string, (value: never) => unknown>>

/** A separate process. Its event loop does not disturb measurements in other processes. */
export interface PartProcess<Does extends Actions> {
  readonly pid: number
  /**
   * Runs an action in the process and returns its result. Errors: the action's, or that the process
   * ended.
   */
  ask<Name extends keyof Does & string>(
    name: Name,
    value: Parameters<Does[Name]>[0],
  ): Promise<Awaited<ReturnType<Does[Name]>>>
  stop(): Promise<void>
}

/** Starts a process with a file of this folder that calls `answerParent`. */
export const startPart = <Does extends Actions>(file: string): PartProcess<Does> => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child: ChildProcess = fork(join(import.meta.dirname, file), { execArgv: ['--import', 'tsx'], env })
  const waiting = new Map<number, (answer: Answered) => void>()
  let count = 0
  const exited = once(child, 'exit')
  void exited.then(([code, signal]) => {
    for (const settle of waiting.values()) settle({ id: 0, error: `${file} ended with ${code ?? signal}` })
    waiting.clear()
  })
  child.on('message', (answer: Answered) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  const ask = (name: string, value: unknown) =>
    new Promise<never>((resolve, reject) => {
      const asked: Asked = { id: ++count, name, value }
      waiting.set(asked.id, ({ value: found, error }) =>
        error === undefined ? resolve(found as never) : reject(new Error(error)),
      )
      child.send(asked, (error) => error && reject(error))
    })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await exited
  }
  return { pid: child.pid!, ask, stop }
}

/** Runs the actions that the parent asks for. The process ends with the parent. */
export const answerParent = (actions: Actions): void => {
  process.on('message', async ({ id, name, value }: Asked) => {
    const answer = (given: Answered) => process.send?.(given)
    try {
      answer({ id, value: await actions[name]!(value as never) })
    } catch (error) {
      answer({ id, error: `${name}: ${error instanceof Error ? error.stack : error}` })
    }
  })
  process.on('disconnect', () => process.exit(0))
}
