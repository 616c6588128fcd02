import type { Document } from '../../../generated/document.js'
import { builtInMethods } from '../built-in.js'
import type { CompiledContract } from '../compiled-contract.js'
import type { Contract } from '../contract.js'
import { componentRows, methodRow } from '../rows.js'
import { validatorSource } from '../validator-source.js'

const judgesOf = (method: string): string =>
  `  ${method}: { validateParams: ${method}_params, validateResult: ${method}_result, validateStructure: ${method}_structure },`

/** A merged contract made ready to be served. Ajv is loaded with this file, and not needed any more when it is done. */
export const compileContract = (contract: Contract): CompiledContract => {
  const added = contract.methods.map(({ name }) => name).filter((name) => !Object.hasOwn(builtInMethods, name))
  const source = added.length === 0 ? '' : validatorSource(contract, added)
  return {
    document: contract as unknown as Document,
    rows: contract.methods.map((method) => methodRow(contract, method)),
    validators: `'use strict'\n${source}\nreturn {\n${added.map(judgesOf).join('\n')}\n}`,
    components: componentRows(contract),
  }
}
