import { type Dispatcher, Pool } from 'undici'
import type { AnswerSink, UpstreamExchange, UpstreamTransport } from '../../src/server/upstreams/transport/transport.js'
import { readAddress } from '../../src/wire/http/client/address.js'
import { joined } from '../../src/wire/jsonrpc/write-reply.js'

const CONNECT_TIMEOUT_MS = 3_000
const CLOSED_BY_PEER = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/**
 * Keep-alive HTTP/1.1 to one upstream over undici: what our own client is tested and measured
 * against.
 *
 * Time limits are the caller's (`abort`): undici's own would cut an answer that waits for a slow
 * client.
 * Errors  connection refused, reset, TLS trouble and broken HTTP arrive at the sink's `fail`
 */
export const createUndiciTransport = (url: string, maxConnections: number): UpstreamTransport => {
  const { path, headers: more } = readAddress(url)
  const pool = new Pool(new URL(url).origin, {
    connections: maxConnections,
    pipelining: 1,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 30_000,
  })
  // No accept-encoding: a compressed answer would have to be unpacked to find the result in it.
  const headers = ['content-type', 'application/json', 'accept', 'application/json', ...Object.entries(more).flat()]
  return {
    exchange: (body, sink) => {
      const whole = joined(body)
      const send = () => void pool.dispatch({ method: 'POST', path, headers, body: whole }, exchange)
      const exchange = new UndiciExchange(sink, send)
      send()
      return exchange
    },
    doubtIdle: () => {},
    close: () => pool.close(),
  }
}

class UndiciExchange implements UpstreamExchange, Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined
  private isOver = false
  private isRepeated = false
  private hasHead = false

  constructor(
    private readonly sink: AnswerSink,
    private readonly send: () => void,
  ) {}

  resume(): void {
    this.controller?.resume()
  }

  abort(): void {
    if (this.isOver) return
    this.isOver = true
    this.controller?.abort(new Error('aborted by the gateway'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    // Aborted while it waited for a connection: it must not be sent any more.
    if (this.isOver) controller.abort(new Error('aborted by the gateway'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (this.isOver || status < 200) return
    this.hasHead = true
    const length = Number(headers['content-length'])
    this.sink.head(status, Number.isSafeInteger(length) ? length : undefined)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isOver) return
    if (!this.sink.chunk(chunk)) controller.pause()
  }

  onResponseEnd(): void {
    if (this.isOver) return
    this.isOver = true
    this.sink.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.isOver) return
    if (!this.isRepeated && !this.hasHead && CLOSED_BY_PEER.has((error as { code?: string }).code ?? '')) {
      // Servers close connections they think idle, now and then just as a request is on its way.
      // Every method only reads: once more.
      this.isRepeated = true
      queueMicrotask(this.send)
      return
    }
    this.isOver = true
    this.sink.fail(error)
  }
}
