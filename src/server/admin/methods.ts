import type { AdminParams, AdminResults } from '../../../generated/admin.js'
import type { WrittenJson } from '../../runtime/turns/json-in-turns.js'
import { audited } from './audited.js'
import { readAdminDocument } from './document.js'
import type { ParamsOf, ResultOf } from './method-types.js'
import type { OperationDeps, Words } from './operation-deps.js'
import { accountMethods } from './operations/accounts.js'
import { askAudit } from './operations/audit.js'
import { writtenContract } from './operations/contract.js'
import { askErrors } from './operations/errors.js'
import { askForwarded } from './operations/forwarded.js'
import { keyMethods } from './operations/keys.js'
import { askLatency } from './operations/latency.js'
import { checkNames } from './operations/names.js'
import { askRanking } from './operations/ranking.js'
import { inviteMethods } from './operations/sign-in/invite.js'
import { passkeyMethods } from './operations/sign-in/passkeys.js'
import { cordonUpstream, listUpstreams, type Running, uncordonUpstream } from './operations/upstreams.js'
import { askUsage } from './operations/usage.js'
import { askUsageOverTime } from './operations/usage-over-time.js'
import type { OrUnchanged } from './unchanged.js'

/** Names parameters and operations as the API's document does. */
export const apiWords: Words = {
  param: (name) => name,
  operation: (name) => name,
  aParam: 'parameter',
}

/** Dependencies of an API method: those of an operation, the running gateway, and the base URL. */
export interface ApiOperationDeps extends OperationDeps, Running {
  readonly baseUrl: string
}

type Method<From> = (from: From, params: never) => unknown

type AnswerOf<Name extends keyof AdminResults> = ResultOf<Name> | WrittenJson

export type Operations<From, Name extends keyof AdminParams> = {
  readonly [Each in Name]: (
    from: From,
    params: ParamsOf<Each>,
  ) => OrUnchanged<AnswerOf<Each>> | Promise<OrUnchanged<AnswerOf<Each>>>
}

type RunningMethod = 'status' | 'history' | 'upstreams' | 'upstreams.cordon' | 'upstreams.uncordon' | 'contract.print'

/**
 * Operations on the store, shared with the command line, by method name; their params are
 * validated.
 */
export const storeMethods: Readonly<Record<string, Method<OperationDeps>>> = audited({
  ...accountMethods,
  ...inviteMethods,
  ...passkeyMethods,
  ...keyMethods,
  usage: askUsage,
  'usage.time': askUsageOverTime,
  'usage.ranking': askRanking,
  errors: askErrors,
  latency: askLatency,
  forwarded: askForwarded,
  audit: askAudit,
} satisfies Operations<OperationDeps, Exclude<keyof AdminParams, RunningMethod>>)

const runningMethods = {
  status: (deps) => deps.status(),
  history: ({ config, history }, filter) => {
    if (filter.network !== undefined) checkNames('network', [filter.network], [...config.networks.keys()])
    return history(filter)
  },
  upstreams: listUpstreams,
  'upstreams.cordon': cordonUpstream,
  'upstreams.uncordon': uncordonUpstream,
  'contract.print': (deps, params) => writtenContract(deps.config, params, deps.baseUrl),
} satisfies Operations<ApiOperationDeps, RunningMethod>

export const adminMethods: Readonly<Record<string, Method<ApiOperationDeps>>> = {
  ...storeMethods,
  ...audited<ApiOperationDeps>(runningMethods),
}

const withoutStore: ReadonlySet<string> = new Set(
  readAdminDocument()
    .methods.filter((method) => Object.hasOwn(runningMethods, method.name) && method['x-changes'] === false)
    .map(({ name }) => name),
)

/**
 * True for an operation on the running gateway that changes nothing. One that changes something
 * writes the audit log.
 */
export const asksNoStore = (method: string): boolean => withoutStore.has(method)
