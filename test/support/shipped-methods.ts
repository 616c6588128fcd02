import { loadShippedValidators, methodsOf } from '../../src/contract/compiled-contract.js'
import type { Contract } from '../../src/contract/contract.js'
import { compileContract } from '../../src/contract/operator/compile.js'
import { mergeContracts } from '../../src/contract/operator/merge.js'
import { builtInContract, readShippedDocument } from '../../src/contract/operator/shipped-document.js'
import { shippedFile, shippedNames } from '../../src/contract/operator/shipped-files.js'

/** The documents that come with Tollgate, by their names. */
export const shippedDocuments = shippedNames.map((name): [string, Contract] => [
  name,
  readShippedDocument(shippedFile(name)!).contract,
])

const parts = shippedDocuments.map(([documentName, contract]) => ({ documentName, contract }))
const made = new Set(Object.keys(loadShippedValidators().validators))

/**
 * Every method of the built-in contract and of those documents, with its judges, as a network that
 * takes them all has it.
 */
export const shippedMethods = new Map(
  methodsOf(compileContract(mergeContracts(builtInContract, parts).contract, () => '', made)).map((row) => [
    row.name,
    row,
  ]),
)
