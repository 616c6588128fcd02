import { componentRows } from '../rows.js'
import { inAscii, validatorSource } from '../validator-source.js'
import { judgesSource } from './compile.js'
import { mergeContracts } from './merge.js'
import { builtInContract, readShippedDocument } from './shipped-document.js'
import { shippedFile, shippedNames } from './shipped-files.js'

/**
 * The module that `shippedJudges` loads: the validators of the contracts that come with Tollgate.
 * The build writes it (scripts/build.mjs).
 */
export const shippedJudgesText = (): string => {
  const parts = shippedNames.map((documentName) => ({
    documentName,
    contract: readShippedDocument(shippedFile(documentName)!).contract,
  }))
  const { contract } = mergeContracts(builtInContract, parts)
  const names = new Set(parts.flatMap((part) => part.contract.methods.map(({ name }) => name)))
  const judges = judgesSource(contract, [...names], validatorSource)
  const components = JSON.stringify(componentRows(contract))
  return inAscii(`module.exports = { components: ${components}, judges: (() => {${judges}})() }\n`)
}
