import type { Document } from '../../../generated/document.js'
import { document as builtIn } from '../../../generated/document.js'
import { methodsOf } from '../../contract/compiled-contract.js'
import type { MethodContract } from '../../contract/method-contract.js'
import { compileContract } from '../../contract/operator/compile.js'
import { mergeContracts } from '../../contract/operator/merge.js'
import { readOperatorDocument } from '../../contract/operator/operator-document.js'
import { builtInContract, readShippedDocument } from '../../contract/operator/shipped-document.js'
import { shippedFile } from '../../contract/operator/shipped-files.js'
import { validatorSource } from '../../contract/validator-source.js'
import { withPlainNumbers } from '../../runtime/exact-json.js'

export interface HeldContract {
  readonly document: Document
  readonly methods: readonly MethodContract[]
}

/**
 * Tollgate's own methods with those of other documents: `ethereum`, `solana`, or files.
 *
 * Errors  mistakes in a file, a line each
 */
export const contractFor = (names: readonly string[]): HeldContract => {
  if (names.length === 0) return { document: withPlainNumbers(builtIn), methods: methodsOf(undefined) }
  const parts = names.map((name) => {
    const path = shippedFile(name)
    if (path !== undefined) return { source: name, contract: readShippedDocument(path).contract }
    const reading = readOperatorDocument(name)
    if ('contract' in reading) return { source: name, contract: reading.contract }
    throw new Error(reading.mistakes.map(({ path, message }) => `${name}: ${path} ${message}`).join('\n'))
  })
  const { contract } = mergeContracts(builtInContract, parts)
  const compiled = compileContract(contract, validatorSource)
  return { document: withPlainNumbers(compiled.document), methods: methodsOf(compiled) }
}
