import type { ConfigData } from '../../../generated/config.js'
import { type Mistake, statefulMethodsOf } from './config.js'
import { type ConfigPath, formatPath } from './finding.js'
import { type ConfigSource, configText, loadConfig } from './load.js'
import { checkSchema, configSchema } from './schema.js'
import { readYaml } from './yaml-source.js'

/** The configuration in effect, for display: secrets are hidden. */
export interface EffectiveConfig {
  readonly values: Readonly<Record<string, unknown>>
  /** Paths of values that the file does not set. */
  readonly defaults: ReadonlySet<string>
}

/** Replaces hidden values. */
const HIDDEN = '***'

interface SchemaPart {
  readonly $ref?: string
  readonly writeOnly?: boolean
  readonly properties?: Readonly<Record<string, SchemaPart>>
  readonly additionalProperties?: SchemaPart | boolean
  readonly items?: SchemaPart
  readonly definitions?: Readonly<Record<string, SchemaPart>>
}

const childOf = (root: SchemaPart, part: SchemaPart | undefined, step: string | number): SchemaPart | undefined => {
  const { additionalProperties, items, properties } = part ?? {}
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const child = typeof step === 'number' ? items : (properties?.[step] ?? rest)
  const name = child?.$ref?.split('/').at(-1)
  return name === undefined ? child : root.definitions?.[name]
}

/** Inverse of `formatPath`. No name on the way to a secret has a dot or a bracket. */
const stepsOf = (where: string): ConfigPath =>
  [...where.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))

/**
 * True if the value at a path (in `formatPath`'s form) is a secret or part of one: marked
 * `writeOnly` in the schema. Secrets mostly come from the environment, which a shell may lack.
 */
export const isSecret = (where: string): boolean => {
  const root: SchemaPart = configSchema()
  let part: SchemaPart | undefined = root
  return stepsOf(where).some((step) => {
    part = childOf(root, part, step)
    return part?.writeOnly === true
  })
}

/**
 * An address without user and password. A node's address also loses its path, where providers put
 * their keys. Other secrets (`writeOnly`) are hidden whole.
 */
const hidden = (value: unknown): unknown => {
  if (typeof value !== 'string') return HIDDEN
  if (value.startsWith('sqlite:')) return value
  if (!URL.canParse(value) || !value.includes('://')) return HIDDEN
  const { protocol, username, password, host, pathname, search } = new URL(value)
  const isNode = /^(https?|wss?):$/.test(protocol)
  const user = username === '' && password === '' ? '' : isNode ? `${HIDDEN}@` : `${username}:${HIDDEN}@`
  const path = isNode && pathname !== '/' ? `/${HIDDEN}` : pathname
  return `${protocol}//${user}${host}${path}${search === '' ? '' : `?${HIDDEN}`}`
}

/**
 * Entries in the schema's order, as on the reference page; the operator's own names in the file's
 * order.
 */
const inOrder = (part: SchemaPart | undefined, node: object): [string, unknown][] => {
  const names = Object.keys(part?.properties ?? {})
  return Object.entries(node).sort(([one], [other]) => names.indexOf(one) - names.indexOf(other))
}

type Leaf = (path: ConfigPath, value: unknown, isSecret: boolean) => unknown

/** Copies `value`, replacing each leaf; an empty list or mapping is a leaf. */
const mapLeaves = (root: SchemaPart, value: unknown, leaf: Leaf): unknown => {
  const walk = (part: SchemaPart | undefined, path: ConfigPath, node: unknown): unknown => {
    const isSecret = part?.writeOnly === true
    if (isSecret || typeof node !== 'object' || node === null || Object.keys(node).length === 0)
      return leaf(path, node, isSecret)
    if (Array.isArray(node)) return node.map((item, index) => walk(childOf(root, part, index), [...path, index], item))
    return Object.fromEntries(
      inOrder(part, node).map(([name, child]) => [name, walk(childOf(root, part, name), [...path, name], child)]),
    )
  }
  return walk(root, [], value)
}

const isIn = (value: unknown, path: ConfigPath): boolean => {
  let node = value
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return false
    node = (node as Record<string | number, unknown>)[step]
  }
  return true
}

/**
 * Reads a configuration file for display, with defaults filled in, variables substituted and paths
 * resolved. Variables that only secrets need may be unset.
 */
export const effectiveConfig = (
  path: string,
  env: ConfigSource['env'],
): EffectiveConfig | { readonly mistakes: readonly Mistake[] } => {
  const { config, mistakes } = loadConfig(path, env, { needs: (where) => !isSecret(where) })
  if (config === undefined) return { mistakes }
  const yaml = readYaml(configText(path), env)
  const written = structuredClone(yaml.value)
  const data = yaml.value as Record<string, unknown>
  checkSchema(data, yaml.isSubstituted)
  const whole = data as unknown as ConfigData
  for (const network of Object.values(whole.networks)) network.statefulMethods = statefulMethodsOf(network)
  const { store, stateDir, tokens } = config
  const listen = { ...(data.listen as object), ...(config.listen.tls && { tls: config.listen.tls }) }
  const defaults = new Set<string>()
  const values = mapLeaves(
    configSchema(),
    { ...data, listen, store, stateDir, ...(tokens && { tokens }) },
    (where, value, isSecret) => {
      if (!isIn(written, where)) defaults.add(formatPath(where))
      return isSecret ? hidden(value) : value
    },
  )
  return { values: values as EffectiveConfig['values'], defaults }
}
