/** A message between the primary and a worker; `id` is there when an answer is wanted. */
type Message =
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }

/** One end of a pipe between two processes, as node:child_process and node:cluster have it. */
export interface Pipe {
  /** False when the other process is gone. */
  send(message: object): boolean
  onMessage(listen: (message: unknown) => void): void
}

/** What one side can be asked: plain data in and out, as the structured clone algorithm copies it. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are those of each call's own type
export type Calls = Readonly<Record<string, (...args: any[]) => unknown>>

/** The other process, as this one sees it: `Theirs` is what it can be asked. */
export interface Channel<Theirs extends Calls> {
  /** Rejects with the other side's error, or when it is gone or has not answered in 5 s. */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** Wants no answer; lost when the other side is gone. */
  notify<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void
  /** Fails what was asked and not answered; to be called when the other side is gone. */
  close(): void
}

/** How long an answer may take, and how many may be awaited at once. */
const ANSWER_MS = 5_000
const MAX_AWAITED = 10_000

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Opens a channel over a pipe; `mine` answers what the other side asks, in the order in which it asked. `onBug` hears what is thrown where
 * no answer is wanted.
 */
export const openChannel = <Theirs extends Calls>(
  pipe: Pipe,
  mine: Calls,
  onBug: (bug: unknown) => void,
  answerMs = ANSWER_MS,
): Channel<Theirs> => {
  const awaited = new Map<number, Pending>()
  let count = 0

  const end = (id: number): Pending | undefined => {
    const one = awaited.get(id)
    awaited.delete(id)
    clearTimeout(one?.timer)
    return one
  }

  const answer = async ({ name, args, id }: Message & { kind: 'call' }): Promise<void> => {
    try {
      const call = Object.hasOwn(mine, name) ? mine[name] : undefined
      if (call === undefined) throw new Error(`there is no call ${name}`)
      const value = await call(...args)
      if (id !== undefined) pipe.send({ kind: 'answer', id, value } satisfies Message)
    } catch (error) {
      if (id === undefined) return onBug(error)
      pipe.send({ kind: 'answer', id, error: (error as Error).message } satisfies Message)
    }
  }

  pipe.onMessage((message) => {
    const one = message as Message
    if (one.kind === 'call') void answer(one)
    else if (one.kind === 'answer') {
      const asked = end(one.id)
      if (one.error === undefined) asked?.resolve(one.value as never)
      else asked?.reject(new Error(one.error))
    }
  })

  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (awaited.size >= MAX_AWAITED) return reject(new Error(`the other process is too slow to be asked ${name}`))
        const id = count++
        const timer = setTimeout(() => end(id)?.reject(new Error(`no answer to ${name} in ${answerMs} ms`)), answerMs)
        awaited.set(id, { resolve, reject, timer })
        if (!pipe.send({ kind: 'call', name, args, id } satisfies Message)) {
          end(id)?.reject(new Error('the other process is gone'))
        }
      }),
    notify: (name, ...args) => void pipe.send({ kind: 'call', name, args } satisfies Message),
    close: () => {
      for (const id of [...awaited.keys()]) end(id)?.reject(new Error('the other process is gone'))
    },
  }
}
