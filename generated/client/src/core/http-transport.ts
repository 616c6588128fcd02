// @generated from openrpc.json by scripts/generate — do not edit

import { type AnswerFacts, type HeaderReader, readFacts } from './answer-facts.js'
import { itemTexts } from './result-text.js'
import { TransportError } from './rpc-error.js'
import {
  batchText,
  type CallLimit,
  idOf,
  parseMessage,
  type Reply,
  type Request,
  readReply,
  startLimit,
  type Transport,
} from './wire.js'

/** The part of an HTTP answer that a transport needs. */
export interface HttpAnswer {
  readonly status: number
  readonly header: HeaderReader
  readonly text: string
}

/**
 * Posts a JSON body and resolves with the answer, whatever its status; follows no redirect. Rejects
 * without an answer, with a TransportError if it knows the reason. `signal` ends it.
 */
export type HttpPost = (url: string, body: string, signal: AbortSignal) => Promise<HttpAnswer>

/** Calls over HTTP with any function that posts a body. */
export class HttpTransport implements Transport {
  readonly #post: HttpPost
  readonly #url: string
  readonly #inFlight = new Set<(error: unknown) => void>()
  readonly #onAnswer: (facts: AnswerFacts) => void
  #isClosed = false

  constructor(url: string, post: HttpPost, onAnswer: (facts: AnswerFacts) => void) {
    this.#url = url
    this.#post = post
    this.#onAnswer = onAnswer
  }

  async #exchange(body: string, limit: CallLimit): Promise<{ text: string; facts: AnswerFacts }> {
    if (this.#isClosed) throw new TransportError('the client is closed', 'closed')
    const { status, header, text } = await this.#answer(body, limit)
    const facts = readFacts(status, header)
    // Outside the try block: an error of the application's function is not a failure of the
    // transport.
    this.#onAnswer(facts)
    return { text, facts }
  }

  #answer(body: string, limit: CallLimit): Promise<HttpAnswer> {
    const abort = new AbortController()
    return new Promise((resolve, reject) => {
      const end = (error: unknown) => {
        finish()
        reject(error)
        abort.abort()
      }
      // The limit covers the whole answer, so a trickling answer must end too.
      const stop = startLimit(limit, end)
      const finish = () => {
        stop()
        this.#inFlight.delete(end)
      }
      this.#inFlight.add(end)
      this.#post(this.#url, body, abort.signal).then(
        (answer) => {
          finish()
          resolve(answer)
        },
        // Other errors are not passed on, not even as a cause: their configuration contains the
        // URL, and thus the key.
        (error) =>
          end(error instanceof TransportError ? error : new TransportError('the connection failed', 'connection')),
      )
    })
  }

  async send(request: Request, limit: CallLimit): Promise<Reply> {
    const { text, facts } = await this.#exchange(request.text, limit)
    const message = parseMessage(text, facts.httpStatus)
    const reply = readReply(message, text, facts, request.method)
    if ('result' in reply && idOf(message) !== request.id)
      throw new TransportError('the answer belongs to another request', 'bad-answer', facts.httpStatus)
    return reply
  }

  async sendBatch(requests: readonly Request[], limit: CallLimit): Promise<Reply[]> {
    const { text, facts } = await this.#exchange(batchText(requests), limit)
    const message = parseMessage(text, facts.httpStatus)
    if (!Array.isArray(message)) {
      const refusal = readReply(message, text, facts)
      throw 'error' in refusal
        ? refusal.error
        : new TransportError('the answer to the batch is not an array', 'bad-answer', facts.httpStatus)
    }
    const texts = itemTexts(text)
    const members = new Map(message.map((member, index) => [idOf(member), { member, text: texts[index] ?? '' }]))
    return requests.map(({ id, method }) => {
      const found = members.get(id)
      if (found === undefined)
        return {
          error: new TransportError('the answer to the batch leaves this call out', 'bad-answer', facts.httpStatus),
        }
      return readReply(found.member, found.text, facts, method)
    })
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#inFlight) end(new TransportError('the client is closed', 'closed'))
  }
}
