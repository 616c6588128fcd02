import type { Contract } from '../../src/contract/contract.js'
import { writtenContract } from '../../src/contract/written-contract.js'
import { contractDiff } from '../../src/tools/diff/contract-diff.js'
import { comparableContract } from '../../src/tools/diff/document.js'

// biome-ignore lint/suspicious/noExplicitAny: a document on its way to being another one
type Editable = any
/** A test's edit of a document, in place. */
export type Edit = (document: Editable) => void

/** The text of openrpc.json, parsed. */
export const written = writtenContract()

/** The contract of a document after an edit, as it is compared. */
export const contractOf = (edit: Edit, of: object = written): Contract => {
  const document = structuredClone(of) as Editable
  edit(document)
  const contract = comparableContract(document, written)
  if ('mistake' in contract) throw new Error(contract.mistake)
  return contract
}

/** A document's method, to be edited. */
export const methodIn = (document: Editable, name: string) =>
  document.methods.find((one: Editable) => one.name === name)

/** An edit of one method. */
export const of =
  (name: string, edit: Edit): Edit =>
  (document) =>
    edit(methodIn(document, name))

/** The contract before any edit. */
export const unchanged = contractOf(() => {})

/**
 * The document with a few of its methods, and a contract of it: all of them would take ten times as
 * long to compare.
 */
export const shortened = (...names: string[]) => {
  const document = { ...written, methods: written.methods.filter(({ name }) => names.includes(name)) }
  return { document, contract: contractOf(() => {}, document) }
}

/** The rules that the findings between two contracts fall under, each once. */
export const rulesOf = async (before: Contract, after: Contract) =>
  [...new Set((await contractDiff(before, after)).findings.map(({ rule }) => rule))].sort()
