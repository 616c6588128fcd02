import type { Contract } from '../../../src/contract/contract.js'
import { row, table } from '../../../src/tools/client/typescript/markdown.js'

/** The headers of replies as a Markdown table. */
export const headersTable = ({ 'x-headers': headers }: Contract): string =>
  table(
    ['header', 'meaning', 'when'],
    Object.entries(headers).map(([name, { description, when }]) => row(`\`${name}\``, description, when)),
  )

const PLACES: Readonly<Record<string, string>> = {
  methodObject: 'a method',
  contentDescriptorObject: 'a parameter',
  infoObject: '`info`',
}
const IN_DOCUMENT: readonly string[] = ['x-errors', 'x-headers']

/** The part of an extension's schema that the tables show. */
interface ValueSchema {
  readonly type?: unknown
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly additionalProperties?: unknown
  readonly items?: ValueSchema
  readonly then?: ValueSchema
}

const code = (text: unknown): string => `\`${text}\``

/** The values of a type that has few, and the members of an object; else the type. */
const valuesOf = ({ type, enum: values, required = [], properties, items, then }: ValueSchema): string => {
  if (values !== undefined) return values.map(code).join(', ')
  if (properties !== undefined) {
    const members = Object.entries(properties).map(([name, { enum: of }]) => {
      return code(required.includes(name) ? name : `${name}?`) + (of === undefined ? '' : ` (${of.join(', ')})`)
    })
    return [...(then?.enum ?? []).map(code), members.join(', ')].join(' or ')
  }
  if (items?.enum !== undefined) return `list of ${valuesOf(items)}`
  return type === 'boolean' ? '`true`, `false`' : [type].flat().join(' or ')
}

/** The extensions that documents may use, as a Markdown table. */
export const extensionsTable = ({ 'x-extensions': extensions }: Contract): string =>
  table(
    ['extension', 'on', 'value', 'what it says'],
    extensions.map(({ name, restricted = [], summary = '', description = '', schema }) => {
      const [place] = restricted
      const on = place === undefined ? (IN_DOCUMENT.includes(name) ? 'the document' : 'a schema') : PLACES[place]
      return row(code(name), on!, valuesOf(schema), `${summary} ${description}`.trim())
    }),
  )

/** The members of an entry of `kinds` in `x-subscription`, as a Markdown table. */
export const kindMembersTable = ({ 'x-extensions': extensions }: Contract): string => {
  const { schema } = extensions.find(({ name }) => name === 'x-subscription')!
  const { kinds } = (schema as ValueSchema).properties!
  const { properties = {}, required = [] } = kinds!.additionalProperties as ValueSchema
  return table(
    ['member', 'value', 'meaning'],
    Object.entries(properties).map(([name, member]) =>
      row(code(required.includes(name) ? name : `${name}?`), valuesOf(member), member.description ?? ''),
    ),
  )
}

const onOneLine = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ')

const onLines = (value: unknown): string =>
  Array.isArray(value) ? `[\n${value.map((item) => `    ${onOneLine(item)}`).join(',\n')}\n  ]` : onOneLine(value)

/**
 * A method's entry in a document, as a block of JSON with a line for each member and each item.
 */
export const entryBlock = ({ methods }: Pick<Contract, 'methods'>, name: string): string => {
  const members = Object.entries(methods.find((method) => method.name === name)!)
  const lines = members.map(([member, value]) => `  "${member}": ${onLines(value)}`)
  return `\`\`\`json\n{\n${lines.join(',\n')}\n}\n\`\`\``
}

/** A Markdown table of subscriptions and the prices of their events. */
export const subscriptionsTable = ({ methods }: Contract): string =>
  table(
    ['subscribe', 'credits for an event', 'resumes after a cut', 'row in usage'],
    methods.flatMap(({ name, 'x-subscription': subscription }) =>
      Object.entries(subscription?.kinds ?? {}).map(([kind, { params, resume, ...price }]) => {
        const hasKind = subscription?.kind !== undefined
        const rule = price['x-credits-if']
        const other = rule === undefined ? '' : `, ${rule.credits} if \`${params?.[rule.param]?.name}\` is true`
        return row(
          hasKind ? `\`${name}\` \`${kind}\`` : `\`${name}\``,
          `${price['x-credits']}${other}`,
          resume === true ? 'yes' : 'no',
          hasKind ? `\`${subscription?.notification}:${kind}\`` : `\`${kind}\``,
        )
      }),
    ),
  )
