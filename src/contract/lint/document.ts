import { isObject } from '../../runtime/is-object.js'
import type { WrittenContract } from '../with-errors.js'
import { pointer, type Report } from './mistake.js'
import { componentSchemas, type RuleContext } from './rule.js'

interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, unknown>>
}

const isServer = (server: unknown): server is Server => isObject(server) && typeof server.url === 'string'

const lintServers = (servers: unknown, report: Report): void => {
  for (const [index, server] of (Array.isArray(servers) ? servers : []).entries()) {
    if (!isServer(server)) continue
    const path = pointer('servers', index)
    const used = [...server.url.matchAll(/\$?\{([^}]*)\}/g)].map(([, name]) => name as string)
    const declared = Object.keys(isObject(server.variables) ? server.variables : {})
    for (const name of used) if (!declared.includes(name)) report(`${path}/url`, `${name} is not among the variables`)
    for (const name of declared)
      if (!used.includes(name)) report(`${path}/variables${pointer(name)}`, `${name} does not stand in the url`)
  }
}

const lintVersion = (version: unknown, report: Report): void => {
  if (version === undefined) report('/info', 'needs a version as semver writes it: 1.2.3')
  else if (!/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(String(version)))
    report('/info/version', `${version} must be a version as semver writes it: 1.2.3`)
}

const referredTo = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(referredTo)
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : referredTo(member)))
      : []

const lintUnused = (contract: WrittenContract, report: Report, base: WrittenContract | undefined): void => {
  const used = new Set(referredTo(contract))
  for (const [name, , path] of componentSchemas(contract)) {
    const isInherited = base !== undefined && Object.hasOwn(base.components.schemas, name)
    if (!isInherited && !used.has(`#/components/schemas/${name}`))
      report(path, `nothing refers to ${name}: use it or leave it out`)
  }
}

/** Checks the document as a whole: its version, its servers, and unused components. */
export const lintDocument = (
  contract: WrittenContract,
  report: Report,
  { base }: Pick<RuleContext, 'base'> = {},
): void => {
  lintVersion(contract.info?.version, report)
  lintServers((contract as unknown as { servers?: unknown }).servers, report)
  lintUnused(contract, report, base)
}
