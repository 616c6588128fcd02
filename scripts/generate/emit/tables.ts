import type { Contract, ContractMethod } from '../../../src/contracts/contract.js'
import { number, row, table } from './markdown.js'

const limitsOf = ({ 'x-limits': { timeoutMs, maxParameters, maxResults } }: ContractMethod): string =>
  [
    `${number(timeoutMs / 1000)} s`,
    ...(maxParameters === undefined ? [] : [`${number(maxParameters)} parameters`]),
    ...(maxResults === undefined ? [] : [`${number(maxResults)} results`]),
  ].join(', ')

const signature = ({ params }: ContractMethod): string =>
  params.map(({ name, required }) => `\`${name}${required === true ? '' : '?'}\``).join(', ')

/** The methods as a Markdown table: price, parameters, limits. */
export const methodsTable = (contract: Contract): string =>
  table(
    ['method', 'family', 'credits', 'params', 'limits', 'partner may answer'],
    contract.methods.map((method) =>
      row(
        `\`${method.name}\``,
        method['x-family'],
        method['x-credits'],
        signature(method),
        limitsOf(method),
        method['x-failover'] ? 'yes' : 'no',
      ),
    ),
  )

/** The errors as a Markdown table, in the order of the contract. */
export const errorsTable = (contract: Contract): string =>
  table(
    ['code', 'HTTP status', 'message', 'when', 'charged'],
    Object.entries(contract.components.errors).map(([name, { code, message }]) => {
      const { description = '', httpStatus = 200, isCharged } = contract['x-errors'][name] ?? {}
      return row(code, httpStatus, message, description, isCharged === true ? 'yes' : 'no')
    }),
  )

/** The part of the configuration's schema that the table of bounds shows. */
export interface ConfigSchema {
  readonly properties: {
    readonly limits: { readonly properties: Readonly<Record<string, { description: string; default: number }>> }
  }
}

/** The bounds under `limits` of the configuration, as a Markdown table. */
export const limitsTable = ({ properties }: ConfigSchema): string =>
  table(
    ['key', 'default', 'what it bounds'],
    Object.entries(properties.limits.properties).map(([key, bound]) =>
      row(`\`${key}\``, number(bound.default), bound.description),
    ),
  )
