import { asListener, type Listening, listenOn } from '../../runtime/listen-on.js'
import { isServedHost } from '../listeners/private/admin-host.js'
import { createBoundedServer } from '../listeners/private/bounded-server.js'
import { sessionCookie } from './cookie.js'
import type { DashboardDoor, DashboardHandlerDeps } from './dashboard-exchange.js'
import { answerDashboard, isDashboardPath } from './handle.js'
import { sendElsewhere, sendJson } from './replies.js'

const isSecure = (deps: DashboardHandlerDeps) => (): boolean => deps.publicUrl()?.startsWith('https:') === true

/** The dashboard on the private listener, which operators reach without a proxy. */
export const privateDoor: DashboardDoor = {
  isForHolders: false,
  cookie: sessionCookie('tollgate_session', () => false),
  openidCookie: sessionCookie('tollgate_openid', () => false),
}

/**
 * Starts the account holders' listener, which serves only the dashboard. Errors: rejects if the
 * address is taken.
 */
export const startHolderListener = (
  address: { host: string; port: number },
  deps: DashboardHandlerDeps,
  hosts: () => readonly string[],
): Promise<Listening> => {
  const door: DashboardDoor = {
    isForHolders: true,
    cookie: sessionCookie('tollgate_account', isSecure(deps)),
    openidCookie: sessionCookie('tollgate_account_openid', isSecure(deps)),
  }
  const server = createBoundedServer((request, response) => {
    if (!isServedHost(request.headers.host, hosts())) {
      const error = 'this host name is not served: it is the one of dashboard.publicUrl in the configuration'
      return sendJson(request, response, 421, { error })
    }
    const path = (request.url ?? '/').split('?')[0]!
    if (path === '/') return sendElsewhere(response, 'dashboard/')
    if (!isDashboardPath(path)) return sendJson(request, response, 404, { error: 'not found' })
    answerDashboard({ context: deps, door, request, response }, path)
  })
  return asListener('dashboard', listenOn(server, address))
}
