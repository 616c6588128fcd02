import { asListener } from '../../runtime/listen-on.js'
import type { FileWatch } from '../../runtime/watch-files.js'
import { BodyBudget } from '../../wire/http/server/body-budget.js'
import { HttpServer } from '../../wire/http/server/server.js'
import { sourceName } from '../accounts/source-range.js'
import type { Config } from '../config/config.js'
import type { HttpReadings } from '../telemetry/http-metrics.js'
import { Acceptors } from './acceptors.js'
import { watchCertificate } from './certificate.js'
import { HttpListener } from './http.js'
import type { ListenerDeps } from './listener-deps.js'
import { OpenConnections } from './open-connections.js'
import { WebSocketListener } from './websocket/websocket.js'

const DRAIN_POLL_MS = 20
/** Keep-alive of connections without a good key. */
const KEEP_ALIVE_WITHOUT_KEY_MS = 5_000

/** Compressing a shorter reply takes more processor time than the call itself. */
const COMPRESS_FROM_BYTES = 16_384

/** The public listener: HTTP and WebSocket on one port, with or without TLS. */
export class PublicServer {
  readonly webSockets: WebSocketListener
  private readonly listen: Config['listen']
  private readonly engine: HttpServer
  private readonly acceptors: Acceptors
  private readonly connections: OpenConnections
  private readonly certificate: FileWatch | undefined

  constructor(
    config: Config,
    private readonly deps: ListenerDeps,
    onCertificate: (error: Error | undefined) => void,
  ) {
    const bodies = new BodyBudget(() => deps.limits)
    this.webSockets = new WebSocketListener(deps, bodies)
    this.listen = config.listen
    const { tls } = config.listen
    const isTls = tls !== undefined
    this.connections = new OpenConnections({
      maxConnections: () => deps.limits.maxConnections,
      isTls,
      isIdle: (stream) => this.engine.isIdle(stream),
      isUnfinished: (stream) => this.engine.isUnfinished(stream),
    })
    const options = {
      isTls,
      limits: () => deps.limits,
      nowMs: deps.nowMs,
      sourceOf: sourceName,
      watch: this.connections,
      bodies,
    }
    this.engine = new HttpServer(options, new HttpListener(deps, this.webSockets))
    this.reload(config)
    this.acceptors = new Acceptors(this.engine, this.connections)
    this.certificate =
      tls && watchCertificate(tls, (context) => this.engine.tls?.setCertificate(context), onCertificate)
  }

  /** The base URL that callers use; available after the start. */
  get url(): string {
    const { address, port, family } = this.acceptors.address
    const host = family === 'IPv6' ? `[${address}]` : address
    return `${this.listen.tls === undefined ? 'http' : 'https'}://${host}:${port}`
  }

  readings(): HttpReadings {
    return this.engine.traffic.readings(this.engine.activeCount)
  }

  /** Listens. Errors: rejects if the address is taken. */
  start(): Promise<void> {
    return asListener('listen', this.acceptors.listen(this.listen))
  }

  /**
   * Drains: accepts no connections, finishes calls in flight, closes WebSockets with 1001 (those
   * with subscriptions with 1012); after the limit it cuts the rest.
   */
  async stop(): Promise<void> {
    const { engine, webSockets } = this
    this.certificate?.stop()
    const closed = this.acceptors.close()
    webSockets.drain()
    let isTimeUp = false
    const limit = setTimeout(() => {
      isTimeUp = true
    }, this.deps.limits.drainTimeoutMs)
    engine.drain()
    while ((engine.activeCount > 0 || !webSockets.isIdle) && !isTimeUp) {
      await new Promise((resolve) => setTimeout(resolve, DRAIN_POLL_MS))
      engine.drain()
    }
    clearTimeout(limit)
    webSockets.terminate()
    engine.destroy()
    this.connections.endUnauthenticated()
    await closed
  }

  /**
   * Gives the HTTP engine a configuration's bounds. An open connection keeps only the deadline that
   * already runs.
   */
  reload({ limits, listen }: Pick<Config, 'limits' | 'listen'>): void {
    // A proxy reuses the connection for the next caller, so it must not be closed early.
    const longestMs = listen.trustedProxies > 0 ? limits.keepAliveTimeoutMs : KEEP_ALIVE_WITHOUT_KEY_MS
    this.engine.bound({
      ...limits,
      // 0 is no limit.
      unauthenticatedKeepAliveMs: Math.min(limits.keepAliveTimeoutMs || longestMs, longestMs),
      compressFromBytes: listen.compression ? COMPRESS_FROM_BYTES : undefined,
    })
  }
}
