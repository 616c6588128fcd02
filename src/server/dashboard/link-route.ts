import { readBody } from '../listeners/private/read-body.js'
import type { Exchange, PageRoute } from './exchange.js'
import { sendJson } from './replies.js'

const MAX_BYTES = 4_096

/** Functions of the dashboard's other routes that this route calls. */
export interface LinkRouteDeps {
  fail(exchange: Exchange, status: number, error: string): void
  jsonOf(body: Buffer): Readonly<Record<string, unknown>>
}

/**
 * The route by which an account's holder asks for a new link. It answers before it looks for the
 * account, and whatever was asked, so that nobody learns which accounts there are.
 */
export const linkRoute =
  ({ fail, jsonOf }: LinkRouteDeps): PageRoute =>
  async (exchange) => {
    const { context, door, request, response } = exchange
    if (!context.linkRequests.isOn(door.areHolders)) return fail(exchange, 404, 'not found')
    const body = await readBody(request, MAX_BYTES)
    if (body === 'gone') return
    if (body === 'too-large') return fail(exchange, 413, 'too large')
    const source = request.socket.remoteAddress ?? ''
    const { account } = jsonOf(body)
    context.onCall({ method: 'link-request', source, status: 200 })
    sendJson(request, response, 200, {})
    // In a later turn of the event loop: the answer has left.
    setImmediate(() => context.linkRequests.ask(String(account).trim(), source).catch(context.onBug))
  }
