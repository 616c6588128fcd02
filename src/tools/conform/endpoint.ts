import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

export type Transport = 'http' | 'websocket'

/** A message that was sent and its answer; over WebSocket without status and headers. */
export interface Sent {
  readonly text: string
  readonly status?: number
  readonly headers?: Headers
}

/** Options of an HTTP request besides its body. */
interface HttpWishes {
  readonly method?: string
  /** Replaces the endpoint's URL. */
  readonly url?: string
}

/** The endpoint did not answer at all. */
export class NoAnswer extends Error {}

export class BudgetSpent extends Error {}

const TIMEOUT_MS = 20_000
/** As over WebSocket: the limit of the ws package. */
const MAX_ANSWER_BYTES = 104_857_600
/**
 * Codes of a connection that ended before the answer began. An endpoint may end one that was idle
 * while a request is on its way, which is no fault; the request is sent once more.
 */
const ENDED: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']
/** After an answer that calls come too fast, the wait before each repetition, and their maximum. */
const THROTTLED_WAIT_MS = 1_000
const MOST_THROTTLED = 10
/** Codes of throttles, and their words; the codes alone have other meanings, too. */
const THROTTLED_CODES: readonly unknown[] = [-32_005, -33_200, -32_016, 429]
const THROTTLED_WORDS = /per second|rate|too many requests/i

/**
 * True if an answer, or a member of a batch, is refused because calls come too fast. Results may
 * contain such words, too: a contract does.
 */
const isThrottled = ({ status, text }: Sent): boolean => {
  if (status === 429) return true
  if (!text.includes('"error"') || !THROTTLED_WORDS.test(text)) return false
  try {
    return [JSON.parse(text)].flat().some(({ error }: { error?: { code?: unknown; message?: unknown } | null }) => {
      const { code, message } = error ?? {}
      return THROTTLED_CODES.includes(code) && THROTTLED_WORDS.test(String(message))
    })
  } catch {
    return false
  }
}

/** Sends, and repeats while the endpoint answers that calls come too fast. */
const patiently = async (send: () => Promise<Sent>): Promise<Sent> => {
  for (let attempt = 1; ; attempt++) {
    const sent = await send()
    if (attempt > MOST_THROTTLED || !isThrottled(sent)) return sent
    await sleep(THROTTLED_WAIT_MS)
  }
}

/** Counts requests; a batch counts as its calls. */
export class Budget {
  used = 0

  constructor(readonly limit: number) {}

  /** Errors: BudgetSpent */
  spend(calls: number): void {
    if (this.used + calls > this.limit) throw new BudgetSpent(`the budget of ${this.limit} calls is spent`)
    this.used += calls
  }
}

/** An address that answers JSON-RPC. */
export interface Endpoint {
  readonly transport: Transport
  readonly url: string
  /**
   * Sends a text and waits for the answer. `calls`: the number of calls in it. Errors: NoAnswer,
   * BudgetSpent
   */
  send(body: string, calls?: number): Promise<Sent>
}

/** The body of an answer. Errors: it is longer than any answer should be */
const bodyText = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`the answer is longer than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export class HttpEndpoint implements Endpoint {
  readonly transport = 'http'

  constructor(
    readonly url: string,
    private readonly budget: Budget,
  ) {}

  send(body: string, calls = 1, wishes: HttpWishes = {}): Promise<Sent> {
    this.budget.spend(calls)
    return patiently(() => this.request(body, wishes))
  }

  private async request(body: string, wishes: HttpWishes): Promise<Sent> {
    const { method = 'POST', url = this.url } = wishes
    const ask = () =>
      fetch(url, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(method === 'POST' && { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    try {
      const response = await ask().catch((error: Error & { cause?: NodeJS.ErrnoException }) => {
        if (!ENDED.includes(error.cause?.code)) throw error
        return ask()
      })
      return { text: await bodyText(response), status: response.status, headers: response.headers }
    } catch (error) {
      const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException }
      throw new NoAnswer(cause?.code ?? cause?.message ?? message)
    }
  }
}

/** Opens a WebSocket. Errors: NoAnswer */
export const connect = (url: string, timeoutMs = TIMEOUT_MS): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    // The option `handshakeTimeout` of ws starts again with every byte of the answer.
    const timer = setTimeout(() => {
      reject(new NoAnswer(`no WebSocket within ${timeoutMs} ms`))
      socket.terminate()
    }, timeoutMs)
    socket.once('open', () => {
      clearTimeout(timer)
      resolve(socket)
    })
    socket.once('error', ({ message }) => {
      clearTimeout(timer)
      reject(new NoAnswer(message))
    })
  })

/**
 * The endpoint over WebSocket; one message at a time, over one connection until the endpoint ends
 * it.
 */
export class SocketEndpoint implements Endpoint {
  readonly transport = 'websocket'
  private waiting: ((text: string | Error) => void) | undefined
  /** True after an answer timed out: it could still arrive here, in place of another. */
  private isLate = false

  private constructor(
    readonly url: string,
    private socket: WebSocket,
    private readonly budget: Budget,
    private readonly timeoutMs: number,
  ) {
    this.listenTo(socket)
  }

  /** Errors: NoAnswer, if no WebSocket can be opened there */
  static async open(url: string, budget: Budget, timeoutMs = TIMEOUT_MS): Promise<SocketEndpoint> {
    return new SocketEndpoint(url, await connect(url, timeoutMs), budget, timeoutMs)
  }

  send(body: string, calls = 1): Promise<Sent> {
    this.budget.spend(calls)
    return patiently(() => this.exchange(body))
  }

  stop(): void {
    this.socket.terminate()
  }

  private listenTo(socket: WebSocket): void {
    const take = (found: string | Error) => {
      if (socket === this.socket) this.waiting?.(found)
    }
    socket.on('message', (data) => take(String(data)))
    socket.on('close', (code) => take(new NoAnswer(`the WebSocket was closed with ${code}`)))
    socket.on('error', () => {})
  }

  private async reopen(): Promise<void> {
    this.socket.terminate()
    this.socket = await connect(this.url, this.timeoutMs)
    this.listenTo(this.socket)
    this.isLate = false
  }

  private async exchange(body: string): Promise<Sent> {
    let text = await this.ask(body)
    // The close may belong to the answer before: geth closes after broken JSON.
    if (text instanceof Error && !this.isLate) text = await this.ask(body)
    if (text instanceof Error) throw text
    return { text }
  }

  private async ask(body: string): Promise<string | Error> {
    if (this.isLate || this.socket.readyState !== WebSocket.OPEN) await this.reopen()
    return new Promise<string | Error>((resolve) => {
      const timer = setTimeout(() => {
        this.isLate = true
        this.waiting?.(new NoAnswer(`no answer within ${this.timeoutMs} ms`))
      }, this.timeoutMs)
      this.waiting = (found) => {
        clearTimeout(timer)
        this.waiting = undefined
        resolve(found)
      }
      if (this.socket.readyState !== WebSocket.OPEN) this.waiting(new NoAnswer('the WebSocket is closed'))
      else this.socket.send(body)
    })
  }
}
