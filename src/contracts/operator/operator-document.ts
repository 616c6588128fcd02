import { readFileSync } from 'node:fs'
import { document } from '../../../generated/document.js'
import type { Contract } from '../contract.js'
import { lineAndColumn, offsetOf, placesOf } from '../json-places.js'
import { pointer } from '../lint/mistake.js'
import { type LocatedMistake, readContract } from '../read.js'
import { withCommonErrors } from '../with-errors.js'

/** The built-in contract: what documents of operators inherit from. */
export const builtInContract = document as unknown as Contract

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
  if ('mistakes' in reading) return reading
  const handled = handlersIn(text, path, reading.contract)
  return handled.length > 0 ? { mistakes: handled } : { contract: withCommonErrors(reading.contract) }
}

/** Rules in code are the gateway's own: a document that asks for one would get none. */
const handlersIn = (text: string, file: string, { methods }: Contract): LocatedMistake[] => {
  const places = placesOf(text)
  return methods.flatMap((method, index) => {
    if (method['x-handler'] !== true) return []
    const path = pointer('methods', index, 'x-handler')
    const message = 'only built-in methods have a handler: leave it out'
    return [{ file, ...lineAndColumn(text, offsetOf(places, path)), path, message }]
  })
}
