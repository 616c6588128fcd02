import type { Document } from '../../../generated/document.js'
import { builtInMethods } from '../built-in.js'
import type { CompiledContract } from '../compiled-contract.js'
import type { Contract } from '../contract.js'
import { componentRows, methodRow } from '../rows.js'

/** Makes the judges of methods as JavaScript; see `validatorSource`, which is loaded only where some have to be made. */
export type MakeJudges = (contract: Contract, methods: readonly string[]) => string

const judgesOf = (method: string): string =>
  `  ${method}: { validateParams: ${method}_params, validateResult: ${method}_result, validateStructure: ${method}_structure },`

/** JavaScript whose run returns the judges of methods, by their names. */
export const judgesSource = (contract: Contract, methods: readonly string[], makeJudges: MakeJudges): string => {
  const source = methods.length === 0 ? '' : makeJudges(contract, methods)
  return `'use strict'\n${source}\nreturn {\n${methods.map(judgesOf).join('\n')}\n}`
}

/** A merged contract made ready to be served. `shipped` are methods whose judges come with Tollgate, so that none are made for them. */
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
