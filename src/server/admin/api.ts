import { type AdminErrorName, adminErrors } from '../../../generated/admin.js'
import { isObject } from '../../runtime/is-object.js'
import { FairQueue } from '../../runtime/turns/fair-queue.js'
import { operationTurns } from '../../runtime/turns/process-budgets.js'
import { AwayGuard, isStoreAway, StoreAway } from '../accounts/store-away.js'
import { readAdminDocument } from './document.js'
import { type ApiOperationDeps, adminMethods, asksNoStore } from './methods.js'
import { ERROR_OF_KIND, OperationError, STORE_AWAY } from './operation-error.js'
import type { AdminRouter } from './router.js'

/**
 * One answer: the HTTP status and the JSON-RPC response. `method` is undefined if the document has
 * no such method.
 */
export interface ApiReply {
  readonly status: number
  readonly body: object
  readonly method?: string
}

/**
 * Checks that a caller may use a method, and returns the allowed params; undefined if not. Errors:
 * rejects with OperationError.
 */
export type Admission = (
  method: string,
  params: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>> | undefined

/** The admin API without sockets and tokens. */
export interface AdminApi {
  readonly document: Buffer
  /** Loads what operations need, for about 0.1 s; otherwise the first one does. */
  load(): Promise<void>
  /**
   * Answers one JSON-RPC request; never rejects. Each request starts in a separate turn of the
   * event loop, so that eight at once do not add up. Of account holders, for whom `admit` is given,
   * two run at once, and accounts take turns; operators do not wait for them.
   */
  answer(body: Buffer, deps: ApiOperationDeps, admit?: Admission): Promise<ApiReply>
  /**
   * Runs a read of the store for an account holder's page among the holders' operations. The caller
   * has one at a time for each account. Errors: those of `read`; StoreAway.
   */
  readForHolder<Out>(accountId: string, read: () => Promise<Out>): Promise<Out>
}

/** A PostgreSQL store has three connections for reads of operations: one is left for operators. */
const HOLDERS = { maxRunning: 2, maxWaiting: 1_000 }
const OPERATORS = { maxRunning: 3, maxWaiting: 1_000 }

type Id = string | number | null

const STATUS = new Map<number, number>(Object.values(adminErrors).map(({ code, httpStatus }) => [code, httpStatus]))

/** Makes a JSON-RPC error of the admin API with its HTTP status. */
export const apiError = (status: number, code: number, message: string, id: Id = null): ApiReply => ({
  status,
  body: { jsonrpc: '2.0', id, error: { code, message } },
})

/** An error of the document with a more precise message. */
export const namedError = (name: AdminErrorName, message: string, id: Id = null): ApiReply =>
  apiError(adminErrors[name].httpStatus, adminErrors[name].code, message, id)

/**
 * The admin API over its document. `onBug` receives unexpected exceptions, without the request.
 *
 * Errors  throws if the methods of document and code differ
 */
export const createAdminApi = (onBug: (error: unknown) => void): AdminApi => {
  const document = readAdminDocument()
  const described = new Set(document.methods.map(({ name }) => name))
  const unpaired = [...new Set([...described, ...Object.keys(adminMethods)])].filter(
    (name) => !described.has(name) || !Object.hasOwn(adminMethods, name),
  )
  if (unpaired.length > 0)
    throw new Error(`openrpc.admin.json and src/server/admin/methods.ts differ in ${unpaired.join(', ')}`)
  const [ofHolders, ofOperators] = [new FairQueue(HOLDERS), new FairQueue(OPERATORS)]
  let loading: Promise<AdminRouter> | undefined
  const away = new AwayGuard()
  const create = async () => (await import('./router.js')).createAdminRouter(document, onBug)
  const load = () => {
    loading ??= create()
    return loading
  }
  return {
    document: Buffer.from(JSON.stringify(document)),
    load: async () => void (await load()),
    readForHolder: (accountId, read) => ofHolders.runStep(accountId, away.guard(read)),
    answer: async (body, deps, admit) => {
      await operationTurns.next()
      const request = readRequest(body)
      if ('status' in request) return request
      try {
        const router = await load()
        const run = () => answer(router, request, deps, admit)
        // They do not wait for operations that do: a store may hang.
        if (admit === undefined && asksNoStore(request.method)) return await run()
        const operations = admit === undefined ? ofOperators : ofHolders
        const replied = operations.run(deps.actor.name, away.guard(run))
        return (await replied) ?? namedError('throttled', 'too many operations are waiting', request.id)
      } catch (error) {
        if (isStoreAway(error)) return { ...namedError('storeAway', STORE_AWAY, request.id), method: request.method }
        onBug(error)
        return apiError(500, -32603, 'internal error', request.id)
      }
    },
  }
}

const answer = async (
  router: AdminRouter,
  { id, method, params }: Request,
  deps: ApiOperationDeps,
  admit: Admission | undefined,
): Promise<ApiReply> => {
  const isKnown = router.isMethodImplemented(method)
  const admitted = isKnown ? admit?.(method, params) : undefined
  if (!isKnown || (admit !== undefined && admitted === undefined)) {
    return apiError(404, -32601, `the method ${method.slice(0, 100)} does not exist; see /api/openrpc.json`, id)
  }
  let own = params
  try {
    own = (await admitted) ?? params
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
    return { ...namedError(ERROR_OF_KIND[error.kind], error.message, id), method }
  }
  const outcome = await router.call(method, deps, own)
  if ('result' in outcome) return { status: 200, body: { jsonrpc: '2.0', id, result: outcome.result }, method }
  const { code, message } = outcome.error
  if (code === adminErrors.storeAway.code) throw new StoreAway(message)
  return { ...apiError(STATUS.get(code) ?? 500, code, message, id), method }
}

/**
 * U+0000 as JSON writes it, behind an even number of backslashes. No name or id has it, and
 * PostgreSQL takes no text with it.
 */
const ZERO = /(?<!\\)(?:\\\\)*\\u0000/

interface Request {
  readonly id: Id
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/**
 * Reads a request, or returns its error. Params are by name: with positions every new parameter
 * would be a trap.
 */
const readRequest = (body: Buffer): Request | ApiReply => {
  const text = body.toString()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return apiError(400, -32700, 'Parse error')
  }
  if (Array.isArray(value))
    return apiError(400, -32600, 'Invalid Request: batches are not taken, send one call at a time')
  if (!isObject(value)) return apiError(400, -32600, 'Invalid Request: not an object')
  const { id, method, params, jsonrpc } = value
  if (typeof id !== 'string' && typeof id !== 'number' && id !== null) {
    // The sender of a notification would not learn the result.
    return apiError(400, -32600, 'Invalid Request: id is needed, a number, a string or null')
  }
  if (jsonrpc !== '2.0') return apiError(400, -32600, 'Invalid Request: jsonrpc must be "2.0"', id)
  if (typeof method !== 'string') return apiError(400, -32600, 'Invalid Request: method must be a text', id)
  const named = params ?? {}
  if (!isObject(named)) return apiError(400, -32602, 'params must be an object: they are by name', id)
  if (ZERO.test(text)) return apiError(400, -32602, 'no text may have the character U+0000', id)
  return { id, method, params: named }
}
