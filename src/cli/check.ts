import { resolve } from 'node:path'
import { formatMistakes, loadConfig } from '../config/load.js'
import { type Command, configOption } from './command.js'

/** `tollgate check`: every mistake in the configuration, at once. */
export const check: Command = {
  name: 'check',
  summary: 'Reports every mistake in the configuration.',
  usage: 'tollgate check [--config FILE]',
  options: configOption,
  run: async (input) => {
    const path = input.text('config') ?? 'tollgate.yaml'
    const { config, mistakes } = loadConfig(resolve(input.io.cwd, path), input.io.env)
    if (config !== undefined) return { json: { mistakes }, text: `${path} is right` }
    input.io.stderr(`${formatMistakes(path, mistakes)}\n`)
    if (input.isOn('json')) return { json: { mistakes }, text: '', status: 1 }
    return 1
  },
}
