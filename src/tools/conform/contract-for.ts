import { document as builtIn } from '../../../generated/document.js'
import { methodsOf } from '../../contract/compiled-contract.js'
import { compileContract } from '../../contract/operator/compile.js'
import { type ContractPart, mergeContracts } from '../../contract/operator/merge.js'
import { builtInContract } from '../../contract/operator/shipped-document.js'
import { validatorSource } from '../../contract/validator-source.js'
import type { ConformOptions } from './conform.js'

/** Tollgate's own methods with those of other contracts. */
export const contractFor = (parts: readonly ContractPart[]): Pick<ConformOptions, 'document' | 'methods'> => {
  if (parts.length === 0) return { document: builtIn, methods: methodsOf(undefined) }
  const { contract } = mergeContracts(builtInContract, parts)
  const compiled = compileContract(contract, validatorSource)
  return { document: compiled.document, methods: methodsOf(compiled) }
}
