import { type CheckParams, compileParams, readAdminDocument } from './document.js'
import { type ApiOperator, adminMethods } from './methods.js'
import { OperationError, type OperationErrorKind } from './operation-error.js'

/** One answer: the HTTP status and the JSON-RPC response. `method` is undefined when the document has no such method. */
export interface ApiReply {
  readonly status: number
  readonly body: object
  readonly method?: string
}

/** The admin API, apart from sockets and tokens. */
export interface AdminApi {
  /** The OpenRPC document, as JSON text. */
  readonly document: Buffer
  /** Answers one JSON-RPC request; never rejects. */
  answer(body: Buffer, operator: ApiOperator): Promise<ApiReply>
}

type Id = string | number | null

const KINDS: Readonly<Record<OperationErrorKind, { status: number; code: number }>> = {
  malformed: { status: 400, code: -32602 },
  'unknown-name': { status: 400, code: -32602 },
  'not-found': { status: 404, code: -33404 },
  refused: { status: 409, code: -33409 },
}

/** Makes a JSON-RPC error of the admin API with its HTTP status. */
export const apiError = (status: number, code: number, message: string, id: Id = null): ApiReply => ({
  status,
  body: { jsonrpc: '2.0', id, error: { code, message } },
})

/**
 * Compiles the admin API from its document. `onBug` hears of what should never have been thrown; no request is part of it.
 *
 * Errors  throws when document and code do not have the same methods
 */
export const createAdminApi = (onBug: (error: unknown) => void): AdminApi => {
  const document = readAdminDocument()
  const checks = compileParams(document)
  const unpaired = [...new Set([...checks.keys(), ...Object.keys(adminMethods)])].filter(
    (name) => !checks.has(name) || !Object.hasOwn(adminMethods, name),
  )
  if (unpaired.length > 0)
    throw new Error(`openrpc.admin.json and src/admin/methods.ts differ in ${unpaired.join(', ')}`)
  return {
    document: Buffer.from(JSON.stringify(document)),
    answer: async (body, operator) => {
      const request = readRequest(body)
      if ('status' in request) return request
      const { id, method } = request
      const check = checks.get(method)
      if (check === undefined) {
        return apiError(404, -32601, `the method ${method.slice(0, 100)} does not exist; see /api/openrpc.json`, id)
      }
      return { ...(await run(operator, request, check, onBug)), method }
    },
  }
}

const run = async (
  operator: ApiOperator,
  { id, method, params }: Request,
  check: CheckParams,
  onBug: (error: unknown) => void,
): Promise<ApiReply> => {
  const mistake = check(params)
  if (mistake !== undefined) return apiError(400, -32602, mistake, id)
  try {
    const result = await adminMethods[method]!(operator, params as never)
    return { status: 200, body: { jsonrpc: '2.0', id, result } }
  } catch (error) {
    if (error instanceof OperationError) {
      const { status, code } = KINDS[error.kind]
      return apiError(status, code, error.message, id)
    }
    onBug(error)
    return apiError(500, -32603, 'internal error', id)
  }
}

interface Request {
  readonly id: Id
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a request, or says why it is none. Params are by name: positions would make every new parameter a trap. */
const readRequest = (body: Buffer): Request | ApiReply => {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return apiError(400, -32700, 'Parse error')
  }
  if (Array.isArray(value))
    return apiError(400, -32600, 'Invalid Request: batches are not taken, send one call at a time')
  if (!isObject(value)) return apiError(400, -32600, 'Invalid Request: not an object')
  const { id, method, params, jsonrpc } = value
  if (typeof id !== 'string' && typeof id !== 'number' && id !== null) {
    // A notification would hide from its sender whether it was done.
    return apiError(400, -32600, 'Invalid Request: id is needed, a number, a string or null')
  }
  if (jsonrpc !== '2.0') return apiError(400, -32600, 'Invalid Request: jsonrpc must be "2.0"', id)
  if (typeof method !== 'string') return apiError(400, -32600, 'Invalid Request: method must be a text', id)
  const named = params ?? {}
  if (!isObject(named)) return apiError(400, -32602, 'params must be an object: they are by name', id)
  return { id, method, params: named }
}
