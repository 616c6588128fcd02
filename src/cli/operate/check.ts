import { resolve } from 'node:path'
import { readTokenKeyFile } from '../../server/accounts/tokens/jwks.js'
import { readPair } from '../../server/config/certificate-pair.js'
import type { Config, Mistake } from '../../server/config/config.js'
import { formatMistakes, type Parsed } from '../../server/config/load.js'
import { loadWithContracts } from '../../server/config/load-with-contracts.js'
import { type Command, configOption, USUAL_CONFIG } from '../command.js'
import { folded } from '../text-wrap.js'
import { dayWarnings, planWarnings, subscriptionWarnings } from './client-flows.js'

/** Files that only a start reads besides. Reading throws if they cannot be used. */
const startFiles = ({ listen: { tls }, tokens }: Config): { path: readonly string[]; read(): unknown }[] => [
  { path: ['listen', 'tls'], read: () => tls && readPair(tls) },
  { path: ['tokens', 'jwks'], read: () => tokens && readTokenKeyFile(tokens.jwks) },
]

/** Mistakes of the configuration, or else of those files. */
const mistakesOf = (loaded: Parsed): readonly Mistake[] => {
  if (loaded.config === undefined) return loaded.mistakes
  return startFiles(loaded.config).flatMap(({ path, read }) => {
    try {
      read()
      return []
    } catch (error) {
      return [loaded.place({ path, at: 'key', message: (error as Error).message })]
    }
  })
}

/**
 * `tollgate check`: every mistake in the configuration, at once; with --online also what its nodes
 * are not.
 */
export const check: Command = {
  name: 'check',
  summary: 'Reports every mistake in the configuration; with --online also asks the nodes.',
  usage: 'tollgate check [--online] [--config FILE]',
  options: {
    online: {
      description: 'ask every node: does it answer, its chain, head, old states, log ranges, wsUrl, further methods',
    },
    ...configOption,
  },
  run: async (input) => {
    const path = input.text('config') ?? USUAL_CONFIG
    const read = await loadWithContracts(resolve(input.io.cwd, path), input.io.env)
    const mistakes = mistakesOf(read)
    const { config } = read
    if (config === undefined || mistakes.length > 0) {
      input.io.stderr(`${folded(formatMistakes(path, mistakes), input.io.errorColumns)}\n`)
      return input.isOn('json') ? { json: { mistakes }, text: '', status: 1 } : 1
    }
    const warnings = [...dayWarnings(config), ...planWarnings(config), ...subscriptionWarnings(config)]
    const text = [`${path} is right`, ...warnings.map((warning) => `warning: ${warning}`)].join('\n')
    if (!input.isOn('online')) return { json: { mistakes, warnings }, text }
    const { describeNodes, examineNodes } = await import('./check-online.js')
    const nodes = await examineNodes(config, input.ports.nowMs)
    const isRight = nodes.every(({ findings }) => findings.length === 0)
    return {
      json: { mistakes, warnings, nodes },
      text: (columns) => `${folded(text, columns)}\n${describeNodes(nodes, columns)}`,
      status: isRight ? 0 : 1,
    }
  },
}
