import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ConfigData } from '../../../generated/config.js'
import { shippedNames } from '../../contract/operator/shipped-files.js'
import { fileTrouble, readRegularFile } from '../../runtime/read-file.js'
import type { Config, ContractConfig, Mistake } from './config.js'
import type { Finding } from './finding.js'
import { FIXED_LIMITS } from './fixed-limits.js'
import { checkRules } from './rules.js'
import { checkSchema } from './schema.js'
import { readStoreAddress } from './store-address.js'
import { readYaml } from './yaml-source.js'

/** A configuration, and the place in its text of what is found later; or its mistakes. */
export type Parsed =
  | { readonly config: Config; readonly mistakes: readonly []; place(finding: Finding): Mistake }
  | { readonly config: undefined; readonly mistakes: readonly Mistake[] }

/**
 * Source of a configuration's text: its path (other paths are relative to its folder) and access to
 * the environment.
 */
export interface ConfigSource {
  readonly path: string
  readonly env: Readonly<Record<string, string | undefined>>
  fileExists(path: string): boolean
  /**
   * True if the value at a path is needed; others may be unset variables, and are then empty. By
   * default all are needed.
   */
  needs?(path: string): boolean
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

const contractsOf = (written: ConfigData['contracts'], folder: string): ContractConfig[] =>
  written.map((entry) => {
    if (typeof entry !== 'string')
      return entry.file === undefined ? entry : { ...entry, file: resolve(folder, entry.file) }
    const name = shippedNames.find((known) => known === entry)
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
    limits: { ...data.limits, ...FIXED_LIMITS },
    plans: named(data.plans),
    networks: new Map(networks),
    contracts: contractsOf(data.contracts, folder),
  })
}

/**
 * Parses a configuration: substitutes `${ENV}`, checks schema and rules, fills in defaults and
 * freezes the result. Paths become absolute, host names lower-case. Reports all errors, in the
 * file's order.
 */
export const parseConfig = (text: string, source: ConfigSource): Parsed => {
  const folder = dirname(resolve(source.path))
  const yaml = readYaml(text, source.env)
  let mistakes = [...yaml.mistakes]
  // An empty file is an empty mapping, so that the schema reports what is missing.
  const data: unknown = yaml.value ?? {}
  if (yaml.isReadable) {
    const findings = checkSchema(data, yaml.isSubstituted)
    findings.push(...checkRules(data, { ...source, folder }))
    // An unset variable makes its value empty, which is not a second error.
    const reported = new Set(mistakes.map(({ path }) => path))
    mistakes.push(...findings.map(yaml.place).filter(({ path }) => !reported.has(path)))
  }
  const { needs } = source
  if (needs !== undefined) mistakes = mistakes.filter(({ isUnset, path }) => isUnset !== true || needs(path))
  if (mistakes.length === 0) return { config: build(data as ConfigData, folder), mistakes: [], place: yaml.place }
  return { config: undefined, mistakes: mistakes.sort((a, b) => a.line - b.line || a.column - b.column) }
}

/** Ten thousand networks take less; a larger file would take minutes to read. */
const MAX_BYTES = 8_000_000
const NO_FILE =
  'there is no such file; create it with `tollgate init`, name another with --config FILE, or try `tollgate demo`'

/** Reads a configuration file's text. Throws as `readRegularFile` does. */
export const configText = (path: string): string => readRegularFile(path, MAX_BYTES).toString()

/** Options as in ConfigSource; `onFile` is called with each file before it is accessed. */
export interface LoadOptions extends Pick<ConfigSource, 'needs'> {
  onFile?(file: string): void
}

/** Reads the configuration file at `path`; reports an unreadable file like any other error. */
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
 * Formats errors as lines: `tollgate.yaml:7:5 networks.x.family: must be evm or solana, not "evn"`.
 */
export const formatMistakes = (path: string, mistakes: readonly Mistake[]): string =>
  mistakes
    .map(
      ({ file = path, line, column, path: where, message }) =>
        `${file}:${line}:${column} ${where === '' ? '' : `${where}: `}${message}`,
    )
    .join('\n')
