import type { Contract, ContractMethod } from '../../contract/contract.js'
import { filledTemplate } from '../../runtime/read-file.js'
import { methodsTable } from './typescript/tables.js'
import { callsOf, watchedKinds } from './typescript/watched-kinds.js'

/** The address of a family's network in examples. */
export const exampleUrl = (family: ContractMethod['x-family']): string =>
  `http://127.0.0.1:8545/${family === 'solana' ? 'solana' : 'ethereum'}-mainnet/v3/API_KEY`

const CONDITIONAL = /<!-- if (\w+) -->\n([\s\S]*?)<!-- end -->\n/g

/**
 * The README of a client's package: its template without the parts about methods that the contract
 * does not have, and with `values` in place of their names: `{{start}}`. The tests run the
 * examples.
 */
export const filledReadme = (
  template: URL,
  contract: Contract,
  values: Readonly<Record<'name' | 'start' | 'errors', string>> & { readonly module?: string },
): string => {
  const has = (...names: readonly string[]) => names.every((name) => contract.methods.some((one) => one.name === name))
  const watchesLogs = watchedKinds(contract).some(({ resumesFrom }) => resumesFrom === 'log')
  const parts: Readonly<Record<string, boolean>> = {
    logs: has('eth_getLogs', 'eth_chainId'),
    accounts: has('getTokenAccountsByOwner'),
    watch: watchesLogs,
    indexer: watchesLogs && has('eth_getLogs'),
  }
  const all = { ...values, title: contract.info.title, methods: methodsTable(callsOf(contract)) }
  return filledTemplate(template, all).replaceAll(CONDITIONAL, (_, part: string, text: string) =>
    parts[part] ? text : '',
  )
}
