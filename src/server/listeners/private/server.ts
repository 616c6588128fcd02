import type { IncomingMessage, ServerResponse } from 'node:http'
import { asListener, type Listening, listenOn } from '../../../runtime/listen-on.js'
import { packageManifest } from '../../../runtime/package-files.js'
import { apiError } from '../../admin/api.js'
import type { DashboardHandlerDeps } from '../../dashboard/dashboard-exchange.js'
import { answerDashboard, isDashboardPath } from '../../dashboard/handle.js'
import { privateDoor } from '../../dashboard/server.js'
import type { Metrics } from '../../telemetry/metrics.js'
import { type AdminApiDeps, handleApi, isApiPath } from './admin-api.js'
import { isServedHost } from './admin-host.js'
import { createBoundedServer } from './bounded-server.js'

export interface PrivateListenerDeps extends AdminApiDeps {
  readonly metrics: Pick<Metrics, 'read'>
  /** Reasons why this process should get no traffic; empty means ready. */
  troubles(): readonly string[]
  /**
   * Networks whose upstreams all failed their last poll. The process stays ready: its other
   * networks and the partner still answer, and every other replica would be removed with it.
   */
  down(): readonly string[]
  /** Host names accepted besides addresses and localhost. */
  hosts(): readonly string[]
  /** Undefined if the dashboard is off. */
  readonly dashboard?: DashboardHandlerDeps
  /** The workers, if there are several processes. */
  workers?(): object
  /** Receives unexpected exceptions; the request is answered with 500. */
  onBug(error: unknown): void
}

/**
 * Starts the private listener: /livez (the process runs), /readyz (it should get traffic),
 * /metrics; /api behind the token; /dashboard behind a session. Errors: rejects if the address is
 * taken.
 */
export const startPrivateListener = (
  address: { host: string; port: number },
  deps: PrivateListenerDeps,
): Promise<Listening> => {
  const readMetrics = joinedReads(() => metricsBytes(deps.metrics))
  const server = createBoundedServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!
    answer({ ...deps, readMetrics }, request, response, path).catch((bug: unknown) => {
      deps.onBug(bug)
      if (response.headersSent) response.destroy()
      else json(response, 500, isApiPath(path) ? API_BUG.body : { error: 'internal error: the log says why' })
    })
  })
  return asListener('admin', listenOn(server, address))
}

const API_BUG = apiError(500, -32603, 'internal error')

interface MetricsBytes {
  readonly bytes: Buffer
  readonly contentType: string
}

const answer = async (
  deps: PrivateListenerDeps & { readonly readMetrics: () => Promise<MetricsBytes> },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> => {
  if (!isServedHost(request.headers.host, deps.hosts())) {
    return json(response, 421, { error: 'this host name is not served: add it to admin.hosts in the configuration' })
  }
  const { dashboard } = deps
  if (dashboard !== undefined && isDashboardPath(path)) {
    return answerDashboard({ context: dashboard, door: privateDoor, request, response }, path)
  }
  if (isApiPath(path)) return handleApi(deps, request, response, path)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return json(response, 405, { error: 'method not allowed' })
  }
  if (path === '/livez') return json(response, 200, { status: 'ok', version: packageManifest().version })
  if (path === '/readyz') return ready(response, deps)
  if (path === '/metrics') return sendMetrics(response, await deps.readMetrics())
  return json(response, 404, { error: 'not found' })
}

const ready = (response: ServerResponse, deps: PrivateListenerDeps): void => {
  const reasons = deps.troubles()
  const networksDown = deps.down()
  const workers = deps.workers?.()
  if (reasons.length === 0) json(response, 200, { status: 'ready', networksDown, workers })
  else json(response, 503, { status: 'not ready', reasons, networksDown, workers })
}

/** One copy of the bytes for all readers, however slowly they read. */
const metricsBytes = async (source: PrivateListenerDeps['metrics']): Promise<MetricsBytes> => {
  const { text, contentType } = await source.read()
  return { bytes: Buffer.from(text), contentType }
}

const sendMetrics = (response: ServerResponse, { bytes, contentType }: MetricsBytes): void => {
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': bytes.length })
  response.end(bytes)
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(`${JSON.stringify(body)}\n`)
}

/** Pause between two reads: each takes milliseconds of the event loop. */
const PAUSE_MS = 50

/**
 * Joins reads of /metrics: all who ask while one runs, or in the pause behind it, get the next one.
 * So each gets what was read after it asked.
 */
export const joinedReads = <Read>(read: () => Promise<Read>, pauseMs = PAUSE_MS): (() => Promise<Read>) => {
  let next: Promise<Read> | undefined
  let pause: Promise<void> = Promise.resolve()
  const begin = async (): Promise<Read> => {
    await pause
    next = undefined
    const reading = read()
    const over = () => new Promise<void>((resolve) => void setTimeout(resolve, pauseMs).unref())
    pause = reading.then(over, over)
    return reading
  }
  return () => {
    next ??= begin()
    return next
  }
}
