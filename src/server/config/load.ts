import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ConfigData } from '../../../generated/config.js'
import { fileTrouble, readRegularFile } from '../../runtime/read-file.js'
import type { Config, ContractConfig, Mistake } from './config.js'
import { fillDependentDefaults } from './dependent-defaults.js'
import type { Finding } from './finding.js'
import { checkRules } from './rules.js'
import { checkSchema } from './schema.js'
import { readStoreAddress } from './store-address.js'
import { readYaml } from './yaml-source.js'

/** A configuration that is right, or everything that is wrong with it. */
export type Parsed =
  | { readonly config: Config; readonly mistakes: readonly []; place(finding: Finding): Mistake }
  | { readonly config: undefined; readonly mistakes: readonly Mistake[] }

/**
 * Where a configuration's text comes from: its path (other paths in it are relative to its folder)
 * and what it may look at.
 */
export interface ConfigSource {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
  fileExists(path: string): boolean
  /**
   * Whether the value at a path is needed; one that is not may be a variable that is not set, and
   * is then empty. All are when left out.
   */
  needs?(path: string): boolean
  /** See Surroundings. */
  readonly isStrict?: boolean
}

const freeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of value instanceof Map ? value.values() : Object.values(value)) freeze(inner)
  }
  return value
}

const named = <V extends object>(values: Record<string, V>): Map<string, V & { name: string }> =>
  new Map(Object.entries(values).map(([name, value]) => [name, { ...value, name }]))

/** Documents that come with Tollgate; another text is a file. */
const shipped = ['ethereum', 'solana'] as const

const contractsOf = (written: ConfigData['contracts'], folder: string): ContractConfig[] =>
  written.map((entry) => {
    if (typeof entry !== 'string')
      return entry.file === undefined ? entry : { ...entry, file: resolve(folder, entry.file) }
    const name = shipped.find((known) => known === entry)
    return {
      ...(name === undefined ? { file: resolve(folder, entry) } : { name }),
      methods: [],
      broadcast: [],
      prices: {},
    }
  })

const build = (data: ConfigData, folder: string): Config => {
  const { tls } = data.listen
  const { tokens } = data
  const address = readStoreAddress(data.store, folder)
  const networks = [...named(data.networks)].map(
    ([name, network]) =>
      [
        name,
        {
          ...network,
          hosts: network.hosts.map((host) => host.toLowerCase()),
          contracts: contractsOf(network.contracts, folder),
        },
      ] as const,
  )
  return freeze({
    ...data,
    listen: {
      ...data.listen,
      ...(tls === undefined ? {} : { tls: { cert: resolve(folder, tls.cert), key: resolve(folder, tls.key) } }),
    },
    ...(tokens === undefined ? {} : { tokens: { ...tokens, jwks: resolve(folder, tokens.jwks) } }),
    stateDir: resolve(folder, data.stateDir),
    store: 'address' in address ? address.address : data.store,
    plans: named(data.plans),
    networks: new Map(networks),
    contracts: contractsOf(data.contracts, folder),
  })
}

/**
 * Reads a configuration: substitutes `${ENV}`, checks it against the schema and the rules, fills in
 * the defaults, freezes it. `store` and the TLS paths come out absolute, host names in lower case.
 * All mistakes are reported, in the file's order.
 */
export const parseConfig = (text: string, source: ConfigSource): Parsed => {
  const folder = dirname(resolve(source.path))
  const yaml = readYaml(text, source.env)
  let mistakes = [...yaml.mistakes]
  // An empty file is an empty mapping: the schema then says what is missing.
  const data: unknown = yaml.value ?? {}
  if (yaml.isReadable) {
    const findings = checkSchema(data, yaml.isSubstituted)
    findings.push(...checkRules(data, { ...source, folder }))
    // A value whose variable is not set is empty, which is no second mistake.
    const reported = new Set(mistakes.map(({ path }) => path))
    mistakes.push(...findings.map(yaml.place).filter(({ path }) => !reported.has(path)))
  }
  const { needs } = source
  if (needs !== undefined) mistakes = mistakes.filter(({ isUnset, path }) => isUnset !== true || needs(path))
  if (mistakes.length === 0) {
    fillDependentDefaults(data as ConfigData)
    return { config: build(data as ConfigData, folder), mistakes: [], place: yaml.place }
  }
  return { config: undefined, mistakes: mistakes.sort((a, b) => a.line - b.line || a.column - b.column) }
}

/**
 * A configuration of ten thousand networks is smaller; one that is larger would be read for
 * minutes.
 */
const MAX_BYTES = 8_000_000
const NO_FILE =
  'there is no such file; create it with `tollgate init`, name another with --config FILE, or try `tollgate demo`'

/** The text of a configuration file. Errors: throws as `readRegularFile` does. */
export const configText = (path: string): string => readRegularFile(path, MAX_BYTES).toString()

/**
 * What reads a configuration, besides its path and the variables: as in ConfigSource, and who is
 * told of each file before it is touched.
 */
export interface LoadOptions extends Pick<ConfigSource, 'needs' | 'isStrict'> {
  onFile?(file: string): void
}

/**
 * Reads the configuration file at `path`; a file that cannot be read is a mistake like any other.
 */
export const loadConfig = (path: string, env: ConfigSource['env'], { onFile, ...more }: LoadOptions = {}): Parsed => {
  let text: string
  try {
    onFile?.(path)
    text = configText(path)
  } catch (error) {
    const message = fileTrouble(error) ?? NO_FILE
    return { config: undefined, mistakes: [{ line: 1, column: 1, path: '', message }] }
  }
  const fileExists = (file: string) => {
    onFile?.(file)
    return existsSync(file)
  }
  return parseConfig(text, { path, env, fileExists, ...more })
}

/**
 * Mistakes as lines of text:
 * `tollgate.yaml:7:5 networks.x.family: must be evm or solana, not "evn"`.
 */
export const formatMistakes = (path: string, mistakes: readonly Mistake[]): string =>
  mistakes
    .map(
      ({ file = path, line, column, path: where, message }) =>
        `${file}:${line}:${column} ${where === '' ? '' : `${where}: `}${message}`,
    )
    .join('\n')
