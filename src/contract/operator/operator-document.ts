import type { Contract } from '../contract.js'
import { type LocatedMistake, readContractFile } from '../read.js'
import { withCommonErrors } from '../with-errors.js'
import { writtenContract } from '../written-contract.js'

/**
 * An operator's document without mistakes, every method with all of its errors; or every mistake in
 * it.
 */
export type OperatorReading = { readonly contract: Contract } | { readonly mistakes: readonly LocatedMistake[] }

/** Reads the document of an operator; one that cannot be read is a mistake too. */
export const readOperatorDocument = (path: string): OperatorReading => {
  const reading = readContractFile(path, writtenContract())
  return 'mistakes' in reading ? reading : { contract: withCommonErrors(reading.contract) }
}
