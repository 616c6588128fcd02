import { resolve } from 'node:path'
import { shippedFile } from '../../contract/operator/shipped-files.js'
import { writtenContract } from '../../contract/written-contract.js'
import { type Command, configOption, UsageError } from '../command.js'
import { counted } from '../counted.js'
import { check } from '../operate/check.js'
import { folded } from '../text-wrap.js'

/** Loaded on demand: the gateway itself starts with the same list of commands. */
const reader = () => import('../../contract/read.js')
const places = () => import('../../contract/lint/params/contract-addresses.js')

/**
 * `tollgate contract check`: lists every mistake in an operator's document with line and column;
 * without a file, in the configuration's documents.
 */
export const contractCheck: Command = {
  name: 'contract check',
  summary: 'Reports every mistake in a contract; without a file, in the configuration and its contracts.',
  usage: 'tollgate contract check [FILE | --config FILE]',
  optionalPositionals: ['FILE'],
  options: configOption,
  run: async (input) => {
    const [name] = input.positionals
    if (name === undefined) return check.run(input)
    if (input.text('config') !== undefined) throw new UsageError('FILE and --config exclude each other')
    const path = shippedFile(name) ?? resolve(input.io.cwd, name)
    const [{ mistakeLine, readContractFile }, { undeclaredContracts }] = await Promise.all([reader(), places()])
    const reading = readContractFile(path, writtenContract())
    if ('contract' in reading) {
      const { length } = reading.contract.methods
      const undeclared = undeclaredContracts(reading.contract)
      const text = [`${name} is right: ${counted(length, 'method')}`]
      if (undeclared.length > 0)
        text.push(`Keys limited to contracts may not call these, which have no x-contracts: ${undeclared.join(', ')}`)
      return { json: { mistakes: [], undeclaredContracts: undeclared }, text: text.join('\n') }
    }
    const mistakes = reading.mistakes.map((mistake) => ({ ...mistake, file: name }))
    const { stderr, errorColumns } = input.io
    for (const mistake of mistakes) stderr(`${folded(mistakeLine(mistake), errorColumns)}\n`)
    return input.isOn('json') ? { json: { mistakes }, text: '', status: 1 } : 1
  },
}
