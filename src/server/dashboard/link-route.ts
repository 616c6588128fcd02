import { readBody } from '../listeners/private/read-body.js'
import type { DashboardExchange, PageRoute } from './dashboard-exchange.js'
import { jsonOf, textOf } from './json-body.js'
import { sendJson } from './replies.js'

const MAX_BYTES = 4_096

export interface LinkRouteDeps {
  fail(exchange: DashboardExchange, status: number, error: string): void
}

/**
 * The route by which an account's holder asks for a new link. It answers before it looks for the
 * account, and whatever was asked, so that nobody learns which accounts there are.
 */
export const linkRoute =
  ({ fail }: LinkRouteDeps): PageRoute =>
  async (exchange) => {
    const { context, door, request, response } = exchange
    if (!context.linkRequests.isOn(door.areHolders)) return fail(exchange, 404, 'not found')
    const body = await readBody(request, MAX_BYTES)
    if (body === 'gone') return
    if (body === 'too-large') return fail(exchange, 413, 'too large')
    const source = request.socket.remoteAddress ?? ''
    const account = textOf(jsonOf(body).account).trim()
    context.onCall({ method: 'link-request', source, status: 200 })
    sendJson(request, response, 200, {})
    // In a later turn of the event loop: the answer has left.
    setImmediate(() => context.linkRequests.ask(account, source).catch(context.onBug))
  }
