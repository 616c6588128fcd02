import { Ajv } from 'ajv'
import { isObject } from '../map-schema.js'
import type { WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer, wording } from './mistake.js'

interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, unknown>>
}

const isServer = (server: unknown): server is Server => isObject(server) && typeof server.url === 'string'

const lintServers = (servers: unknown): ContractMistake[] =>
  (Array.isArray(servers) ? servers : []).flatMap((server, index) => {
    if (!isServer(server)) return []
    const path = pointer('servers', index)
    const used = [...server.url.matchAll(/\$?\{([^}]*)\}/g)].map(([, name]) => name as string)
    const declared = Object.keys(isObject(server.variables) ? server.variables : {})
    return [
      ...used
        .filter((name) => !declared.includes(name))
        .map((name) => ({ path: `${path}/url`, message: `${name} is not among the variables` })),
      ...declared
        .filter((name) => !used.includes(name))
        .map((name) => ({ path: `${path}/variables${pointer(name)}`, message: `${name} does not stand in the url` })),
    ]
  })

const lintVersion = (version: unknown): ContractMistake[] =>
  /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(String(version))
    ? []
    : [{ path: '/info/version', message: `${version} must be a version as semver writes it: 1.2.3` }]

const referredTo = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(referredTo)
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : referredTo(member)))
      : []

const lintUnused = (contract: WrittenContract, base: WrittenContract | undefined): ContractMistake[] => {
  const used = new Set(referredTo(contract))
  return Object.keys(contract.components.schemas)
    .filter((name) => base === undefined || !Object.hasOwn(base.components.schemas, name))
    .filter((name) => !used.has(`#/components/schemas/${name}`))
    .map((name) => ({
      path: pointer('components', 'schemas', name),
      message: `nothing refers to ${name}: use it or leave it out`,
    }))
}

const lintDeclaredTwice = (extensions: unknown): ContractMistake[] => {
  const names = (Array.isArray(extensions) ? extensions : []).map((item) => (isObject(item) ? item.name : undefined))
  return names.flatMap((name, index) =>
    name === undefined || names.indexOf(name) === index
      ? []
      : [{ path: pointer('x-extensions', index, 'name'), message: `${name} is declared twice` }],
  )
}

/** Contains the meta-schema and no other schema. */
const known = new Ajv({ strict: false, logger: false })

const lintHeaders = (headers: unknown): ContractMistake[] =>
  Object.entries(isObject(headers) ? headers : {}).flatMap(([name, header]) => {
    const schema = isObject(header) ? header.schema : undefined
    if (!isObject(schema) || known.validateSchema(schema) === true) return []
    const { instancePath = '', message, params } = known.errors?.[0] ?? {}
    return [{ path: `${pointer('x-headers', name, 'schema')}${instancePath}`, message: wording(message, params) }]
  })

/**
 * Checks the document as a whole: its version, its servers, its headers, and unused or duplicate
 * parts.
 */
export const lintDocument = (contract: WrittenContract, base?: WrittenContract): ContractMistake[] => [
  ...lintVersion(contract.info?.version),
  ...lintServers((contract as unknown as { servers?: unknown }).servers),
  ...lintHeaders(contract['x-headers']),
  ...lintUnused(contract, base),
  ...lintDeclaredTwice(contract['x-extensions']),
]
