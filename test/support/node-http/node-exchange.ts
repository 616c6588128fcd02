import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Cancellation } from '../../../src/runtime/cancellation.js'
import { readBody } from '../../../src/server/listeners/private/read-body.js'
import type { HttpExchange, ReadBody, ReplyHead, RequestHead } from '../../../src/wire/http/server/handler.js'
import { corsFields } from '../../../src/wire/http/server/reply-writer.js'
import { CHUNKED } from '../../../src/wire/http/server/request-head.js'
import type { UnpackedBody } from '../../../src/wire/http/server/unpacked-body.js'
import { bytesOf, joined, lengthOf, type Piece, type Written } from '../../../src/wire/jsonrpc/write-reply.js'
import { writeHttp } from './write-http.js'

/** Returns a header of node:http as one text. */
export const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Returns the head of a request of node:http. */
export const requestHeadOf = (request: IncomingMessage): RequestHead => {
  const { method = '', url: target = '/' } = request
  const has = (name: string): boolean => headerOf(request, name) !== undefined
  return {
    method,
    target,
    hasCredentials: has('authorization') || has('x-api-key'),
    hasTrace: has('traceparent'),
    host: headerOf(request, 'host'),
    origin: headerOf(request, 'origin'),
    bodyLength: has('transfer-encoding') ? CHUNKED : Number(headerOf(request, 'content-length') ?? 0),
    isEncoded: !['', 'identity'].includes(headerOf(request, 'content-encoding') ?? ''),
    isGzip: headerOf(request, 'content-encoding') === 'gzip',
  }
}

/** Returns a reply's fields, name and value in turn, as node:http takes them. */
const fieldPairs = ({ call, allowedOrigin, moreFields: more }: ReplyHead): string[] => {
  const pairs = [...corsFields(allowedOrigin)]
  if (call !== undefined) {
    pairs.push('X-Request-Id', call.requestId)
    pairs.push('X-Credits-Cost', String(call.costCredits), 'X-Credits-Reset', String(call.resetSeconds))
    if (call.remainingCredits !== undefined) pairs.push('X-Credits-Remaining', String(call.remainingCredits))
    if (call.servedBy.length > 0) pairs.push('X-Served-By', call.servedBy.join(', '))
    if (call.isVerified) pairs.push('X-Verified', 'proof')
  }
  pairs.push(...more)
  return pairs
}

/**
 * Discards the rest of a refused body, until it ends or `maxMs` have passed.
 *
 * Closing a connection with unread bytes resets it, and the client would lose the error reply (RFC
 * 9112, section 9.6).
 */
const discardBody = (request: IncomingMessage, maxMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    request.once('end', done)
    request.once('close', done)
    request.resume()
  })

/** A request and its response of node:http. */
export class NodeExchange implements HttpExchange {
  readonly memo = undefined
  readonly head: RequestHead

  constructor(
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
    private readonly writeTimeoutMs: number,
    private readonly lingerMs: number,
  ) {
    this.head = requestHeadOf(request)
  }

  get peer(): string {
    return this.request.socket.remoteAddress ?? ''
  }

  get isGone(): boolean {
    return this.response.destroyed
  }

  header(name: string): string | undefined {
    return headerOf(this.request, name)
  }

  async readBody(maxBytes: number): Promise<ReadBody> {
    const body = await readBody(this.request, maxBytes)
    return typeof body === 'string' ? { unread: body } : body
  }

  async unpackBody(packed: Piece, maxBytes: number): Promise<UnpackedBody> {
    return gunzipSync(bytesOf(packed), { maxOutputLength: maxBytes })
  }

  boundBody(): void {}

  authenticated(): void {}

  cancelWhenGone(cancellation: Cancellation): void {
    const { response } = this
    response.on('close', () => {
      if (!response.writableFinished) cancellation.cancel()
    })
  }

  reply(head: ReplyHead, written: Written | undefined): void {
    const { request, response } = this
    const fields = fieldPairs(head)
    if (written === undefined) {
      response.writeHead(head.status, fields)
      response.end()
    } else if (!request.complete) void this.replyEarly(head.status, fields, written)
    else if (request.method === 'HEAD') {
      const length = lengthOf(written.chunks)
      fields.push('Content-Type', 'application/json', 'Content-Length', String(length))
      response.writeHead(head.status, fields)
      response.end()
    } else void writeHttp(response, head.status, fields, written, { writeTimeoutMs: this.writeTimeoutMs })
  }

  pauseReading(): void {}

  abort(): void {
    this.response.destroy()
  }

  /**
   * Answers a request whose body has not been read to its end: the connection cannot be used again,
   * and must not be reset either.
   */
  private async replyEarly(status: number, fields: string[], written: Written): Promise<void> {
    const { request, response } = this
    const body = joined(written.chunks)
    fields.push('Connection', 'close', 'Content-Type', 'application/json', 'Content-Length', String(body.length))
    response.writeHead(status, fields)
    response.write(body)
    written.release()
    await discardBody(request, this.lingerMs)
    response.end()
  }
}
