import { readFileSync } from 'node:fs'
import type { Contract } from '../contract.js'
import { type LocatedMistake, readContract } from '../read.js'
import { withCommonErrors } from '../with-errors.js'
import { builtInContract } from './shipped-document.js'

/** An operator's document without mistakes, every method with all of its errors; or every mistake in it. */
export type OperatorReading = { readonly contract: Contract } | { readonly mistakes: readonly LocatedMistake[] }

/** Reads the document of an operator; one that cannot be read is a mistake too. */
export const readOperatorDocument = (path: string): OperatorReading => {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`
    return { mistakes: [{ file: path, line: 1, column: 1, path: '', message }] }
  }
  const reading = readContract(text, path, builtInContract)
  return 'mistakes' in reading ? reading : { contract: withCommonErrors(reading.contract) }
}
