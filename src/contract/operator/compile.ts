import type { Document } from '../../../generated/document.js'
import { builtInMethods } from '../built-in.js'
import type { CompiledContract } from '../compiled-contract.js'
import type { Contract } from '../contract.js'
import { componentRows, methodRow } from '../rows.js'

/**
 * Creates the validators of methods as JavaScript; see `validatorSource`, which is loaded only if
 * needed.
 */
export type MakeJudges = (contract: Contract, methods: readonly string[]) => string

const judgesOf = (method: string): string =>
  `  ${method}: { validateParams: ${method}_params, validateResult: ${method}_result, validateStructure: ${method}_structure },`

/** Methods per run of Ajv, whose time grows with the square of their number. */
const MAX_AT_ONCE = 200

const partSource = (contract: Contract, methods: readonly string[], makeJudges: MakeJudges): string => {
  const source = methods.length === 0 ? '' : makeJudges(contract, methods)
  return `${source}\nreturn {\n${methods.map(judgesOf).join('\n')}\n}`
}

/** JavaScript that returns the validators of methods, by name. */
export const judgesSource = (contract: Contract, methods: readonly string[], makeJudges: MakeJudges): string => {
  if (methods.length <= MAX_AT_ONCE) return `'use strict'\n${partSource(contract, methods, makeJudges)}`
  const byName = new Map(contract.methods.map((method) => [method.name, method]))
  const parts: string[] = []
  for (let first = 0; first < methods.length; first += MAX_AT_ONCE) {
    const names = methods.slice(first, first + MAX_AT_ONCE)
    const part = { ...contract, methods: names.map((name) => byName.get(name)!) }
    parts.push(`(() => {\n${partSource(part, names, makeJudges)}\n})()`)
  }
  return `'use strict'\nreturn Object.assign({}, ${parts.join(', ')})`
}

/**
 * Compiles a merged contract for serving. `shipped` methods have validators that ship with
 * Tollgate, so none are created for them.
 */
export const compileContract = (
  contract: Contract,
  makeJudges: MakeJudges,
  shipped: ReadonlySet<string> = new Set(),
): CompiledContract => {
  const added = contract.methods.map(({ name }) => name).filter((name) => !Object.hasOwn(builtInMethods, name))
  const made = added.filter((name) => !shipped.has(name))
  return {
    document: contract as unknown as Document,
    rows: contract.methods.map((method) => methodRow(contract, method)),
    validators: judgesSource(contract, made, makeJudges),
    shipped: added.filter((name) => shipped.has(name)),
    components: componentRows(contract),
  }
}
