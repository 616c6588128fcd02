import { banner, type Contract } from '../../../src/contract/contract.js'
import { shippedFile, shippedNames } from '../../../src/contract/operator/shipped-files.js'
import { shippedJudgesText } from '../../../src/contract/operator/shipped-judges-text.js'
import { validatorSource } from '../../../src/contract/validator-source.js'
import { inAscii } from './in-ascii.js'

/**
 * The precompiled validators of the documents that come with Tollgate, as one CommonJS module,
 * which a gateway loads when it serves them.
 */
export const emitShippedJudges = (contract: Contract): string => {
  const paths = shippedNames.map((name) => shippedFile(name)!)
  return inAscii(banner, shippedJudgesText(contract, paths, validatorSource))
}
