import { resolve } from 'node:path'
import { Document, isScalar, isSeq, type Node } from 'yaml'
import { type EffectiveConfig, effectiveConfig } from '../../../server/config/effective.js'
import { formatPath } from '../../../server/config/finding.js'
import { formatMistakes } from '../../../server/config/load.js'
import { type Command, CommandError, configOption } from '../../command.js'

export const configShow: Command = {
  name: 'config show',
  summary: 'Prints the effective configuration: defaults filled in and marked, secrets hidden.',
  usage: 'tollgate config show [--config FILE]',
  options: configOption,
  run: async (input) => {
    const path = input.text('config') ?? 'tollgate.yaml'
    const effective = effectiveConfig(resolve(input.io.cwd, path), input.io.env)
    if ('mistakes' in effective) {
      throw new CommandError(`the configuration cannot be used\n${formatMistakes(path, effective.mistakes)}`)
    }
    const { values, defaults } = effective
    return { json: { config: values, defaults: [...defaults] }, text: () => asYaml(effective).trimEnd() }
  },
}

/** YAML with a remark behind every value that the file does not set. */
const asYaml = ({ values, defaults }: EffectiveConfig): string => {
  const document = new Document(values)
  const mark = (node: Node, path: readonly unknown[]) => {
    if (defaults.has(formatPath(path as (string | number)[]))) node.comment = ' default'
  }
  const walk = (node: unknown, path: readonly (string | number)[]): void => {
    if (isScalar(node) || (isSeq(node) && node.items.length === 0)) return mark(node, path)
    if (isSeq(node)) for (const [index, item] of node.items.entries()) walk(item, [...path, index])
    else
      for (const pair of (node as { items?: { key: { value: string }; value: unknown }[] }).items ?? [])
        walk(pair.value, [...path, pair.key.value])
  }
  walk(document.contents, [])
  // The YAML library puts the remark about an empty list on the next line.
  return document.toString({ lineWidth: 0 }).replaceAll(/:\n +\[\]\n +# default$/gm, ': [] # default')
}
