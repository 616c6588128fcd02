import type { Document } from '../../../generated/document.js'
import { builtInMethods } from '../built-in.js'
import type { CompiledContract } from '../compiled-contract.js'
import type { Contract } from '../contract.js'
import { componentRows, methodRow } from '../rows.js'

/**
 * Creates the validators of methods as JavaScript; see `validatorSource`, which is loaded only if
 * needed.
 */
export type MakeValidators = (contract: Contract, methods: readonly string[]) => string

const validatorsOf = (method: string): string =>
  `  ${method}: { validateParams: ${method}_params, validateResult: ${method}_result, validateStructure: ${method}_structure },`

/** Methods per run of Ajv, whose time grows with the square of their number. */
const MAX_AT_ONCE = 200

const partSource = (contract: Contract, methods: readonly string[], makeValidators: MakeValidators): string => {
  const source = methods.length === 0 ? '' : makeValidators(contract, methods)
  return `${source}\nreturn {\n${methods.map(validatorsOf).join('\n')}\n}`
}

/** JavaScript that returns the validators of methods, by name. */
export const validatorsSource = (
  contract: Contract,
  methods: readonly string[],
  makeValidators: MakeValidators,
): string => {
  if (methods.length <= MAX_AT_ONCE) return `'use strict'\n${partSource(contract, methods, makeValidators)}`
  const byName = new Map(contract.methods.map((method) => [method.name, method]))
  const parts: string[] = []
  for (let first = 0; first < methods.length; first += MAX_AT_ONCE) {
    const names = methods.slice(first, first + MAX_AT_ONCE)
    const part = { ...contract, methods: names.map((name) => byName.get(name)!) }
    parts.push(`(() => {\n${partSource(part, names, makeValidators)}\n})()`)
  }
  return `'use strict'\nreturn Object.assign({}, ${parts.join(', ')})`
}

/**
 * Compiles a merged contract for serving. `shipped` methods have validators that ship with
 * Tollgate, so none are created for them.
 */
export const compileContract = (
  contract: Contract,
  makeValidators: MakeValidators,
  shipped: ReadonlySet<string> = new Set(),
): CompiledContract => {
  const added = contract.methods.map(({ name }) => name).filter((name) => !Object.hasOwn(builtInMethods, name))
  const made = added.filter((name) => !shipped.has(name))
  return {
    document: contract as unknown as Document,
    rows: contract.methods.map((method) => methodRow(contract, method)),
    validators: validatorsSource(contract, made, makeValidators),
    shipped: added.filter((name) => shipped.has(name)),
    components: componentRows(contract),
  }
}
