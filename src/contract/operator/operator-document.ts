import { resolve } from 'node:path'
import type { Contract } from '../contract.js'
import { type LocatedMistake, readContractFile } from '../read.js'
import { withCommonErrors } from '../with-errors.js'
import { writtenContract } from '../written-contract.js'
import { readShippedDocument } from './shipped-document.js'
import { shippedFile } from './shipped-files.js'

/** An operator's valid document, every method with all of its errors; or every mistake in it. */
export type OperatorReading = { readonly contract: Contract } | { readonly mistakes: readonly LocatedMistake[] }

/** Reads an operator's document; an unreadable file is reported as a mistake. */
export const readOperatorDocument = (path: string): OperatorReading => {
  const reading = readContractFile(path, writtenContract())
  return 'mistakes' in reading ? reading : { contract: withCommonErrors(reading.contract) }
}

/** Reads a document that ships with Tollgate, by its name, or an operator's, by its file. */
export const readNamedDocument = (name: string, folder: string): OperatorReading => {
  const shipped = shippedFile(name)
  return shipped === undefined ? readOperatorDocument(resolve(folder, name)) : readShippedDocument(shipped)
}
