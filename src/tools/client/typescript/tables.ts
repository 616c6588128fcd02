import type { Contract, ContractMethod, Schema } from '../../../contract/contract.js'
import { dataSchemasOf } from '../../../contract/error-data.js'
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
        method['x-credits-by'] === undefined ? method['x-credits'] : `up to ${method['x-credits']}`,
        signature(method),
        limitsOf(method),
        method['x-failover'] ? 'yes' : 'no',
      ),
    ),
  )

/** The members of an error's data besides its name, with their values if these are few. */
const dataMembers = (data: Schema): string => {
  const alternatives = dataSchemasOf(data)
  const names = new Set(alternatives.flatMap(({ properties = {} }) => Object.keys(properties)))
  names.delete('name')
  return [...names]
    .map((name) => {
      const isAlways = alternatives.every(({ required }) => (required as string[]).includes(name))
      const members = alternatives.map(({ properties }) => properties?.[name] as Schema | undefined)
      const values = members.flatMap((member) => (member?.enum ?? member?.const ?? []) as string[] | string)
      const said = values.length === 0 ? '' : ` (${values.join(', ')})`
      return `\`${name}${isAlways ? '' : '?'}\`${said}`
    })
    .join(', ')
}

export const errorsTable = (contract: Contract): string =>
  table(
    ['name', 'code', 'HTTP status', 'message', 'when', 'data', 'retry', 'charged', 'answers'],
    Object.entries(contract.components.errors).map(([name, { code, message }]) => {
      const { description, httpStatus, isCharged, data = {}, retry, answers } = contract['x-errors'][name]!
      const charged = isCharged === true ? 'yes' : 'no'
      const given = [`\`${name}\``, code, httpStatus, message, description, dataMembers(data), retry, charged] as const
      return row(...given, answers.join(', '))
    }),
  )
