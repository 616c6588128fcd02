// @generated from openrpc.json by scripts/generate — do not edit

import { TransportError } from './rpc-error.js'

/** Events that wait for one reader. Too many of them end the queue, so that memory is bounded. */
export class EventQueue<Event> {
  readonly #mostWaiting: number
  #events: Event[] = []
  #ending: { readonly error?: unknown } | undefined
  #wake = () => {}

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting
  }

  push(event: Event): void {
    if (this.#ending !== undefined) return
    if (this.#events.length < this.#mostWaiting) this.#events.push(event)
    else this.fail(new TransportError(`${this.#mostWaiting} events wait to be read`, 'overflow'))
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
    this.#events = []
    this.#ending = {}
    this.#wake()
  }

  /** True if no further event is taken. */
  get isEnded(): boolean {
    return this.#ending !== undefined
  }

  /** Resolves to the next event, or to undefined at the end; rejects with the error. */
  async next(): Promise<{ readonly event: Event } | undefined> {
    while (this.#events.length === 0) {
      if (this.#ending !== undefined) {
        if ('error' in this.#ending) throw this.#ending.error
        return undefined
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return { event: this.#events.shift()! }
  }
}
