import type { IncomingMessage, ServerResponse } from 'node:http'
import { jsonInTurns } from '../../../runtime/turns/json-in-turns.js'
import { OPERATOR } from '../../accounts/audit-store.js'
import { type AdminApi, type ApiReply, apiError, namedError } from '../../admin/api.js'
import type { ApiOperationDeps } from '../../admin/methods.js'
import type { Actor } from '../../admin/operation-deps.js'
import type { TokenGate, TokenVerdict } from '../../admin/token-gate.js'
import { markAuthenticated } from '../open-connections.js'
import { readBody } from './read-body.js'
import { sendPrivateJson } from './send-json.js'

export interface AdminApiDeps {
  readonly api: AdminApi
  readonly gate: TokenGate
  /** Dependencies of an operation, under the current configuration. */
  operationDeps(actor: Actor): ApiOperationDeps
  /** Called once for every request; nothing in it is secret. */
  onCall(call: { method: string; source: string; status: number }): void
}

const BY_TOKEN: Actor = { name: OPERATOR, via: 'api' }

const PATHS: Readonly<Record<string, string>> = { '/api': 'POST', '/api/openrpc.json': 'GET, HEAD' }

/** Room for many allowlists of a thousand addresses. */
const MAX_BODY_BYTES = 1_048_576

const REFUSALS: Readonly<Record<Exclude<TokenVerdict, 'allowed'>, ApiReply>> = {
  off: namedError('off', 'the admin API is off: set admin.token in the configuration'),
  missing: namedError('unauthorized', 'Unauthorized: send Authorization: Bearer <admin token>'),
  wrong: namedError('unauthorized', 'Unauthorized: this is not the admin token'),
  throttled: namedError('throttled', 'too many requests wait since this address sent wrong tokens; try again'),
}

export const isApiPath = (path: string): boolean => Object.hasOwn(PATHS, path)

/** Answers a request to the admin API: checks the token, then the HTTP method, then the body. */
export const handleApi = async (
  deps: AdminApiDeps,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> => {
  const source = request.socket.remoteAddress ?? ''
  const verdict = await deps.gate.admit(request.headers.authorization, source)
  const send = async (reply: ApiReply, headers: Record<string, string> = {}): Promise<void> => {
    deps.onCall({ method: reply.method ?? 'none', source, status: reply.status })
    sendPrivateJson(request, response, reply.status, await jsonInTurns(reply.body), headers)
  }
  if (verdict !== 'allowed') {
    return send(REFUSALS[verdict], REFUSALS[verdict].status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {})
  }
  markAuthenticated(request.socket, BY_TOKEN.name)
  const allow = PATHS[path]!
  if (!allow.split(', ').includes(request.method ?? '')) {
    return send(apiError(405, -32600, 'Method Not Allowed'), { Allow: allow })
  }
  if (path !== '/api') return sendPrivateJson(request, response, 200, deps.api.document)
  const body = await readBody(request, MAX_BODY_BYTES)
  if (body === 'gone') return
  if (body === 'too-large')
    return send(apiError(413, -32600, `Request body too large: at most ${MAX_BODY_BYTES} bytes`))
  return send(await deps.api.answer(body, deps.operationDeps(BY_TOKEN)))
}
