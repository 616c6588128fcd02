import { createServer, type Server, Socket, type SocketConstructorOpts } from 'node:net'
import { platform } from 'node:os'
import { IntrusiveSet } from '../../../runtime/intrusive-collections.js'
import { IdleInterval } from '../../../runtime/timers.js'
import { BodyBudget } from './body-budget.js'
import type { ConnectionWatch, EngineOptions, HttpEngine } from './engine.js'
import type { HttpHandler } from './handler.js'
import { HeadScanner } from './head-scanner.js'
import type { HttpLimits } from './http-limits.js'
import { HttpTraffic } from './http-traffic.js'
import { SecureServer } from './secure-server.js'
import { ServerConnection } from './server-connection.js'

/** Interval of the timer that checks all time limits, which end up to half a second late. */
const TICK_MS = 250

const OWNER = Symbol('the connection of a socket')
type OwnedSocket = Socket & { [OWNER]?: ServerConnection | undefined }

// Shared by all sockets: five closures each would be a large part of an idle connection's memory.
function onData(this: Socket, bytes: Buffer): void {
  take(this, bytes)
}
function onDrain(this: Socket): void {
  ;(this as OwnedSocket)[OWNER]!.onDrain()
}
function onEnd(this: Socket): void {
  ;(this as OwnedSocket)[OWNER]!.onEnd()
}
function onClose(this: Socket): void {
  ;(this as OwnedSocket)[OWNER]!.onClose()
}
function onError(): void {
  // `close` follows.
}

/**
 * Returns false to read no more for now. After an upgrade, the new owner reads the socket as a
 * stream, which reads on when it has room. A connection pauses its socket itself.
 */
const take = (socket: OwnedSocket, bytes: Buffer): boolean => {
  const connection = socket[OWNER]
  if (connection === undefined) return socket.push(bytes)
  const { traffic, watch } = connection.connectionDeps
  traffic.receivedBytes += bytes.length
  watch?.received(socket)
  connection.receive(bytes)
  return true
}

const keepAliveField = (timeoutMs: number): string => {
  const seconds = Math.floor(timeoutMs / 1000)
  return seconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''
}

/** The buffer of all reads; its bytes are copied out before the next read. */
const shared = Buffer.allocUnsafeSlow(65_536)

/** The handle below node's sockets. */
interface ReadHandle {
  useUserBuffer?: unknown
}
type HandleOwner = { _handle?: ReadHandle | null }

/** On Windows a pending read owns its buffer, so connections cannot share one. */
const canShare = platform() !== 'win32'

/**
 * Returns a function that moves an accepted, unread connection to a socket that reads into one
 * shared buffer, and passes a copy of the bytes to `onBytes`, which returns false to read no more
 * for now. It returns `undefined` if that is impossible, and the connection stays as it is.
 *
 * For each read of an ordinary socket, node allocates 64 KiB, gives most of it back, and passes the
 * bytes through a stream: a tenth of the cost of refusing a call. It offers `onread` instead, but
 * only for sockets that connect. So the handle of the accepted socket, an undocumented property,
 * moves to a socket created with `onread`. A node without that property serves ordinary sockets.
 */
export const sharedReads = (onBytes: (socket: Socket, bytes: Buffer) => boolean) => {
  const onread = {
    buffer: shared,
    // Called as a method of the socket: one function for all, because ten thousand idle connections
    // have to take little memory.
    callback(this: Socket, length: number): boolean {
      return onBytes(this, Buffer.from(shared.subarray(0, length)))
    },
  }
  return (accepted: Socket): Socket | undefined => {
    const owner = accepted as unknown as HandleOwner
    const { _handle: handle } = owner
    if (!canShare || typeof handle?.useUserBuffer !== 'function') return undefined
    const options = { handle, allowHalfOpen: accepted.allowHalfOpen, onread }
    const socket = new Socket(options as SocketConstructorOpts)
    // The accepted socket has nothing left to close, and its server no longer counts it.
    owner._handle = null
    accepted.destroy()
    return socket
  }
}

/** State that all connections of a server share. */
export interface ServerConnectionDeps {
  /** The memory budget of unfinished bodies. */
  readonly bodies: BodyBudget
  /** Reads heads that arrive whole, as nearly all do. */
  readonly scanner: HeadScanner
  readonly maxHeaderBytes: number
  /** Lines of every reply, with their ends. */
  dateField: string
  keepAliveField: string
  unauthenticatedKeepAliveField: string
  /** Compresses replies to calls from this size on, for clients that accept it; or Infinity. */
  compressFromBytes: number
  readonly traffic: HttpTraffic
  readonly watch: ConnectionWatch | undefined
}

/**
 * Our own HTTP/1.1 server: replaces node:http for the public listener, at less than half of its CPU
 * time.
 *
 * Source  RFC 9112; test/wire/http/server/request-fuzz.test.ts compares it with node:http
 */
export class HttpServer implements HttpEngine {
  readonly server: Server
  readonly accept: (accepted: Socket) => Socket
  /** Has the certificate. Undefined without TLS. */
  readonly tls: SecureServer | undefined
  readonly deps: ServerConnectionDeps
  readonly traffic = new HttpTraffic()
  readonly tickMs = TICK_MS
  activeCount = 0
  isDraining = false
  limits: HttpLimits
  private readonly connections = new IntrusiveSet<ServerConnection>()
  private tick = 0
  private readonly ticking = new IdleInterval(TICK_MS, () => this.checkAll())

  constructor(
    private readonly options: EngineOptions,
    readonly handler: HttpHandler,
  ) {
    this.limits = options.limits()
    this.deps = {
      bodies: options.bodies ?? new BodyBudget(() => this.limits),
      scanner: new HeadScanner(),
      maxHeaderBytes: this.limits.maxHeaderBytes,
      dateField: '',
      keepAliveField: '',
      unauthenticatedKeepAliveField: '',
      compressFromBytes: Number.POSITIVE_INFINITY,
      traffic: this.traffic,
      watch: options.watch,
    }
    this.bound(this.limits)
    this.renewDate()
    this.server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true })
    if (options.isTls) {
      const onSecure = (stream: Socket) => {
        options.watch?.secured(stream)
        this.serve(stream).on('data', onData)
      }
      const { sourceOf = (address: string) => address } = options
      const secure = new SecureServer({ timeoutMs: this.limits.headersTimeoutMs, sourceOf, onSecure })
      this.tls = secure
      this.accept = (accepted) => secure.take(accepted)
    } else {
      const share = sharedReads(take)
      this.accept = (accepted) => this.serve(share(accepted) ?? accepted.on('data', onData)).resume()
    }
  }

  /** The tick of the coarse clock by which `ms` milliseconds have certainly passed. */
  tickAfter(ms: number): number {
    return this.tick + Math.ceil(ms / TICK_MS) + 1
  }

  bound(limits: HttpLimits): void {
    this.limits = limits
    this.deps.compressFromBytes = limits.compressFromBytes ?? Number.POSITIVE_INFINITY
    const { keepAliveTimeoutMs, unauthenticatedKeepAliveMs = keepAliveTimeoutMs } = limits
    this.deps.keepAliveField = keepAliveField(keepAliveTimeoutMs)
    this.deps.unauthenticatedKeepAliveField = keepAliveField(unauthenticatedKeepAliveMs)
  }

  drain(): void {
    this.isDraining = true
    this.connections.visit((connection) => connection.closeIfIdle())
  }

  destroy(): void {
    this.ticking.stop()
    this.connections.visit((connection) => connection.destroy(true))
  }

  isIdle(stream: OwnedSocket): boolean {
    return stream[OWNER]?.isIdle === true
  }

  /** True if a request has begun but is incomplete. */
  isUnfinished(stream: OwnedSocket): boolean {
    return stream[OWNER]?.reader.isAmid === true
  }

  forget(connection: ServerConnection): void {
    this.connections.remove(connection)
    this.traffic.connections--
  }

  /** The socket has a new owner. */
  release(connection: ServerConnection): void {
    this.forget(connection)
    const socket: OwnedSocket = connection.socket
    // The socket may live for days; the reader of its first request need not.
    socket[OWNER] = undefined
    this.deps.watch?.upgraded(socket)
    socket.off('data', onData).off('drain', onDrain).off('end', onEnd).off('close', onClose).off('error', onError)
  }

  private serve(socket: Socket): Socket {
    if (socket.destroyed) return socket
    this.ticking.use()
    const connection = new ServerConnection(socket, this)
    ;(socket as OwnedSocket)[OWNER] = connection
    this.connections.add(connection)
    this.traffic.connections++
    this.traffic.acceptedConnections++
    return socket.on('drain', onDrain).on('end', onEnd).on('close', onClose).on('error', onError)
  }

  /** True while there are connections to check: without any, the clock stops. */
  private checkAll(): boolean {
    this.tick++
    this.renewDate()
    this.connections.visit((connection) => connection.check(this.tick))
    return !this.connections.isEmpty
  }

  private renewDate(): void {
    this.deps.dateField = `Date: ${new Date(this.options.nowMs()).toUTCString()}\r\n`
  }
}
