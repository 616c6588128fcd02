// @generated from openrpc.json by scripts/generate — do not edit

import { type CallLimit, type Reply, type Request, startLimit, type Transport } from './wire.js'

interface Waiting {
  readonly request: Request
  readonly limit: CallLimit
  readonly resolve: (reply: Reply) => void
  readonly fail: (error: unknown) => void
  /** Called when the call has its outcome. */
  ended: () => void
}

/** Sends calls made within one turn of the event loop as one message of at most `maxCalls`. */
export class AutoBatch implements Transport {
  readonly #next: Transport
  readonly #maxCalls: number
  readonly #waiting = new Set<Waiting>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(next: Transport, maxCalls: number) {
    this.#next = next
    this.#maxCalls = maxCalls
  }

  send(request: Request, limit: CallLimit): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const end = () => {
        stop()
        call.ended()
      }
      const call: Waiting = {
        request,
        limit,
        resolve: (reply) => {
          end()
          resolve(reply)
        },
        fail: (error) => {
          end()
          reject(error)
        },
        ended: () => this.#waiting.delete(call),
      }
      // Each call has its own limit; the others of its batch continue.
      const stop = startLimit(limit, call.fail)
      this.#waiting.add(call)
      if (this.#waiting.size >= this.#maxCalls) this.#flush()
      else this.#timer ??= setTimeout(() => this.#flush(), 0)
    })
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const calls = [...this.#waiting]
    this.#waiting.clear()
    const [first] = calls
    if (first === undefined) return
    if (calls.length === 1) return void this.#next.send(first.request, first.limit).then(first.resolve, first.fail)
    const requests = calls.map(({ request }) => request)
    this.#next.sendBatch(requests, limitOf(calls)).then(
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

/** The limit of a batch, which ends with the last of its calls. */
const limitOf = (calls: readonly Waiting[]): CallLimit => {
  const abort = new AbortController()
  const open = new Set(calls)
  for (const call of calls)
    call.ended = () => {
      if (open.delete(call) && open.size === 0) abort.abort()
    }
  return {
    timeoutMs: Math.max(...calls.map(({ limit }) => limit.timeoutMs)),
    dueMs: Math.max(...calls.map(({ limit }) => limit.dueMs)),
    signal: abort.signal,
  }
}
