import { WebSocket } from 'ws'
import { IoFirstTimer } from '../../../runtime/timers.js'
import { countNodeMessage, nodeMessageBudget, type TurnWaiter } from '../../../runtime/turns/process-budgets.js'
import { readAddress, type UpstreamHeaders } from '../../../wire/http/client/address.js'
import { answerPings } from '../../../wire/websocket/answer-pings.js'
import { reasonOf } from '../outcome.js'

const OPEN_LIMIT_MS = 5_000
const PING_EVERY_MS = 5_000
/** A connection on which nothing arrives for this long, pongs included, is broken. */
const MAX_SILENCE_MS = 15_000
const MAX_UNSENT_BYTES = 4_194_304
/** ws takes the pieces of a frame one by one, in a time that grows with their square. */
const MAX_PIECES = 16_384

/** A node's WebSocket, as configured. Address and headers may contain credentials. */
export interface SocketDestination {
  readonly wsUrl: string
  readonly headers?: UpstreamHeaders | undefined
}

/** Receives what happens on a connection. */
export interface ConnectionListener {
  opened(): void
  message(bytes: Buffer): void
  /** It failed, before or after it opened; the reason is a log word. Called once. */
  failed(reason: string): void
  /** Called every few seconds while it is open. */
  beat(stopwatchMs: number): void
}

/**
 * One WebSocket connection to a node, watched by pings. Once closed or failed, it calls its
 * listener no more.
 *
 * Bounds  time to open, bytes of a message, unsent bytes, messages read in a turn of the event loop
 */
export class SocketConnection implements TurnWaiter {
  /** When something last arrived, by the monotonic clock. */
  private heardMs = 0
  private isWaiting = false
  private readonly socket: WebSocket
  /** Every byte that the node sends restarts the `handshakeTimeout` of ws. */
  private readonly opening = new IoFirstTimer(() => this.fail('timed_out'))
  private heartbeat: NodeJS.Timeout | undefined
  private isOver = false

  constructor(
    { wsUrl, headers: configured }: SocketDestination,
    private readonly options: { readonly maxMessageBytes: () => number; readonly stopwatchMs: () => number },
    private readonly listener: ConnectionListener,
  ) {
    const { isSecure, hostHeader, path, headers } = readAddress(wsUrl, configured)
    const bounds = { maxPayload: options.maxMessageBytes(), maxBufferedChunks: MAX_PIECES }
    const socketOptions = { headers, ...bounds, perMessageDeflate: false, autoPong: false }
    const socket = new WebSocket(`${isSecure ? 'wss' : 'ws'}://${hostHeader}${path}`, socketOptions)
    this.socket = socket
    const hear = (): void => {
      this.heardMs = options.stopwatchMs()
    }
    socket.on('open', () => this.opened())
    // A Buffer, as ws gives messages by default.
    socket.on('message', (data: Buffer, isBinary) => {
      hear()
      if (this.isOver) return
      if (!countNodeMessage(data.length)) this.waitForTurn()
      if (isBinary) this.fail('not_json')
      else listener.message(data)
    })
    socket.on('pong', hear)
    socket.on('ping', hear)
    answerPings(socket)
    socket.on('unexpected-response', (_, { statusCode }) => this.fail(`http_${statusCode}`))
    socket.on('error', (error) => this.fail(reasonOf(error)))
    socket.on('close', () => this.fail('closed'))
    this.opening.set(OPEN_LIMIT_MS)
  }

  /** True if the node reads too slowly to be sent more. */
  get isFull(): boolean {
    return this.socket.bufferedAmount > MAX_UNSENT_BYTES
  }

  /** Sends a message; false if the connection is not open. */
  send(text: string): boolean {
    if (this.socket.readyState !== WebSocket.OPEN) return false
    this.socket.send(text)
    return true
  }

  close(): void {
    this.end()
    this.socket.close()
  }

  fail(reason: string): void {
    if (this.isOver) return
    this.end()
    this.socket.terminate()
    this.listener.failed(reason)
  }

  /** True if nothing arrived since then. What arrives while it waits for its turn is not read. */
  isSilentSince(ms: number): boolean {
    return !this.isWaiting && this.heardMs <= ms
  }

  takeTurn(): void {
    this.isWaiting = false
    this.socket.resume()
  }

  /** Reads on in another turn, after what was read already. */
  private waitForTurn(): void {
    if (this.isWaiting) return
    this.isWaiting = true
    this.socket.pause()
    nodeMessageBudget.wait(this, this)
  }

  private opened(): void {
    if (this.isOver) return
    this.opening.clear()
    this.heardMs = this.options.stopwatchMs()
    // After a stall, this process first reads the messages that arrived during it.
    this.heartbeat = setInterval(() => setImmediate(() => this.beat()), PING_EVERY_MS).unref()
    this.listener.opened()
  }

  private beat(): void {
    if (this.isOver) return
    const now = this.options.stopwatchMs()
    if (this.isSilentSince(now - MAX_SILENCE_MS)) return this.fail('silent')
    this.socket.ping()
    this.listener.beat(now)
  }

  private end(): void {
    this.isOver = true
    this.opening.clear()
    clearInterval(this.heartbeat)
  }
}
