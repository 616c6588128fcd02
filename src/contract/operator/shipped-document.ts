import { readFileSync } from 'node:fs'
import { document } from '../../../generated/document.js'
import { parseExact } from '../../runtime/exact-json.js'
import type { Contract } from '../contract.js'
import { withCommonErrors } from '../with-errors.js'
import { withBase } from './with-base.js'

/** The built-in contract: what documents of operators inherit from. */
export const builtInContract = document as unknown as Contract

/**
 * A document that comes with Tollgate, every method with all of its errors. It is not judged again:
 * the tests hold that it has no mistake.
 */
export const readShippedDocument = (path: string): { readonly contract: Contract } => ({
  contract: withCommonErrors(withBase(parseExact(readFileSync(path, 'utf8')), builtInContract) as Contract),
})
