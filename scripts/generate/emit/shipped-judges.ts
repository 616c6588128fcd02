import { banner, type Contract } from '../../../src/contracts/contract.js'
import { shippedFile, shippedNames } from '../../../src/contracts/operator/shipped-files.js'
import { shippedJudgesText } from '../../../src/contracts/operator/shipped-judges-text.js'
import { validatorSource } from '../../../src/contracts/validator-source.js'
import { inAscii } from './in-ascii.js'

/** The precompiled validators of the documents that come with Tollgate, as one CommonJS module, which a gateway loads when it serves them. */
export const emitShippedJudges = (contract: Contract): string => {
  const paths = shippedNames.map((name) => shippedFile(name)!)
  return inAscii(banner, shippedJudgesText(contract, paths, validatorSource))
}
