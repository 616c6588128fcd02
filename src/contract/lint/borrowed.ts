import { isDeepStrictEqual } from 'node:util'
import type { ContractMethod } from '../contract.js'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer } from './mistake.js'

/** Extensions of methods that select code of the gateway. */
const OWN_CODE = ['x-handler', 'x-answers', 'x-proof'] as const

/**
 * True if a document repeats an extension of the base's method; the merge finds out whether it
 * repeats the whole method.
 */
const isCopied = (base: WrittenContract, { name }: ContractMethod, extension: (typeof OWN_CODE)[number]): boolean =>
  base.methods.some((method) => method.name === name && method[extension] !== undefined)

/**
 * Finds what an operator's document may not have: gateway code, and different schemas under names
 * of the base.
 */
export const lintBorrowed = (contract: WrittenContract, base: WrittenContract): ContractMistake[] => {
  const handlers = contract.methods.flatMap((method, index) =>
    OWN_CODE.filter(
      (name) => method[name] !== undefined && method[name] !== false && !isCopied(base, method, name),
    ).map((name) => ({
      path: pointer('methods', index, name),
      message: 'only the methods of the gateway itself have code',
    })),
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
