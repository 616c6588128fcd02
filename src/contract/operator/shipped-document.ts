import { readFileSync } from 'node:fs'
import { document } from '../../../generated/document.js'
import { parseExact } from '../../runtime/exact-json.js'
import type { Contract } from '../contract.js'
import { withCommonErrors } from '../with-errors.js'
import { withBase } from './with-base.js'

/** The built-in contract, from which operators' documents inherit. */
export const builtInContract = document as unknown as Contract

/**
 * A document that ships with Tollgate, every method with all of its errors. Not linted here: the
 * tests check that it has no mistake.
 */
export const readShippedDocument = (path: string): { readonly contract: Contract } => ({
  contract: withCommonErrors(withBase(parseExact(readFileSync(path, 'utf8')), builtInContract) as Contract),
})
