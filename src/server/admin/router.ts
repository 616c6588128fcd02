import { adminErrors } from '../../../generated/admin.js'
import { JSONRPCError } from '../../../generated/server-js/error.cjs'
import { Router } from '../../../generated/server-js/router.cjs'
import { isStoreAway } from '../accounts/store-away.js'
import type { AdminDocument } from './document.js'
import { type ApiOperationDeps, adminMethods } from './methods.js'
import { ERROR_OF_KIND, OperationError, STORE_AWAY } from './operation-error.js'
import { compileParams } from './params-check.js'

type Params = Readonly<Record<string, unknown>>
type OperationCall = readonly [deps: ApiOperationDeps, params: Params]

export type OperationReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

export interface AdminRouter {
  isMethodImplemented(method: string): boolean
  /** Validates the params of an implemented method and runs it; never rejects. */
  call(method: string, deps: ApiOperationDeps, params: Params): Promise<OperationReply>
}

/**
 * server-js's Router over the admin contract. `onBug` receives unexpected exceptions, without the
 * request.
 *
 * Three parts of the stock Router are replaced because of their answers
 * (docs/decisions/0019-admin-contract.md): its validator, which uses Ajv 6's messages and accepts
 * unknown params; its error 6969 for every exception; and `rpc.discover`, which the admin API
 * answers as GET /api/openrpc.json.
 */
export const createAdminRouter = (document: AdminDocument, onBug: (error: unknown) => void): AdminRouter => {
  const run = async (method: string, call: OperationCall): Promise<unknown> => {
    try {
      return await adminMethods[method]!(call[0], call[1] as never)
    } catch (error) {
      if (error instanceof OperationError)
        throw new JSONRPCError(error.message, adminErrors[ERROR_OF_KIND[error.kind]].code)
      if (isStoreAway(error)) throw new JSONRPCError(STORE_AWAY, adminErrors.storeAway.code)
      onBug(error)
      throw new JSONRPCError('internal error', adminErrors.internalError.code)
    }
  }
  // No prototype, so that `toString` is not a method.
  const methods: Record<string, (...call: OperationCall) => Promise<unknown>> = Object.create(null)
  for (const name of Object.keys(adminMethods)) methods[name] = (...call) => run(name, call)
  const router = new Router(document, methods)
  delete methods['rpc.discover']
  const checks = compileParams(document)
  const validate = (method: string, [, params]: OperationCall): string[] => {
    const mistake = checks.get(method)!(params)
    return mistake === undefined ? [] : [mistake]
  }
  Object.assign(router, { methodCallValidator: { validate } })
  return {
    isMethodImplemented: (method) => router.isMethodImplemented(method),
    call: async (method, deps, params) => {
      // The Router passes a list unchanged; it would turn params by name into positions.
      const { result, error } = await router.call(method, [deps, params])
      if (error === undefined) return { result }
      const { code, message, data } = error
      return { error: { code, message: Array.isArray(data) ? String(data[0]) : message } }
    },
  }
}
