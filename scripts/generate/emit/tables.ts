import type { Contract } from '../../../src/contract/contract.js'
import { number, row, table } from '../../../src/tools/client/typescript/markdown.js'

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

/** The extensions that documents may use, as a Markdown table. */
export const extensionsTable = ({ 'x-extensions': extensions }: Contract): string =>
  table(
    ['extension', 'on', 'what it says'],
    extensions.map(({ name, restricted = [], summary = '', description = '' }) => {
      const [place] = restricted
      const on = place === undefined ? (IN_DOCUMENT.includes(name) ? 'the document' : 'a schema') : PLACES[place]
      return row(`\`${name}\``, on!, `${summary} ${description}`.trim())
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

/** A Markdown table of subscriptions and the prices of their events. */
export const subscriptionsTable = ({ methods }: Contract): string =>
  table(
    ['subscribe', 'credits for an event', 'goes on after a cut', 'row in usage'],
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
