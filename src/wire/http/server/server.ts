import { createServer, type Server, Socket, type SocketConstructorOpts } from 'node:net'
import { platform } from 'node:os'
import { createServer as createTlsServer } from 'node:tls'
import { IntrusiveSet } from '../../../runtime/intrusive-collections.js'
import { IdleInterval } from '../../../runtime/timers.js'
import { BodyBudget } from './body-budget.js'
import { type ConnectionHost, ServerConnection } from './connection.js'
import type { ConnectionWatch, EngineOptions, HttpEngine, HttpHandler } from './handler.js'
import { HeadScanner } from './head-scanner.js'
import type { HttpLimits } from './http-limits.js'
import { HttpTraffic } from './http-traffic.js'

/**
 * How often clients are looked at that are waited for. One timer for all; a limit means itself to
 * itself and half a second.
 */
const TICK_MS = 250

const OWNER = Symbol('the connection of a socket')
type OwnedSocket = Socket & { [OWNER]?: ServerConnection | undefined }

// Shared by all sockets: five closures each would be a good part of what an idle connection weighs.
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

/** What has the socket when its connection has let go of it reads it as a stream. */
const take = (socket: OwnedSocket, bytes: Buffer): void => {
  const connection = socket[OWNER]
  if (connection === undefined) socket.push(bytes)
  else {
    const { traffic, watch } = connection.parts
    traffic.receivedBytes += bytes.length
    watch?.received(socket)
    connection.receive(bytes)
  }
}

const keepAliveField = (timeoutMs: number): string => {
  const seconds = Math.floor(timeoutMs / 1000)
  return seconds > 0 ? `Keep-Alive: timeout=${seconds}\r\n` : ''
}

/** What is read at once; the bytes are copied out before anything else is read. */
const shared = Buffer.allocUnsafeSlow(65_536)

/** What node's sockets rest on. */
interface ReadHandle {
  useUserBuffer?: unknown
}
type HandleOwner = { _handle?: ReadHandle | null }

/** On Windows a read under way owns its buffer, so no two connections could have the same. */
const canShare = platform() !== 'win32'

/**
 * Makes what moves an accepted connection, on which nothing was read yet, to a socket that reads
 * into one buffer, the same for all, and gives `onBytes` a copy of what came; it returns
 * `undefined` when that cannot be, and the connection stays as it is.
 *
 * For each read of an ordinary socket node makes a buffer of 64 KiB, gives most of it back, and
 * takes it through a stream: a tenth of what refusing a call costs. It offers `onread` instead, but
 * for sockets that connect only; so the handle of the accepted one, which is no documented
 * property, goes to a socket made with `onread`. A node that has none is served in the ordinary
 * way.
 */
export const sharedReads = (onBytes: (socket: Socket, bytes: Buffer) => void) => {
  const onread = {
    buffer: shared,
    // Called as a method of the socket: one function for all, because ten thousand idle connections
    // are to weigh little.
    callback(this: Socket, length: number): boolean {
      onBytes(this, Buffer.from(shared.subarray(0, length)))
      return true
    },
  }
  return (accepted: Socket): Socket | undefined => {
    const owner = accepted as unknown as HandleOwner
    const { _handle: handle } = owner
    if (!canShare || typeof handle?.useUserBuffer !== 'function') return undefined
    const options = { handle, allowHalfOpen: accepted.allowHalfOpen, onread }
    const socket = new Socket(options as SocketConstructorOpts)
    // What is left of the accepted one has nothing to close, and its server counts it no more.
    owner._handle = null
    accepted.destroy()
    return socket
  }
}

/**
 * Our own HTTP/1.1 server: what node:http does for the public listener, at less than half of its
 * CPU time.
 *
 * Source  RFC 9112; test/wire/http/server/request-fuzz.test.ts holds it against node:http
 */
export class HttpServer implements HttpEngine, ConnectionHost {
  readonly server: Server
  readonly accept: HttpEngine['accept']
  readonly parts: {
    bodies: BodyBudget
    scanner: HeadScanner
    maxHeaderBytes: number
    dateField: string
    keepAliveField: string
    unauthenticatedKeepAliveField: string
    compressFromBytes: number
    readonly traffic: HttpTraffic
    readonly watch: ConnectionWatch | undefined
  }
  readonly traffic = new HttpTraffic()
  readonly tickMs = TICK_MS
  activeCount = 0
  isDraining = false
  limits: HttpLimits
  private readonly connections = new IntrusiveSet<ServerConnection>()
  private tick = 0
  private readonly ticking = new IdleInterval(TICK_MS, () => this.look())

  constructor(
    private readonly options: EngineOptions,
    readonly handler: HttpHandler,
  ) {
    this.limits = options.limits()
    this.parts = {
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
    if (options.isTls) {
      const accepted = { allowHalfOpen: true, noDelay: true, ALPNProtocols: ['http/1.1'] }
      const server = createTlsServer({ ...accepted, handshakeTimeout: this.limits.headersTimeoutMs })
      server.on('secureConnection', (socket: Socket) => {
        options.watch?.secured(socket)
        this.serve(socket).on('data', onData)
      })
      // Node leaves the socket open when the handshake takes too long.
      server.on('tlsClientError', (_error, socket) => socket.destroy())
      // A client that leaves before the handshake (a load balancer's look whether the port answers)
      // is not heard of here: node has to close its half by itself, or it would stay until the
      // handshake's time is over.
      server.prependListener('connection', (socket: Socket) => {
        socket.allowHalfOpen = false
      })
      this.server = server
    } else {
      this.server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true })
      const share = sharedReads(take)
      this.accept = (accepted) => this.serve(share(accepted) ?? accepted.on('data', onData)).resume()
    }
  }

  tickAfter(ms: number): number {
    return this.tick + Math.ceil(ms / TICK_MS) + 1
  }

  bound(limits: HttpLimits): void {
    this.limits = limits
    this.parts.compressFromBytes = limits.compressFromBytes ?? Number.POSITIVE_INFINITY
    const { keepAliveTimeoutMs, unauthenticatedKeepAliveMs = keepAliveTimeoutMs } = limits
    this.parts.keepAliveField = keepAliveField(keepAliveTimeoutMs)
    this.parts.unauthenticatedKeepAliveField = keepAliveField(unauthenticatedKeepAliveMs)
  }

  drain(): void {
    this.isDraining = true
    this.connections.visit((connection) => connection.closeIfIdle())
  }

  destroy(): void {
    this.ticking.stop()
    this.connections.visit((connection) => connection.destroy())
  }

  isIdle(stream: OwnedSocket): boolean {
    const connection = stream[OWNER]
    return connection !== undefined && (connection.isIdle || connection.isEnding)
  }

  forget(connection: ServerConnection): void {
    this.connections.remove(connection)
    this.traffic.connections--
  }

  release(connection: ServerConnection): void {
    this.forget(connection)
    const socket: OwnedSocket = connection.socket
    // The socket lives on, perhaps for days; what read its first request need not.
    socket[OWNER] = undefined
    this.parts.watch?.upgraded(socket)
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

  /** True while there is a connection to look at: without one, time need not be told. */
  private look(): boolean {
    this.tick++
    this.renewDate()
    this.connections.visit((connection) => connection.look(this.tick))
    return !this.connections.isEmpty
  }

  private renewDate(): void {
    this.parts.dateField = `Date: ${new Date(this.options.nowMs()).toUTCString()}\r\n`
  }
}
