import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { shippedContracts } from '../../contract/operator/shipped-files.js'
import { writtenContract } from '../../contract/written-contract.js'
import { exactJson } from '../../runtime/exact-json.js'
import type { ImportNote } from '../../tools/import/note.js'
import { type PriceTable, readPrices } from '../../tools/import/prices.js'
import { type Command, CommandError, type Input } from '../command.js'
import { counted } from '../counted.js'
import { readJson, readText } from '../input-files.js'
import { readChoice, readNumber } from '../option-values.js'
import { writeWhole } from '../write-whole.js'

const families = ['evm', 'solana'] as const

const pricesOf = (input: Input): PriceTable => {
  const path = input.text('prices')
  if (path === undefined) return {}
  const reading = readPrices(readText(path, input))
  if ('mistake' in reading) throw new CommandError(`${path} ${reading.mistake}`)
  return reading.prices
}

const lineOf = ({ kind, method, path, message }: ImportNote): string =>
  `${kind.padEnd(8)}  ${[method ?? path, message].filter((text) => text !== '').join(': ')}`

/**
 * `tollgate contract import`: makes a contract from any OpenRPC document, and lists what was
 * guessed, changed or left out.
 */
export const contractImport: Command = {
  name: 'contract import',
  summary: 'Makes a contract of any OpenRPC document; says what it guessed, changed or left out.',
  usage: 'tollgate contract import FILE [--prices FILE] [--credits N] [--family evm|solana] [--out FILE]',
  positionals: ['FILE'],
  options: {
    prices: { value: 'FILE', description: 'JSON: credits by method, or by pattern: {"eth_*": 80}' },
    credits: { value: 'N', description: 'the price of the methods that --prices does not name' },
    family: { value: families.join('|'), description: 'the family, if the names do not tell' },
    out: { value: 'FILE', description: 'where the contract is written; default: standard output' },
  },
  run: async (input) => {
    const [path = ''] = input.positionals
    const out = input.text('out')
    if (out !== undefined && existsSync(resolve(input.io.cwd, out)))
      throw new CommandError(`${out} is there already; nothing was written`)
    // Loaded on demand: the gateway itself starts with the same list of commands.
    const { importContract } = await import('../../tools/import/import-contract.js')
    const family = input.text('family')
    const { contract, notes } = importContract(readJson(path, input), {
      family: family === undefined ? undefined : readChoice('family', family, families),
      prices: pricesOf(input),
      credits: readNumber('credits', input.text('credits')),
      base: writtenContract(),
      known: shippedContracts(),
    })
    const text = exactJson(contract, 2)
    if (!input.isOn('json')) for (const note of notes) input.io.stderr(`${lineOf(note)}\n`)
    if (contract === undefined) {
      if (input.isOn('json')) return { json: { notes }, text: '', status: 1 }
      throw new CommandError(`${path}: no method is left, so no contract was made`)
    }
    if (out === undefined) return { json: { contract, notes }, text: () => text }
    // Not over a file, because users edit an imported contract afterwards.
    writeWhole(resolve(input.io.cwd, out), `${text}\n`, { flag: 'wx' })
    return {
      json: { out, methods: contract.methods.map(({ name }) => name), notes },
      text: `${out} has ${counted(contract.methods.length, 'method')}`,
    }
  },
}
