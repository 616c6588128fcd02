import { parse } from 'yaml'
import { commands } from '../../../src/cli/commands.js'
import { createMetrics, type MetricSources } from '../../../src/server/telemetry/metrics.js'
import { row, table } from '../../../src/tools/client/typescript/markdown.js'

/** The part of a JSON Schema that the reference pages show. */
export interface SchemaNode {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly additionalProperties?: boolean | SchemaNode
  readonly items?: SchemaNode
  readonly $ref?: string
  readonly 'x-restart'?: boolean
}

const typeOf = ({ type, enum: values, minimum, maximum }: SchemaNode): string => {
  if (values !== undefined) return values.map((value) => `\`${String(value)}\``).join(', ')
  const bounds = [
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
  ]
  return [String(type ?? ''), ...(bounds.length > 0 ? [bounds.join(', ')] : [])].join(' ')
}

const defaultOf = (node: SchemaNode): string => {
  return node.default === undefined ? '' : `\`${JSON.stringify(node.default)}\``
}

const isMapping = (node: SchemaNode): boolean => node.properties !== undefined

/**
 * Every key below a node as a row, in the order of the schema; a mapping is its keys. `shown` has
 * the place of each definition whose keys are rows already.
 */
const keyRows = (node: SchemaNode, path: string, root: SchemaNode, shown: Map<string, string>): string[] =>
  Object.entries(node.properties ?? {}).flatMap(([name, given]) => {
    const child = resolved(given, root)
    const at = path === '' ? name : `${path}.${name}`
    const definition = given.$ref ?? given.items?.$ref ?? ''
    const shownAt = shown.get(definition)
    if (shownAt !== undefined) {
      const description = `${child.description ?? ''} It has the keys of \`${shownAt}\`.`.trim()
      return [keyRow(at, { ...child, description }, node, name)]
    }
    if (definition !== '') shown.set(definition, child.items === undefined ? at : `${at}[]`)
    const named =
      typeof child.additionalProperties === 'object' ? resolved(child.additionalProperties, root) : undefined
    const items = child.items === undefined ? undefined : resolved(child.items, root)
    if (named !== undefined) return [keyRow(at, child, node, name), ...keyRows(named, `${at}.NAME`, root, shown)]
    if (items !== undefined && isMapping(items))
      return [keyRow(at, child, node, name), ...keyRows(items, `${at}[]`, root, shown)]
    if (isMapping(child)) return [keyRow(at, child, node, name), ...keyRows(child, at, root, shown)]
    return [keyRow(at, child, node, name)]
  })

const keyRow = (path: string, node: SchemaNode, holder: SchemaNode, name: string): string => {
  const about = [node.description ?? '', ...(node['x-restart'] === true ? ['Takes a restart.'] : [])].join(' ').trim()
  const isRequired = holder.required?.includes(name) === true
  return row(`\`${path}\``, typeOf(node), isRequired ? 'required' : isMapping(node) ? '' : defaultOf(node), about)
}

const resolved = (node: SchemaNode, root: SchemaNode): SchemaNode => {
  if (node.$ref === undefined) return node
  const parts = node.$ref.replace(/^#\//, '').split('/')
  const target = parts.reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], root) as SchemaNode
  return { ...target, ...node }
}

/** Every key of the configuration with its type, bounds, default and meaning. */
export const configurationTable = (schema: SchemaNode): string =>
  table(['key', 'type', 'default', 'what it is for'], keyRows(schema, '', schema, new Map()))

/** Every command of the command line: its line, what it does, its options. */
export const commandsReference = (): string =>
  commands
    .map(({ name, summary, usage, options }) => {
      const rows = Object.entries(options).map(([option, { value, description }]) =>
        row(`\`--${option}${value === undefined ? '' : ` ${value}`}\``, description),
      )
      const parts = [`### ${name}`, summary, `\`\`\`text\n${usage}\n\`\`\``]
      return [...parts, ...(rows.length > 0 ? [table(['option', 'meaning'], rows)] : [])].join('\n\n')
    })
    .join('\n\n')

/** The page that tells operators how to react to an alert. */
const ALERTS_PAGE = 'docs/monitoring.md#alerts-and-what-to-do'

/**
 * The gateway's own metrics with the alert rules (YAML) that ask for them; those of the process are
 * prom-client's defaults.
 */
export const metricsTable = (alerts: string): string => {
  const { groups } = parse(alerts) as { groups: { rules: { alert: string; expr: string }[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  // No value is read.
  const metrics = createMetrics({} as MetricSources)
  return table(
    ['metric', 'type', 'labels', 'what it counts', 'alerts'],
    metrics.descriptions().map(({ name, type, labelNames, help }) =>
      row(
        `\`${name}\``,
        type,
        labelNames.map((label) => `\`${label}\``).join(', '),
        help,
        rules
          .filter(({ expr }) => new RegExp(`\\b${name}(_bucket|_sum|_count)?\\b`).test(expr))
          .map(({ alert }) => `[${alert}](${ALERTS_PAGE.slice('docs/'.length)})`)
          .join(', '),
      ),
    ),
  )
}

/** The part of the admin API's OpenRPC document that its page shows. */
export interface AdminDocument {
  readonly methods: readonly {
    readonly name: string
    readonly summary: string
    readonly params: readonly { readonly name: string; readonly summary?: string; readonly required?: boolean }[]
  }[]
}

/** The admin API's methods with their params. */
export const adminMethodsTable = ({ methods }: AdminDocument): string =>
  table(
    ['method', 'what it does', 'params (by name; `?` may be left out)'],
    methods.map(({ name, summary, params }) =>
      row(
        `\`${name}\``,
        summary,
        params.map((param) => `\`${param.name}${param.required === true ? '' : '?'}\``).join(', '),
      ),
    ),
  )
