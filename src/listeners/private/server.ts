import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { packageManifest } from '../../runtime/package-manifest.js'
import type { Metrics } from '../../telemetry/metrics.js'
import { type AdminApiContext, handleApi, isApiPath } from './admin-api.js'

/** Time a client has to send a whole request. */
const REQUEST_TIMEOUT_MS = 30_000

/** What the operator's probes ask. */
export interface AdminContext extends AdminApiContext {
  readonly metrics: Pick<Metrics, 'read'>
  /** Reasons why this process should get no traffic; empty means ready. */
  troubles(): readonly string[]
  /**
   * Networks none of whose upstreams answered when last asked. They do not make the process unready: its other networks and the
   * partner still answer, and every other replica would be taken out with it.
   */
  down(): readonly string[]
  /** Names under which it may be called besides addresses and localhost. */
  hosts(): readonly string[]
  /** The processes that serve, where there are several. */
  workers?(): object
}

/** The private listener: /livez (the process runs), /readyz (it should get traffic), /metrics; behind the token, /api. */
export interface AdminListener {
  readonly url: string
  stop(): Promise<void>
}

/** Starts the private listener. Errors: rejects when the address is taken. */
export const startAdmin = async (
  address: { host: string; port: number },
  context: AdminContext,
): Promise<AdminListener> => {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    if (!isServedHost(request.headers.host, context.hosts())) {
      return json(response, 421, { error: 'this host name is not served: add it to admin.hosts in the configuration' })
    }
    const path = (request.url ?? '/').split('?')[0]!
    if (isApiPath(path)) return void handleApi(context, request, response, path).catch(() => response.destroy())
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD')
      return json(response, 405, { error: 'method not allowed' })
    }
    if (path === '/livez') return json(response, 200, { status: 'ok', version: packageManifest().version })
    if (path === '/readyz') return ready(response, context)
    if (path === '/metrics') return void metrics(response, context.metrics)
    return json(response, 404, { error: 'not found' })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address: host, port } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const ready = (response: ServerResponse, context: AdminContext): void => {
  const reasons = context.troubles()
  const networksDown = context.down()
  const workers = context.workers?.()
  if (reasons.length === 0) json(response, 200, { status: 'ready', networksDown, workers })
  else json(response, 503, { status: 'not ready', reasons, networksDown, workers })
}

const metrics = async (response: ServerResponse, source: AdminContext['metrics']): Promise<void> => {
  const { text, contentType } = await source.read()
  response.writeHead(200, { 'Content-Type': contentType })
  response.end(text)
}

const json = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(`${JSON.stringify(body)}\n`)
}

/**
 * Whether the private listener serves a request with this Host header: an address, localhost, or a name the operator gave.
 *
 * Any other name may be one that a stranger's page in the operator's browser has made to lead here (DNS rebinding). A request without the
 * header comes from no browser.
 */
const isServedHost = (header: string | undefined, names: readonly string[]): boolean => {
  if (header === undefined) return true
  const name = header.toLowerCase().replace(/:\d*$/, '')
  if (isIP(name) === 4 || (name.startsWith('[') && name.endsWith(']') && isIP(name.slice(1, -1)) === 6)) return true
  const plain = name.replace(/\.$/, '')
  return plain === 'localhost' || plain.endsWith('.localhost') || names.some((other) => other.toLowerCase() === plain)
}
