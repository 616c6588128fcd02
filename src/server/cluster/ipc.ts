/** A message between the primary and a worker; with an `id` it expects an answer. */
type Message =
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly kind: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: SentError }

/** An error without its stack. Its code may say that the store is away. */
interface SentError {
  readonly message: string
  readonly code?: unknown
}

/** One end of a pipe between two processes, as node:child_process and node:cluster provide it. */
export interface MessagePipe {
  /** False if the other process is gone. */
  send(message: object): boolean
  onMessage(listen: (message: unknown) => void): void
}

/**
 * Calls that one side accepts: plain data in and out, as the structured clone algorithm copies it.
 */
// biome-ignore lint/suspicious/noExplicitAny: the arguments are those of each call's own type
export type Calls = Readonly<Record<string, (...args: any[]) => unknown>>

/** Time limit of an answer, and the most answers awaited at once. */
const ANSWER_MS = 5_000
const MAX_AWAITED = 10_000

/** The other side is gone, or too slow. */
export class ProcessAway extends Error {}

interface AwaitedAnswer {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/**
 * The other process at the end of a pipe: `Theirs` are its calls; `ownCalls` answers the calls that
 * it makes, in order. `onBug` receives exceptions of calls that expect no answer.
 */
export class Channel<Theirs extends Calls> {
  private readonly awaited = new Map<number, AwaitedAnswer>()
  private count = 0

  constructor(
    private readonly pipe: MessagePipe,
    private readonly ownCalls: Calls,
    private readonly onBug: (bug: unknown) => void,
    private readonly answerMs = ANSWER_MS,
  ) {
    pipe.onMessage((message) => this.receive(message as Message))
  }

  /**
   * Rejects with the other side's error, or with ProcessAway if it is gone or does not answer
   * within 5 s.
   */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>>> {
    return new Promise((resolve, reject) => {
      const { awaited, answerMs } = this
      if (awaited.size >= MAX_AWAITED)
        return reject(new ProcessAway(`the other process is too slow to be asked ${name}`))
      const id = this.count++
      const giveUp = () => this.take(id)?.reject(new ProcessAway(`no answer to ${name} in ${answerMs} ms`))
      awaited.set(id, { resolve, reject, timer: setTimeout(giveUp, answerMs) })
      if (!this.pipe.send({ kind: 'call', name, args, id } satisfies Message)) this.fail(id)
    })
  }

  /** Expects no answer; lost if the other side is gone. */
  notify<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    this.pipe.send({ kind: 'call', name, args } satisfies Message)
  }

  /** Fails all unanswered calls; call it when the other side is gone. */
  close(): void {
    for (const id of [...this.awaited.keys()]) this.fail(id)
  }

  private receive(message: Message): void {
    if (message.kind === 'call') return void this.answer(message)
    if (message.kind !== 'answer') return
    const asked = this.take(message.id)
    if (message.error === undefined) asked?.resolve(message.value as never)
    else asked?.reject(Object.assign(new Error(message.error.message), message.error))
  }

  private async answer({ name, args, id }: Message & { kind: 'call' }): Promise<void> {
    const { ownCalls, pipe } = this
    try {
      const call = Object.hasOwn(ownCalls, name) ? ownCalls[name] : undefined
      if (call === undefined) throw new Error(`there is no call ${name}`)
      const value = await call(...args)
      if (id !== undefined) pipe.send({ kind: 'answer', id, value } satisfies Message)
    } catch (error) {
      if (id === undefined) return this.onBug(error)
      const { message, code } = error as SentError
      pipe.send({ kind: 'answer', id, error: { message, code } } satisfies Message)
    }
  }

  /** Stops waiting for this answer. */
  private take(id: number): AwaitedAnswer | undefined {
    const one = this.awaited.get(id)
    this.awaited.delete(id)
    clearTimeout(one?.timer)
    return one
  }

  private fail(id: number): void {
    this.take(id)?.reject(new ProcessAway('the other process is gone'))
  }
}
