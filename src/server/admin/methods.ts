import type { AdminParams, AdminResults } from '../../../generated/admin.js'
import type { WrittenJson } from '../../runtime/turns/json-in-turns.js'
import { audited } from './audited.js'
import { accountMethods } from './operations/accounts.js'
import { askAudit } from './operations/audit.js'
import { writtenContract } from './operations/contract.js'
import { askErrors } from './operations/errors.js'
import { askForwarded } from './operations/forwarded.js'
import { inviteMethods } from './operations/invite.js'
import { keyMethods } from './operations/keys.js'
import { cordonUpstream, listUpstreams, type Running, uncordonUpstream } from './operations/upstreams.js'
import { askUsage } from './operations/usage.js'
import type { Operator, Words } from './operator.js'
import type { OrUnchanged } from './unchanged.js'

/** Names things as the API's document does. */
export const apiWords: Words = {
  param: (name) => name,
  operation: (name) => name,
  aParam: 'parameter',
}

/**
 * What an API method works with: an operation's surroundings, the running gateway, and where
 * callers reach it.
 */
export interface ApiOperator extends Operator, Running {
  readonly baseUrl: string
}

type Method<From> = (from: From, params: never) => unknown

type Deep<Value> = Value extends object ? { readonly [Name in keyof Value]: Deep<Value[Name]> } : Value
/** A result, or the JSON of one. */
type AnswerOf<Name extends keyof AdminResults> = Deep<AdminResults[Name]> | WrittenJson

/** The operations of methods, as the document types their params and results. */
export type Operations<From, Name extends keyof AdminParams> = {
  readonly [Each in Name]: (
    from: From,
    params: Deep<AdminParams[Each]>,
  ) => OrUnchanged<AnswerOf<Each>> | Promise<OrUnchanged<AnswerOf<Each>>>
}

type RunningMethod = 'status' | 'upstreams' | 'upstreams.cordon' | 'upstreams.uncordon' | 'contract.print'

/**
 * The operations on the store, which the command line does too, by their method's name; their
 * params have passed the document's schemas.
 */
export const storeMethods: Readonly<Record<string, Method<Operator>>> = audited({
  ...accountMethods,
  ...inviteMethods,
  ...keyMethods,
  usage: askUsage,
  errors: askErrors,
  forwarded: askForwarded,
  audit: askAudit,
} satisfies Operations<Operator, Exclude<keyof AdminParams, RunningMethod>>)

const runningMethods = {
  status: (operator) => operator.status(),
  upstreams: listUpstreams,
  'upstreams.cordon': cordonUpstream,
  'upstreams.uncordon': uncordonUpstream,
  'contract.print': (operator, params) => writtenContract(operator.config, params, operator.baseUrl),
} satisfies Operations<ApiOperator, RunningMethod>

/** Which operation answers which method of the admin API. */
export const adminMethods: Readonly<Record<string, Method<ApiOperator>>> = {
  ...storeMethods,
  ...audited<ApiOperator>(runningMethods),
}
