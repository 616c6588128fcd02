import { componentRows } from '../rows.js'
import { inAscii, validatorSource } from '../validator-source.js'
import { validatorsSource } from './compile.js'
import { mergeContracts } from './merge.js'
import { builtInContract, readShippedDocument } from './shipped-document.js'
import { shippedFile, shippedNames } from './shipped-files.js'

/**
 * The module that `loadShippedValidators` loads: the validators of the contracts that come with
 * Tollgate.
 * The build writes it (scripts/build.mjs).
 */
export const shippedValidatorsText = (): string => {
  const parts = shippedNames.map((documentName) => ({
    documentName,
    contract: readShippedDocument(shippedFile(documentName)!).contract,
  }))
  const { contract } = mergeContracts(builtInContract, parts)
  const names = new Set(parts.flatMap((part) => part.contract.methods.map(({ name }) => name)))
  const validators = validatorsSource(contract, [...names], validatorSource)
  const components = JSON.stringify(componentRows(contract))
  return inAscii(`module.exports = { components: ${components}, validators: (() => {${validators}})() }\n`)
}
