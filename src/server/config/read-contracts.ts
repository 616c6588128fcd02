import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { CompiledContract } from '../../contract/compiled-contract.js'
import type { MakeValidators } from '../../contract/operator/compile.js'
import type { ContractPart } from '../../contract/operator/merge.js'
import type { OperatorReading } from '../../contract/operator/operator-document.js'
import { shippedFile, shippedNames } from '../../contract/operator/shipped-files.js'
import type { Config, ContractConfig, Mistake } from './config.js'
import type { ConfigPath, Finding } from './finding.js'
import { formatPath } from './finding.js'
import type { LoadOptions, Parsed } from './load.js'
import { methodRowsOf } from './method-rows.js'
import { planFindings } from './rules.js'
import { didYouMean } from './suggestion.js'

type Tools = typeof import('../../contract/operator/merge.js') &
  Partial<typeof import('../../contract/validator-source.js')> &
  typeof import('../../contract/operator/shipped-document.js') &
  typeof import('../../contract/operator/compile.js') &
  Partial<typeof import('../../contract/operator/operator-document.js')>

interface ContractEntry {
  readonly config: ContractConfig
  readonly path: ConfigPath
  /** Undefined if the entry only sets prices. */
  readonly file: string | undefined
}

/** Collects findings, each once, however many networks share an entry. */
class Findings {
  private readonly found = new Map<string, Finding>()

  add(path: ConfigPath, message: string): void {
    this.found.set(`${formatPath(path)} ${message}`, { path, at: 'value', message })
  }

  all(): readonly Finding[] {
    return [...this.found.values()]
  }
}

const entriesOf = (contracts: readonly ContractConfig[], at: ConfigPath): ContractEntry[] =>
  contracts.map((config, index) => ({
    config,
    path: [...at, 'contracts', index],
    file: config.name === undefined ? config.file : shippedFile(config.name),
  }))

/** All entries of a configuration: the common ones, and each network's by its name. */
const entriesIn = (
  config: Config,
): { readonly all: ContractEntry[]; readonly own: ReadonlyMap<string, ContractEntry[]> } => ({
  all: entriesOf(config.contracts, []),
  own: new Map([...config.networks].map(([name, { contracts }]) => [name, entriesOf(contracts, ['networks', name])])),
})

/** True if a configuration uses documents that do not come with Tollgate. */
export const hasOwnDocuments = (config: Config | undefined): boolean =>
  config !== undefined &&
  [config, ...config.networks.values()].some(({ contracts }) => contracts.some(({ file }) => file !== undefined))

/** Files of a configuration, its own at `path` included, for the reload to watch. */
export const configFiles = (path: string, config: Config): string[] => {
  const { all, own } = entriesIn(config)
  const files = [...all, ...[...own.values()].flat()].flatMap(({ file }) => file ?? [])
  return [...new Set([path, ...files, ...(config.tokens === undefined ? [] : [config.tokens.jwks])])]
}

class ContractReader {
  readonly findings = new Findings()
  readonly mistakes: Mistake[] = []
  private readonly readings = new Map<string, OperatorReading>()
  private readonly compiled = new Map<string, CompiledContract | undefined>()

  constructor(
    private readonly tools: Tools,
    private readonly onFile: LoadOptions['onFile'],
  ) {}

  /** Reads each document of the entries once; false if one has errors. */
  read(entries: readonly ContractEntry[]): boolean {
    for (const { file, path, config } of entries) {
      if (config.file !== undefined && config.name !== undefined)
        this.findings.add(path, 'has a file and a name; it is one or the other')
      if (file === undefined && config.methods.length > 0)
        this.findings.add([...path, 'methods'], 'needs a file or a name, of which methods are taken')
      if (file === undefined || this.readings.has(file)) continue
      this.onFile?.(file)
      if (!existsSync(file)) {
        this.findings.add(path, `there is no file ${file}${didYouMean(basename(file), shippedNames)}`)
        continue
      }
      const { readOperatorDocument, readShippedDocument } = this.tools
      const reading = config.name === undefined ? readOperatorDocument!(file) : readShippedDocument(file)
      this.readings.set(file, reading)
      if ('mistakes' in reading) this.mistakes.push(...reading.mistakes)
    }
    return this.mistakes.length === 0
  }

  /** The contract of these entries; undefined if it is the built-in one. */
  contractOf(entries: readonly ContractEntry[], isLenient = false): CompiledContract | undefined {
    const key = JSON.stringify([isLenient, entries.map(({ path }) => path)])
    if (entries.length > 0 && !this.compiled.has(key)) this.compiled.set(key, this.compile(entries, isLenient))
    return this.compiled.get(key)
  }

  checkFamily(entry: ContractEntry, family: string): void {
    const methods = this.partOf(entry)?.contract.methods ?? []
    if (methods.length > 0 && methods.every((method) => method['x-family'] !== family))
      this.findings.add(entry.path, `has no method of the network's family, ${family}`)
  }

  private compile(entries: readonly ContractEntry[], isLenient: boolean): CompiledContract | undefined {
    const { mergeContracts, withPrices, withBroadcast, compileContract, builtInContract } = this.tools
    const parts = entries.flatMap((entry) => this.partOf(entry) ?? [])
    const merged = mergeContracts(builtInContract, parts)
    const { contract } = merged
    const isShipped = (documentName: string) =>
      entries.some(({ file, config }) => file === documentName && config.name !== undefined)
    // A shipped document may still have a method that has become built in; the built-in one wins.
    const conflicts = merged.conflicts.filter(({ first, second }) => first !== undefined || !isShipped(second))
    if (!isLenient)
      for (const { notification, first, second } of merged.notifications) {
        const { path } = entries.findLast(({ file }) => file === second.documentName)!
        const given = `${notification} brings the events of ${first.method} of ${first.documentName}, and of ${second.method} of ${second.documentName}`
        this.findings.add(path, `${given}; leave one out with methods: ["!${second.method}"]`)
      }
    if (conflicts.length > 0 && !isLenient) {
      for (const { method, first, second } of conflicts) {
        const { path } = entries.findLast(({ file }) => file === second)!
        const owner = first === undefined ? 'is a built-in method' : `is given by ${first}`
        this.findings.add(path, `${method} ${owner}, in another way; leave it out with methods: ["!${method}"]`)
      }
      return undefined
    }
    const names = new Set(contract.methods.map(({ name }) => name))
    for (const { config, path } of isLenient ? [] : entries)
      for (const name of Object.keys(config.prices))
        if (!names.has(name)) this.findings.add([...path, 'prices', name], `there is no method ${name}`)
    if (!isLenient) this.checkBroadcast(entries, contract)
    const prices = Object.assign({}, ...entries.map(({ config }) => config.prices)) as Record<string, number>
    const sentToAll = entries.flatMap(({ config }) => config.broadcast)
    if (this.findings.all().length > 0) return undefined
    const whole = withBroadcast(withPrices(contract, prices), sentToAll)
    try {
      return compileContract(whole, this.makeValidators, this.shippedMethods(entries))
    } catch (error) {
      // The lint accepts it, but Ajv cannot compile it.
      const named = entries.find(({ config }) => config.file !== undefined) ?? entries[0]!
      this.findings.add(named.path, `no validators can be made: ${(error as Error).message}`)
      return undefined
    }
  }

  /** Only a write can be sent to all nodes. */
  private checkBroadcast(entries: readonly ContractEntry[], { methods }: ContractPart['contract']): void {
    for (const { config, path } of entries)
      for (const [index, name] of config.broadcast.entries()) {
        const effect = methods.find((method) => method.name === name)?.['x-effect']
        if (effect !== 'write')
          this.findings.add([...path, 'broadcast', index], `there is no method ${name} that writes`)
      }
  }

  private readonly makeValidators: MakeValidators = (...args) => {
    if (this.tools.validatorSource === undefined) throw new Error('the tool that makes validators was not loaded')
    return this.tools.validatorSource(...args)
  }

  /** The methods taken from shipped documents, whose validators are generated. */
  private shippedMethods(entries: readonly ContractEntry[]): ReadonlySet<string> {
    const shipped = entries.filter(({ config }) => config.name !== undefined)
    return new Set(shipped.flatMap((entry) => this.partOf(entry)?.contract.methods.map(({ name }) => name) ?? []))
  }

  private partOf({ file, config, path }: ContractEntry): ContractPart | undefined {
    const reading = file === undefined ? undefined : this.readings.get(file)
    if (file === undefined || reading === undefined || 'mistakes' in reading) return undefined
    const { contract } = reading
    const { isTaken, speaksOf } = this.tools
    config.methods.forEach((pattern, index) => {
      if (!contract.methods.some(({ name }) => speaksOf(pattern, name)))
        this.findings.add([...path, 'methods', index], `${file} has no method for the pattern ${pattern}`)
    })
    const methods = contract.methods.filter(({ name }) => isTaken(name, config.methods))
    return { documentName: file, contract: { ...contract, methods } }
  }
}

/**
 * Loads the tools only if documents are configured, and the lint only for an operator's own: both
 * cost time and memory.
 */
const loadTools = async (entries: readonly ContractEntry[]): Promise<Tools> => {
  const hasOwn = entries.some(({ config }) => config.file !== undefined)
  const [merge, shipped, compile] = await Promise.all([
    import('../../contract/operator/merge.js'),
    import('../../contract/operator/shipped-document.js'),
    import('../../contract/operator/compile.js'),
  ])
  const own = hasOwn ? await import('../../contract/operator/operator-document.js') : {}
  const maker = hasOwn ? await import('../../contract/validator-source.js') : {}
  return { ...merge, ...shipped, ...compile, ...own, ...maker }
}

/**
 * Reads the documents of a valid configuration and adds each network's contract to it. Reports
 * every error in the documents and in their entries; with any error, the result has no
 * configuration.
 */
export const readContracts = async (parsed: Parsed, { onFile }: Pick<LoadOptions, 'onFile'> = {}): Promise<Parsed> => {
  if (parsed.config === undefined) return parsed
  const { config, place } = parsed
  const { all, own } = entriesIn(config)
  const everything = [...all, ...[...own.values()].flat()]
  if (everything.length === 0) return parsed
  const reader = new ContractReader(await loadTools(everything), onFile)
  if (!reader.read(everything)) {
    const found = reader.findings.all().map(place)
    return { config: undefined, mistakes: [...found, ...reader.mistakes] }
  }
  const networks = [...config.networks].map(([name, network]) => {
    const entries = own.get(name) ?? []
    for (const entry of entries) reader.checkFamily(entry, network.family)
    const contract = reader.contractOf([...all, ...entries])
    return [name, Object.freeze({ ...network, ...(contract && { contract }) })] as const
  })
  const hasOwn = everything.length > all.length
  const contract = reader.contractOf(everything, hasOwn)
  const whole: Config = Object.freeze({ ...config, networks: new Map(networks), ...(contract && { contract }) })
  const found = reader.findings.all()
  const findings = found.length > 0 ? found : planFindings(plansOf(config), methodRowsOf(whole))
  if (findings.length > 0) return { config: undefined, mistakes: findings.map(place) }
  return { config: whole, mistakes: [], place }
}

const plansOf = ({ plans }: Config): object => Object.fromEntries(plans)
