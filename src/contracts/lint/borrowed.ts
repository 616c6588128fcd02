import { isDeepStrictEqual } from 'node:util'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer } from './mistake.js'

/** What a document that an operator brings cannot have: code of its own, and other schemas under the names of the base's. */
export const lintBorrowed = (contract: WrittenContract, base: WrittenContract): ContractMistake[] => {
  const handlers = contract.methods.flatMap((method, index) =>
    method['x-handler'] === true
      ? [{ path: pointer('methods', index, 'x-handler'), message: 'only the methods of the gateway itself have code' }]
      : [],
  )
  const own = withFilledProse(base, base.components.schemas)
  const schemas = Object.entries(contract.components.schemas).flatMap(([name, schema]) => {
    const borrowed = own[name]
    if (borrowed === undefined || isDeepStrictEqual(borrowed, schema)) return []
    const path = pointer('components', 'schemas', name)
    return [{ path, message: `the gateway's own contract has another ${name}: use that one, or another name` }]
  })
  return [...handlers, ...schemas]
}
