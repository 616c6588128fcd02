// @generated from openrpc.json by scripts/generate — do not edit

import { type CallLimit, type Reply, type Request, startLimit, type Transport } from './wire.js'

interface Waiting {
  readonly request: Request
  readonly limit: CallLimit
  readonly resolve: (reply: Reply) => void
  readonly fail: (error: unknown) => void
}

/** Sends calls made within one turn of the event loop as one message of at most `maxCalls`. */
export class AutoBatch implements Transport {
  readonly #next: Transport
  readonly #maxCalls: number
  #waiting: Waiting[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(next: Transport, maxCalls: number) {
    this.#next = next
    this.#maxCalls = maxCalls
  }

  send(request: Request, limit: CallLimit): Promise<Reply> {
    return new Promise((resolve, reject) => {
      // Each call has its own limit; the others of its batch continue.
      const stop = startLimit(limit, reject)
      const succeed = (reply: Reply) => {
        stop()
        resolve(reply)
      }
      const fail = (error: unknown) => {
        stop()
        reject(error)
      }
      this.#waiting.push({ request, limit, resolve: succeed, fail })
      if (this.#waiting.length >= this.#maxCalls) this.#flush()
      else this.#timer ??= setTimeout(() => this.#flush(), 0)
    })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const calls = this.#waiting.filter(({ limit }) => limit.signal?.aborted !== true)
    this.#waiting = []
    const [first] = calls
    if (first === undefined) return
    if (calls.length === 1) return void this.#next.send(first.request, first.limit).then(first.resolve, first.fail)
    const timeoutMs = Math.max(...calls.map(({ limit }) => limit.timeoutMs))
    const requests = calls.map(({ request }) => request)
    this.#next.sendBatch(requests, { timeoutMs }).then(
      (replies) => replies.forEach((reply, index) => void calls[index]?.resolve(reply)),
      (error) => {
        for (const { fail } of calls) fail(error)
      },
    )
  }

  sendBatch(requests: readonly Request[], limit: CallLimit): Promise<Reply[]> {
    return this.#next.sendBatch(requests, limit)
  }

  close(): void {
    this.#flush()
    this.#next.close()
  }
}
