import type { Contract } from '../contract.js'
import { componentRows } from '../rows.js'
import { judgesSource, type MakeJudges } from './compile.js'
import { mergeContracts } from './merge.js'
import { readShippedDocument } from './shipped-document.js'

/**
 * The program that `shippedJudges` loads, for the documents at these paths and the built-in
 * contract.
 */
export const shippedJudgesText = (builtIn: Contract, paths: readonly string[], makeJudges: MakeJudges): string => {
  const parts = paths.map((path) => ({ source: path, contract: readShippedDocument(path, builtIn).contract }))
  const { contract } = mergeContracts(builtIn, parts)
  const names = new Set(parts.flatMap((part) => part.contract.methods.map(({ name }) => name)))
  const judges = judgesSource(contract, [...names], makeJudges)
  return `module.exports = { components: ${JSON.stringify(componentRows(contract))}, judges: (() => {${judges}})() }\n`
}
