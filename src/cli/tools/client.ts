import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { banner, type Contract } from '../../contract/contract.js'
import type { ContractPart } from '../../contract/operator/merge.js'
import type { ClientParts, PackageFile } from '../../tools/client/typescript/client-files.js'
import { type Command, CommandError, configOption, type Input, USUAL_CONFIG, UsageError } from '../command.js'
import { hasConfig, readConfig } from '../configured.js'
import { namedContract } from '../contract/named-contract.js'
import { counted } from '../counted.js'
import { readChoice } from '../option-values.js'
import { writeWhole } from '../write-whole.js'

interface Language {
  /** The sources that every client shares, from this repository's generated package. */
  readonly parts: URL
  readonly licence: URL
  /** The allowed names of a package, also in words. */
  readonly name: RegExp
  readonly nameWords: string
  /** The name of the package in a folder, if there is one. */
  readonly nameIn: (folder: string) => string | undefined
  readonly files: (contract: Contract, name: string, parts: ClientParts, licence: string) => Promise<PackageFile[]>
  /** The next step for the user in the folder. */
  readonly next: string
}

const GENERATED = new URL('../../../generated/', import.meta.url)
const PYTHON_BANNER = banner.replace('//', '#')

const fileText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** The name in the text of a package.json, if it is one. */
const packageName = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { name?: string } | null)?.name
  } catch {
    return undefined
  }
}

const languageNames = ['typescript', 'python'] as const

const languages: Readonly<Record<(typeof languageNames)[number], Language>> = {
  typescript: {
    parts: new URL('client/src/core/', GENERATED),
    licence: new URL('client/LICENSE', GENERATED),
    name: /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/,
    nameWords: 'an npm package, such as @acme/rpc',
    nameIn: (folder) => packageName(fileText(join(folder, 'package.json'))),
    files: async (contract, name, parts, licence) => {
      const { clientFiles } = await import('../../tools/client/typescript/client-files.js')
      return clientFiles(contract, { name, version: contract.info.version }, parts, licence)
    },
    next: 'npm install && npm pack there makes it a package',
  },
  python: {
    parts: new URL('client-python/src/tollgate_client/core/', GENERATED),
    licence: new URL('client-python/LICENSE', GENERATED),
    name: /^[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*$/,
    nameWords: 'a Python package, such as acme-rpc',
    nameIn: (folder) => /^name = "(.*)"$/m.exec(fileText(join(folder, 'pyproject.toml')))?.[1],
    files: async (contract, name, parts, licence) => {
      const { pythonFiles } = await import('../../tools/client/python/client-files.js')
      return pythonFiles(contract, name, parts, licence)
    },
    next: 'pip install . there installs it',
  },
}

const readParts = (folder: URL): ClientParts =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8')
      return { name, text: text.replace(`${banner}\n`, '').replace(PYTHON_BANNER, '') }
    })

/**
 * The built-in contract with the named documents; without any, the contract of all networks of the
 * configuration, if there is one.
 */
const readMerged = async (names: readonly string[], input: Input): Promise<Contract> => {
  const { builtInContract } = await import('../../contract/operator/shipped-document.js')
  if (names.length > 0 && input.text('config') !== undefined)
    throw new UsageError('--contract and --config exclude each other')
  if (names.length === 0 && hasConfig(input)) {
    const { contract } = await readConfig(input, [])
    return contract === undefined ? builtInContract : (contract.document as unknown as Contract)
  }
  const { mergeContracts } = await import('../../contract/operator/merge.js')
  const parts: ContractPart[] = []
  for (const name of names) parts.push(await namedContract(name, input))
  const { contract, conflicts, notifications } = mergeContracts(builtInContract, parts)
  const [conflict] = conflicts
  const [shared] = notifications
  if (shared !== undefined)
    throw new CommandError(
      `${shared.second.documentName}: ${shared.notification} of ${shared.second.method} brings the events of ${shared.first.method} of ${shared.first.documentName} already`,
    )
  if (conflict === undefined) return contract
  const owner = conflict.first === undefined ? 'is a built-in method' : `is given by ${conflict.first}`
  throw new CommandError(`${conflict.second}: ${conflict.method} ${owner}, in another way`)
}

/**
 * Makes a folder and those around it. Node's recursive mkdir never returns where a file system
 * answers ENOENT inside a folder that exists, as /proc does.
 */
const makeFolder = (path: string): void => {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/** Refuses to write to a folder with other contents. */
const checkFolder = (folder: string, name: string, language: Language): void => {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory()) throw new CommandError(`${folder} is no folder`)
  const found = language.nameIn(folder)
  if (found === name || readdirSync(folder).length === 0) return
  throw new CommandError(`${folder} is not empty${found === undefined ? '' : `: it has the package ${found}`}`)
}

export const client: Command = {
  name: 'client',
  summary: 'Writes the typed client of a contract into a folder, as a package.',
  usage: 'tollgate client --out DIR [--language LANGUAGE] [--contract FILE]… [--name NAME] [--config FILE]',
  options: {
    out: { value: 'DIR', description: 'the folder: new, empty, or with this package of before' },
    language: { value: 'LANGUAGE', description: 'typescript or python; default typescript' },
    contract: {
      value: 'FILE',
      multiple: true,
      description: 'a contract whose methods come beside the built-in ones: a file, or the name of a shipped one',
    },
    name: { value: 'NAME', description: 'the name of the package; default tollgate-client' },
    ...configOption,
    config: {
      ...configOption.config,
      description: `a configuration, for the methods of all of its networks; default ${USUAL_CONFIG}, if there`,
    },
  },
  run: async (input) => {
    const folder = resolve(input.io.cwd, input.required('out'))
    const name = input.text('name') ?? 'tollgate-client'
    const language = languages[readChoice('language', input.text('language') ?? 'typescript', languageNames)]
    if (!language.name.test(name))
      throw new UsageError(`--name must be the name of ${language.nameWords}, not "${name}"`)
    const contract = await readMerged(input.files('contract') ?? [], input)
    checkFolder(folder, name, language)
    const licence = readFileSync(language.licence, 'utf8')
    const files = await language.files(contract, name, readParts(language.parts), licence)
    for (const { path, content } of files) {
      makeFolder(dirname(join(folder, path)))
      writeWhole(join(folder, path), content)
    }
    return {
      json: { out: folder, name, methods: contract.methods.map((method) => method.name) },
      text: `${name} with ${counted(contract.methods.length, 'method')} is in ${input.text('out')}; ${language.next}`,
    }
  },
}
