import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientParts } from '../../client-writer/client-files.js'
import { banner, type Contract } from '../../contracts/contract.js'
import type { ContractPart } from '../../contracts/operator/merge.js'
import { type Command, CommandError, configOption, type Input, UsageError } from '../command.js'
import { readConfig } from '../configured.js'
import { shippedFile } from './contracts.js'

/** What the build puts here of the client's own package: its parts that are the same for every contract, as sources. */
const CLIENT = new URL('../../../generated/client/', import.meta.url)
const CORE = new URL('src/core/', CLIENT)
const NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/

const readParts = (): ClientParts =>
  readdirSync(CORE)
    .sort()
    .map((name) => ({ name, text: readFileSync(new URL(name, CORE), 'utf8').replace(`${banner}\n`, '') }))

/** One document that `--contract` names, complete with what the built-in contract lends it. */
const readPart = async (name: string, input: Input): Promise<ContractPart> => {
  const shipped = shippedFile(name)
  // Loaded when it is needed: the gateway itself starts with the same list of commands.
  if (shipped !== undefined) {
    const { readShippedDocument } = await import('../../contracts/operator/shipped-document.js')
    return { source: name, contract: readShippedDocument(fileURLToPath(shipped)).contract }
  }
  const { readOperatorDocument } = await import('../../contracts/operator/operator-document.js')
  const reading = readOperatorDocument(resolve(input.io.cwd, name))
  if ('contract' in reading) return { source: name, contract: reading.contract }
  const { mistakeLine } = await import('../../contracts/read.js')
  throw new CommandError(`${name} has mistakes:\n${reading.mistakes.map(mistakeLine).join('\n')}`)
}

/** The built-in contract with the documents that are named, or the contract of all networks of a configuration. */
const readMerged = async (names: readonly string[], input: Input): Promise<Contract> => {
  const { builtInContract } = await import('../../contracts/operator/shipped-document.js')
  if (input.text('config') !== undefined) {
    if (names.length > 0) throw new UsageError('--contract and --config exclude each other')
    const { contract } = await readConfig(input, [])
    return contract === undefined ? builtInContract : (contract.document as unknown as Contract)
  }
  const { mergeContracts } = await import('../../contracts/operator/merge.js')
  const parts: ContractPart[] = []
  for (const name of names) parts.push(await readPart(name, input))
  const { contract, conflicts } = mergeContracts(builtInContract, parts)
  const [conflict] = conflicts
  if (conflict === undefined) return contract
  const owner = conflict.first === undefined ? 'is a built-in method' : `is given by ${conflict.first}`
  throw new CommandError(`${conflict.second}: ${conflict.method} ${owner}, in another way`)
}

/** A folder that has something else in it is not written to. */
const checkFolder = (folder: string, name: string): void => {
  if (!existsSync(folder)) return
  const manifest = join(folder, 'package.json')
  const found = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: unknown }).name
    : undefined
  if (found === name || readdirSync(folder).length === 0) return
  throw new CommandError(`${folder} is not empty${found === undefined ? '' : `: it has the package ${found}`}`)
}

/** `tollgate client`: writes the typed client of a contract, as a package. */
export const client: Command = {
  name: 'client',
  summary: 'Writes the typed client of a contract into a folder, as a package.',
  usage: 'tollgate client --out DIR [--contract FILE]... [--name NAME] [--config FILE]',
  options: {
    out: { type: 'string', value: 'DIR', description: 'the folder: new, empty, or with this package of before' },
    contract: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      description: 'a contract whose methods come beside the built-in ones: a file, or ethereum or solana',
    },
    name: { type: 'string', value: 'NAME', description: 'the name of the package; default tollgate-client' },
    ...configOption,
    config: { ...configOption.config, description: 'a configuration, for the methods of all of its networks' },
  },
  run: async (input) => {
    const folder = resolve(input.io.cwd, input.required('out'))
    const name = input.text('name') ?? 'tollgate-client'
    if (!NAME.test(name)) throw new UsageError('--name must be the name of an npm package, such as @acme/rpc')
    const contract = await readMerged(input.list('contract') ?? [], input)
    const { clientFiles } = await import('../../client-writer/client-files.js')
    checkFolder(folder, name)
    const licence = readFileSync(new URL('LICENSE', CLIENT), 'utf8')
    const files = clientFiles(contract, { name, version: contract.info.version }, readParts(), licence)
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    const methods = contract.methods.length
    return {
      json: { out: folder, name, methods: contract.methods.map((method) => method.name) },
      text: `${name} with ${methods} methods is in ${input.text('out')}; npm install && npm pack there makes it a package`,
    }
  },
}
