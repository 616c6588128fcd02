import { createAccount, listAccounts, setAccount, showAccount } from './operations/accounts.js'
import { printContract } from './operations/contract.js'
import { askForwarded } from './operations/forwarded.js'
import { createKey, listKeys, revokeKey, rotateKey, setKey } from './operations/keys.js'
import { listUpstreams, type Running } from './operations/upstreams.js'
import { askUsage } from './operations/usage.js'
import type { Operator, Words } from './operator.js'

/** Names things as the API's document does. */
export const apiWords: Words = {
  param: (name) => name,
  operation: (name) => name,
  aParam: 'parameter',
}

/** What an API method works with: an operation's surroundings, the running gateway, and where callers reach it. */
export interface ApiOperator extends Operator, Running {
  readonly baseUrl: string
}

type Method = (operator: ApiOperator, params: never) => unknown

/** Which operation answers which method; their params have passed the document's schemas. */
export const adminMethods: Readonly<Record<string, Method>> = {
  'account.create': createAccount,
  'account.list': listAccounts,
  'account.show': showAccount,
  'account.set': setAccount,
  'key.create': createKey,
  'key.list': listKeys,
  'key.set': setKey,
  'key.rotate': rotateKey,
  'key.revoke': revokeKey,
  usage: askUsage,
  forwarded: askForwarded,
  upstreams: listUpstreams,
  'contract.print': (operator, params) => printContract(operator.config.networks, params, operator.baseUrl),
}
