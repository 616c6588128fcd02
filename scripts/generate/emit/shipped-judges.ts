import { banner, type Contract } from '../../../src/contracts/contract.js'
import { shippedFile, shippedNames } from '../../../src/contracts/operator/shipped-files.js'
import { shippedJudgesText } from '../../../src/contracts/operator/shipped-judges-text.js'
import { validatorSource } from '../../../src/contracts/validator-source.js'

/** What was made last: tests generate many times, and seldom with other components. */
let last = { key: '', text: '' }

/** The precompiled validators of the documents that come with Tollgate, as one CommonJS module, which a gateway loads when it serves them. */
export const emitShippedJudges = (contract: Contract): string => {
  const key = JSON.stringify([contract.components, contract.methods.map(({ name }) => name)])
  if (last.key !== key) {
    const paths = shippedNames.map((name) => shippedFile(name)!)
    last = { key, text: `${banner}${shippedJudgesText(contract, paths, validatorSource)}` }
  }
  return last.text
}
