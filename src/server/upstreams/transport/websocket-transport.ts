import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { WebSocket } from 'ws'
import { IntrusiveMap } from '../../../runtime/intrusive-collections.js'
import { readAddress, type UpstreamAddress, type UpstreamHeaders } from '../../../wire/http/client/address.js'
import type { AccountShare } from '../../accounts/account-share.js'
import { AbandonCounter, type OnSharing } from './batching-state.js'
import { type RoundTrip, SharedCall } from './shared-call.js'
import { readId } from './split-batch.js'
import type { AnswerSink, RequestBody, UpstreamExchange, UpstreamTransport } from './transport.js'

const HANDSHAKE_TIMEOUT_MS = 5_000
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 15_000
/** Ping interval. A node that is silent for a whole interval counts as lost. */
const PING_MS = 5_000
/** Calls under way at once; further ones go over HTTP. */
const MAX_CALLS = 10_000
/** Bytes the node has not read yet; above this, calls go over HTTP. */
const MAX_UNSENT_BYTES = 1_048_576

interface WebSocketOptions {
  readonly maxAnswerBytes: number
  readonly onSharing: OnSharing
}

/**
 * Sends cheap calls over one WebSocket to the node, many under way at once; one write per turn of
 * the event loop. Other calls, and all while it is disconnected, go over HTTP. Calls that were
 * under way when it broke are sent again over HTTP.
 *
 * Source  docs/performance-notes.md, "Measured before the design", 3; RFC 6455
 */
export const createWebSocketTransport = (
  wsUrl: string,
  single: UpstreamTransport,
  options: WebSocketOptions,
  headers?: UpstreamHeaders,
): UpstreamTransport => new WebSocketTransport(readAddress(wsUrl, headers), single, options)

class WebSocketTransport implements UpstreamTransport, RoundTrip {
  private readonly calls = new IntrusiveMap<SharedCall>()
  private socket: WebSocket | undefined
  /** The underlying socket: corked, it writes many frames at once. */
  private wire: Socket | undefined
  private lastId = 0
  private readonly abandoned = new AbandonCounter()
  private isOpen = false
  private isCorked = false
  private isAlive = false
  private isClosing = false
  private restMs = FIRST_REST_MS
  private timer: NodeJS.Timeout | undefined
  private settleDrained = () => {}

  constructor(
    private readonly address: UpstreamAddress,
    private readonly single: UpstreamTransport,
    private readonly options: WebSocketOptions,
  ) {
    options.onSharing(false)
    this.open()
  }

  exchange(
    body: RequestBody,
    sink: AnswerSink,
    isCheap = false,
    account?: AccountShare,
    fields?: string,
  ): UpstreamExchange {
    if (!isCheap || !this.isOpen || this.isFull() || !SharedCall.canShare(body))
      return this.single.exchange(body, sink, isCheap, account, fields)
    const call = new SharedCall(body, sink, account, fields)
    call.number = ++this.lastId
    call.trip = this
    this.calls.add(call)
    this.cork()
    this.socket!.send(Buffer.from(call.text(), 'latin1'), { binary: false })
    return call
  }

  /** No caller waits for the call any more: a later answer is dropped. */
  left(call: SharedCall): void {
    this.forget(call)
    if (this.abandoned.add()) this.socket?.terminate()
  }

  async close(): Promise<void> {
    this.isClosing = true
    if (this.calls.size > 0) {
      await new Promise<void>((resolve) => {
        this.settleDrained = resolve
      })
    }
    clearTimeout(this.timer)
    this.isOpen = false
    this.socket?.close(1000)
    await this.single.close()
    this.wire?.destroy()
  }

  private isFull(): boolean {
    return this.isClosing || this.calls.size >= MAX_CALLS || this.wire!.writableLength > MAX_UNSENT_BYTES
  }

  private forget(call: SharedCall): void {
    this.calls.remove(call)
    if (this.isClosing && this.calls.size === 0) this.settleDrained()
  }

  /** Buffers writes until this turn is over. */
  private cork(): void {
    if (this.isCorked) return
    this.isCorked = true
    const wire = this.wire!
    wire.cork()
    setImmediate(() => {
      this.isCorked = false
      wire.uncork()
    })
  }

  private open(): void {
    const { isSecure, hostHeader, path, headers } = this.address
    const socket = new WebSocket(`${isSecure ? 'wss' : 'ws'}://${hostHeader}${path}`, {
      createConnection: () => {
        this.wire = connectWire(this.address)
        return this.wire
      },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      maxPayload: this.options.maxAnswerBytes,
      perMessageDeflate: false,
      // The sink checks an answer's bytes.
      skipUTF8Validation: true,
      headers,
    })
    this.socket = socket
    socket.on('open', () => this.opened())
    socket.on('message', (data, isBinary) => {
      if (!isBinary) this.read(data as Buffer)
    })
    socket.on('pong', () => {
      this.isAlive = true
    })
    socket.on('error', () => {})
    socket.on('close', () => this.lost())
  }

  private opened(): void {
    if (this.isClosing) return
    this.isOpen = true
    this.isAlive = true
    this.abandoned.clear()
    this.options.onSharing(true)
    this.watch()
  }

  private watch(): void {
    this.timer = setTimeout(() => {
      if (!this.isAlive) return this.socket?.terminate()
      this.isAlive = false
      this.socket?.ping()
      this.watch()
    }, PING_MS)
    this.timer.unref()
  }

  private read(bytes: Buffer): void {
    this.isAlive = true
    this.abandoned.clear()
    const id = readId(bytes, 0, bytes.length)
    const call = this.calls.get(id)
    if (call === undefined) return
    this.restMs = FIRST_REST_MS
    call.settle(200, bytes, 0, bytes.length)
    this.forget(call)
  }

  private lost(): void {
    clearTimeout(this.timer)
    if (this.isOpen) this.options.onSharing(false)
    this.isOpen = false
    this.wire?.destroy()
    for (const call of this.calls.takeAll()) call.sendAlone(this.single)
    this.settleDrained()
    if (this.isClosing) return
    this.timer = setTimeout(() => this.open(), this.restMs)
    this.timer.unref()
    this.restMs = Math.min(LONGEST_REST_MS, this.restMs * 2)
  }
}

const connectWire = ({ isSecure, host, port }: UpstreamAddress): Socket => {
  if (!isSecure) return connectTcp({ host, port, noDelay: true })
  // SNI takes names only (RFC 6066, section 3).
  return connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
}
