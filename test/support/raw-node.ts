import type { AddressInfo, Socket } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { createServer as createTls, type TlsOptions } from 'node:tls'
import type { AccountShare } from '../../src/server/accounts/account-share.js'
import type {
  AnswerSink,
  RequestBody,
  UpstreamExchange,
  UpstreamTransport,
} from '../../src/server/upstreams/transport/transport.js'
import { callStart } from '../../src/wire/json/node-messages.js'

/** A request as it stood on the wire, and the connection it came on, to answer with any bytes. */
export interface RawCall {
  readonly head: string
  readonly body: string
  readonly socket: Socket
  /** Number of the request on its connection, from 0. */
  readonly nth: number
  /** Number of the connection, from 0. */
  readonly connection: number
}

/** A node on a raw socket, for answers that no HTTP server would give. */
export interface RawNode {
  readonly port: number
  readonly calls: readonly RawCall[]
  readonly sockets: readonly Socket[]
  /** Refuses further connections. */
  refuse(): void
  stop(): Promise<void>
}

/** Starts a raw node; `answer` gets every whole request. */
export const startRawNode = async (
  answer: (call: RawCall) => void,
  options: { readonly tls?: TlsOptions; readonly host?: string; readonly onConnection?: (socket: Socket) => void } = {},
): Promise<RawNode> => {
  const calls: RawCall[] = []
  const sockets: Socket[] = []
  const serve = (socket: Socket) => {
    const connection = sockets.push(socket) - 1
    let received = ''
    let nth = 0
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const length = Number(/content-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0)
        if (received.length < end + 4 + length) return
        const body = received.slice(end + 4, end + 4 + length)
        const call = { head: received.slice(0, end), body, socket, nth: nth++, connection }
        received = received.slice(end + 4 + length)
        calls.push(call)
        answer(call)
      }
    })
    options.onConnection?.(socket)
  }
  const server = options.tls !== undefined ? createTls(options.tls, serve) : createTcp(serve)
  await new Promise<void>((resolve) => server.listen(0, options.host ?? '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    sockets,
    refuse: () => void server.close(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Everything that a sink received. */
export interface Heard {
  readonly status: number | undefined
  readonly byteLength: number | undefined
  /** The id that the answer must have, as the sink received it. */
  readonly idText: string
  readonly body: Buffer
  readonly error: (Error & { code?: string }) | undefined
}

/** An exchange under way, and everything that its sink receives. */
export interface Asked {
  readonly exchange: UpstreamExchange
  readonly heard: Promise<Heard>
  /** Returns the number of calls of the sink. */
  readonly count: () => number
}

/** Posts a body; `watch` gets each call of the sink, and may answer it. */
export const ask = (
  transport: UpstreamTransport,
  body: string | RequestBody = '{}',
  watch: Partial<AnswerSink> = {},
  canBatch = false,
  account?: AccountShare,
): Asked => {
  let count = 0
  let exchange: UpstreamExchange | undefined
  const heard = new Promise<Heard>((resolve) => {
    const chunks: Buffer[] = []
    let status: number | undefined
    let byteLength: number | undefined
    let idText = '1'
    const settle = (error?: Error) => resolve({ status, byteLength, idText, body: Buffer.concat(chunks), error })
    const sink: AnswerSink = {
      head: (code, length, id = 1) => {
        count++
        status = code
        byteLength = length
        idText = `${id}`
        watch.head?.(code, length)
      },
      chunk: (bytes) => {
        count++
        chunks.push(bytes)
        return watch.chunk?.(bytes) ?? true
      },
      whole: (bytes, from, to) => {
        sink.chunk(Buffer.from(bytes.subarray(from, to)))
        sink.end()
      },
      end: () => {
        count++
        watch.end?.()
        settle()
      },
      fail: (error) => {
        count++
        watch.fail?.(error)
        settle(error)
      },
    }
    exchange = transport.exchange(typeof body === 'string' ? inPieces(body) : body, sink, canBatch, account)
  })
  return { exchange: exchange!, heard, count: () => count }
}

/** Splits a body as `forward` does: the beginning with the id, and the rest. */
const inPieces = (body: string): RequestBody => {
  const text = Buffer.from(body).toString('latin1')
  const start = callStart(1)
  return text.startsWith(start) ? [start, text.slice(start.length)] : [text]
}
