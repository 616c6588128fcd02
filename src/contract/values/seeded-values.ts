import { createHash } from 'node:crypto'
import fc from 'fast-check'
import type { Document } from '../../../generated/document.js'
import type { MethodContract } from '../method-contract.js'
import { arbitraryOf } from './arbitrary.js'

/** Attempts until the validator accepts a value: only it knows some conditions of the schemas. */
const MOST_TRIES = 20
const MAX_ITEMS = 3

/**
 * Generates results of one method; the same seed gives the same value. Errors: conditions in the
 * schema that no value met.
 */
export type ResultMaker = (seed: string) => unknown

/** Generates results that fit a method's schema, with all the members that it describes. */
export const resultMaker = (document: Document, row: MethodContract): ResultMaker => {
  const { result } = document.methods.find(({ name }) => name === row.name)!
  const values = arbitraryOf(document, result.schema, { isComplete: true, maxItems: MAX_ITEMS })
  return (seed) => {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const [value] = fc.sample(values, { seed: numberOf(`${seed}:${attempt}`), numRuns: 1 })
      if (row.validateResult(value)) return value
    }
    throw new Error(`no value fits the result of ${row.name}`)
  }
}

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readInt32BE(0)
