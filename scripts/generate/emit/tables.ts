import type { Contract, Method } from '../contract.js'

const row = (...cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')

const number = (value: number): string => value.toLocaleString('en-US')

const limitsOf = ({ 'x-limits': { timeoutMs, maxParameters, maxResults } }: Method): string =>
  [
    `${number(timeoutMs / 1000)} s`,
    ...(maxParameters === undefined ? [] : [`${number(maxParameters)} parameters`]),
    ...(maxResults === undefined ? [] : [`${number(maxResults)} results`]),
  ].join(', ')

const signature = ({ params }: Method): string =>
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

const between = (text: string, name: string, content: string): string => {
  const [start, end] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`]
  const from = text.indexOf(start)
  const to = text.indexOf(end, from)
  if (from === -1 || to === -1) return text
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`
}

/** The part of src/config/config.schema.json that the README shows. */
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

/** The README with its tables renewed between their markers; text without markers stays as it is. No `config`: its table stays too. */
export const renewTables = (readme: string, contract: Contract, config?: ConfigSchema): string => {
  const withMethods = between(readme, 'methods', methodsTable(contract))
  const withErrors = between(withMethods, 'errors', errorsTable(contract))
  return config === undefined ? withErrors : between(withErrors, 'limits', limitsTable(config))
}
