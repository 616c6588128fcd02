import { componentRows } from '../rows.js'
import { judgesSource, type MakeJudges } from './compile.js'
import { mergeContracts } from './merge.js'
import { builtInContract, readShippedDocument } from './shipped-document.js'

/** The text of the file of `shippedJudges`, for the documents at these paths; the build writes it. */
export const shippedJudgesText = (paths: readonly string[], makeJudges: MakeJudges): string => {
  const parts = paths.map((path) => ({ source: path, contract: readShippedDocument(path).contract }))
  const { contract } = mergeContracts(builtInContract, parts)
  const names = new Set(parts.flatMap((part) => part.contract.methods.map(({ name }) => name)))
  const judges = judgesSource(contract, [...names], makeJudges)
  return `module.exports = { components: ${JSON.stringify(componentRows(contract))}, judges: (() => {${judges}})() }\n`
}
