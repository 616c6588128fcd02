import { isDeepStrictEqual } from 'node:util'
import type { ContractMethod } from '../contract.js'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'
import { type ContractMistake, pointer } from './mistake.js'

/** Extensions of methods that code of the gateway obeys. */
const OWN_CODE = ['x-handler', 'x-answers', 'x-proof'] as const

/**
 * Whether a document repeats what the base says of a method: whether it repeats all of it is found
 * out when the two are merged.
 */
const isCopied = (base: WrittenContract, { name }: ContractMethod, extension: (typeof OWN_CODE)[number]): boolean =>
  base.methods.some((method) => method.name === name && method[extension] !== undefined)

/**
 * What a document that an operator brings cannot have: code of its own, and other schemas under the
 * names of the base's.
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
