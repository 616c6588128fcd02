import { TransportError } from './rpc-error.js'

/** Events that wait for one reader. Too many of them end the queue, so that memory is bounded. */
export class EventQueue<Event> {
  readonly #mostWaiting: number
  #waiting: ({ readonly event: Event } | { readonly call: () => void })[] = []
  #ending: { readonly error?: unknown } | undefined
  #wake = () => {}

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  push(event: Event): void {
    if (this.#ending !== undefined) return
    if (this.#waiting.length < this.#mostWaiting) this.#waiting.push({ event })
    else this.fail(new TransportError(`${this.#mostWaiting} events wait to be read`, 'overflow'))
    this.#wake()
  }

  /**
   * Calls a function once the reader has got what was pushed before. Does nothing if another one
   * waits there already.
   */
  mark(call: () => void): void {
    const last = this.#waiting.at(-1)
    if (this.#ending !== undefined || (last !== undefined && 'call' in last)) return
    this.#waiting.push({ call })
    this.#wake()
  }

  /** The reader gets what waits, then the end. */
  finish(): void {
    this.#ending ??= {}
    this.#wake()
  }

  /** The reader gets what waits, then the error. */
  fail(error: unknown): void {
    this.#ending ??= { error }
    this.#wake()
  }

  /** The reader gets the end at once. */
  cancel(): void {
    this.#waiting = []
    this.#ending = {}
    this.#wake()
  }

  /** True if no further event is taken. */
  get isEnded(): boolean {
    return this.#ending !== undefined
  }

  /** Resolves to the next event, or to undefined at the end; rejects with the error. */
  async next(): Promise<{ readonly event: Event } | undefined> {
    for (;;) {
      const first = this.#waiting.shift()
      if (first !== undefined && 'event' in first) return first
      if (first !== undefined) first.call()
      else if (this.#ending === undefined)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      else if ('error' in this.#ending) throw this.#ending.error
      else return undefined
    }
  }
}
