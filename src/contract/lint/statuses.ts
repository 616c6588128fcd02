import { isObject } from '../../runtime/is-object.js'
import type { Contract } from '../contract.js'
import { pointer, type Report } from './mistake.js'
import type { LintRule } from './rule.js'

interface CodeRule {
  readonly first: number
  readonly last: number
  readonly statuses: readonly number[]
  readonly meaning: string
  /** True for Tollgate's codes: each belongs to one error, so that clients recognize it. */
  readonly isOwn?: true
}

const one = (code: number, meaning: string, statuses: readonly number[]): CodeRule => ({
  first: code,
  last: code,
  statuses,
  meaning,
})

/**
 * The meaning of each code of JSON-RPC 2.0 and of the gateway, and the HTTP statuses (RFC 9110)
 * with the same meaning.
 */
export const codeRules: readonly CodeRule[] = [
  one(-32700, 'text that is not JSON', [400]),
  one(-32600, 'no request that could be read', [400, 405, 408, 413, 414, 415, 417, 426, 431]),
  one(-32601, 'an unknown method, in a reply', [200]),
  one(-32602, 'wrong params, in a reply', [200]),
  one(-32603, 'a fault behind the gateway or in it', [500, 502, 503, 504]),
  one(-32005, 'a limit', [200, 429]),
  { first: -32099, last: -32000, statuses: [200], meaning: 'an error of the call, in a reply' },
  { first: -33099, last: -33000, statuses: [402], meaning: 'credits that are used up', isOwn: true },
  { first: -33199, last: -33100, statuses: [401, 403], meaning: 'a caller that may not', isOwn: true },
  { first: -33299, last: -33200, statuses: [429], meaning: 'a caller that is too fast', isOwn: true },
  one(-33404, 'a path that is not there', [404]),
  { first: -33409, last: -33400, statuses: [404, 409, 410], meaning: 'something that is not there', isOwn: true },
]

const lintCode = (name: string, code: number, status: unknown, report: Report): void => {
  const rule = codeRules.find(({ first, last }) => first <= code && code <= last)
  if (rule === undefined)
    report(
      pointer('components', 'errors', name, 'code'),
      `${code} is no code of JSON-RPC 2.0 or of the gateway (-33000 to -33499): nodes use the others`,
    )
  else if (status !== undefined && !rule.statuses.includes(status as number))
    report(
      pointer('x-errors', name, 'httpStatus'),
      `${status} does not go with code ${code}, ${rule.meaning}: ${rule.statuses.join(' or ')}`,
    )
}

/** A call refused before any node was asked costs nothing. */
const lintCharge = (name: string, row: Readonly<Record<string, unknown>>, report: Report): void => {
  const status = row.httpStatus as number
  if (row.isCharged !== true || status === 200 || status >= 500) return
  report(
    pointer('x-errors', name, 'isCharged'),
    `a call that is refused with HTTP ${status} was not forwarded, so it cannot be charged`,
  )
}

const lintOwnCodes = (contract: Contract, report: Report): void => {
  const users = new Map<number, string>()
  for (const [name, { code }] of Object.entries(contract.components.errors)) {
    const isOwn = codeRules.some((rule) => rule.isOwn && rule.first <= code && code <= rule.last)
    const other = users.get(code)
    users.set(code, other ?? name)
    if (isOwn && other !== undefined)
      report(pointer('components', 'errors', name, 'code'), `${code} is the code of ${other} already`)
  }
}

/** Checks codes of errors against their meanings, HTTP statuses and charges. */
export const lintStatuses: LintRule = (contract, report) => {
  const rows: unknown = contract['x-errors']
  for (const [name, { code }] of Object.entries(contract.components.errors)) {
    const row = isObject(rows) ? rows[name] : undefined
    const own = isObject(row) ? row : {}
    if (!Number.isInteger(code)) continue
    lintCode(name, code, own.httpStatus, report)
    lintCharge(name, own, report)
  }
  lintOwnCodes(contract, report)
}
