import { isDeepStrictEqual } from 'node:util'
import type { ContractMethod } from '../contract.js'
import { withFilledProse } from '../prose.js'
import type { WrittenContract } from '../with-errors.js'
import { componentSchemas, type LintRule, methodRule } from './rule.js'

/** Extensions of methods that select code of the gateway. */
const OWN_CODE = ['x-handler', 'x-answers', 'x-proof'] as const

/**
 * True if a document repeats an extension of the base's method; the merge finds out whether it
 * repeats the whole method.
 */
const isCopied = (base: WrittenContract, { name }: ContractMethod, extension: (typeof OWN_CODE)[number]): boolean =>
  base.methods.some((method) => method.name === name && method[extension] !== undefined)

/** Finds gateway code in an operator's document. */
export const lintBorrowedCode = methodRule((method, report, _, { base }) => {
  if (base === undefined) return
  for (const name of OWN_CODE)
    if (method[name] !== undefined && method[name] !== false && !isCopied(base, method, name))
      report(`/${name}`, 'only the methods of the gateway itself have code')
})

/** Finds different schemas under names of the base in an operator's document. */
export const lintBorrowedSchemas: LintRule = (contract, report, { base }) => {
  if (base === undefined) return
  const own = withFilledProse(base, base.components.schemas)
  for (const [name, schema, path] of componentSchemas(contract)) {
    const borrowed = own[name]
    if (borrowed !== undefined && !isDeepStrictEqual(borrowed, schema))
      report(path, `the gateway's own contract has another ${name}: use that one, or another name`)
  }
}
