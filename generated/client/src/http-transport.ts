// @generated from openrpc.json by scripts/generate — do not edit

import axios, { type AxiosInstance, type AxiosResponse } from 'axios'
import { type AnswerFacts, TransportError } from './rpc-error.js'
import { idOf, parseMessage, type Reply, type Request, readReply, type Transport } from './transport.js'

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const factsOf = ({ status, headers }: AxiosResponse): AnswerFacts => {
  const reset = numberOf(headers['x-credits-reset'])
  return {
    httpStatus: status,
    creditsCost: numberOf(headers['x-credits-cost']),
    creditsRemaining: numberOf(headers['x-credits-remaining']),
    creditsResetAt: reset === undefined ? undefined : new Date(reset * 1000),
    requestId: headers['x-request-id'],
    servedBy: headers['x-served-by'],
    isVerified: headers['x-verified'] === 'proof',
  }
}

/** HTTP POST with axios; connections are kept alive by its Node agent or by the browser. */
export class HttpTransport implements Transport {
  readonly #http: AxiosInstance
  readonly #url: string
  readonly #timeoutMs: number
  readonly #inFlight = new Set<AbortController>()
  #isClosed = false
  readonly #onAnswer: (facts: AnswerFacts) => void

  constructor(url: string, timeoutMs: number, onAnswer: (facts: AnswerFacts) => void) {
    this.#onAnswer = onAnswer
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#http = axios.create({
      maxRedirects: 0,
      responseType: 'text',
      transformResponse: [(text: string) => text],
      validateStatus: () => true,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    })
  }

  async #post(body: unknown): Promise<{ text: string; facts: AnswerFacts }> {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    const abort = new AbortController()
    this.#inFlight.add(abort)
    // The time-out of axios is one of silence; a trickling answer must end too.
    const timer = setTimeout(() => abort.abort(), this.#timeoutMs)
    let answered: AxiosResponse<string>
    try {
      answered = await this.#http.post<string>(this.#url, JSON.stringify(body), { signal: abort.signal })
    } catch (error) {
      throw this.#failure(error)
    } finally {
      clearTimeout(timer)
      this.#inFlight.delete(abort)
    }
    const facts = factsOf(answered)
    // Behind the catch above: what the application's own function throws is its own, and no failure of the transport.
    this.#onAnswer(facts)
    return { text: answered.data, facts }
  }

  /** The error of axios itself is not passed on, not even as a cause: its configuration has the URL, and so the key. */
  #failure(error: unknown): TransportError {
    if (this.#isClosed) return new TransportError('the client is closed', 'closed')
    if (!axios.isAxiosError(error)) return new TransportError('the request could not be sent', 'connection')
    if (axios.isCancel(error)) return new TransportError(`no answer within ${this.#timeoutMs} ms`, 'timeout')
    return new TransportError(error.message || 'the connection failed', error.code ?? 'connection')
  }

  async send(request: Request): Promise<Reply> {
    const { text, facts } = await this.#post(request)
    const message = parseMessage(text, facts.httpStatus)
    const reply = readReply(message, facts, text)
    if ('result' in reply && idOf(message) !== request.id)
      throw new TransportError('the answer belongs to another request', 'bad-answer', facts.httpStatus)
    return reply
  }

  async sendBatch(requests: readonly Request[]): Promise<Reply[]> {
    const { text, facts } = await this.#post(requests)
    const message = parseMessage(text, facts.httpStatus)
    if (!Array.isArray(message)) {
      const reply = readReply(message, facts)
      throw 'error' in reply
        ? reply.error
        : new TransportError('the answer is not a batch', 'bad-answer', facts.httpStatus)
    }
    const byId = new Map(message.map((member) => [idOf(member), member]))
    return requests.map(({ id }) => {
      const member: unknown = byId.get(id)
      if (member !== undefined) return readReply(member, facts)
      return { error: new TransportError('the batch has no answer for this call', 'bad-answer', facts.httpStatus) }
    })
  }

  close(): void {
    this.#isClosed = true
    for (const abort of this.#inFlight) abort.abort()
  }
}
