import { shippedContractOf } from '../../../contract/operator/shipped-files.js'
import type { Config } from '../../config/config.js'
import type { CallErrorRow } from '../../credits/usage/call-errors.js'
import type { ParamsOf, ResultOf } from '../method-types.js'
import type { OperationDeps } from '../operation-deps.js'
import { readRange } from './days.js'
import { checkOwner } from './records.js'

/** Names in the sentence; an account may have asked for hundreds. */
const MAX_NAMED = 8

const namesContract = (config: Config, network: string, contract: string): boolean =>
  [...config.contracts, ...(config.networks.get(network)?.contracts ?? [])].some(({ name }) => name === contract)

/**
 * One sentence that says how the operator adds the methods that calls asked for in vain; undefined
 * where no contract that comes with Tollgate has them, or the operator took another part of it.
 */
const howToAdd = (config: Config, rows: readonly CallErrorRow[]): string | undefined => {
  const methods = new Set<string>()
  const contracts = new Set<string>()
  for (const { network, method, error } of rows) {
    if (error !== 'method-not-found') continue
    const shipped = shippedContractOf(method)
    if (shipped === undefined || shipped.family !== config.networks.get(network)?.family) continue
    if (namesContract(config, network, shipped.name)) continue
    methods.add(method)
    contracts.add(shipped.name)
  }
  if (methods.size === 0) return undefined
  const named = [...methods].slice(0, MAX_NAMED).join(', ')
  const more = methods.size > MAX_NAMED ? ` and ${methods.size - MAX_NAMED} more` : ''
  return `The operator adds ${named}${more} with \`contracts: [${[...contracts].join(', ')}]\` in the configuration.`
}

const DEFAULT_LIMIT = 100

export const askErrors = async (
  deps: OperationDeps,
  { account, limit = DEFAULT_LIMIT, ...days }: ParamsOf<'errors'>,
): Promise<ResultOf<'errors'>> => {
  const range = readRange(deps, days)
  const rows = await deps.store.usage.callErrors(account, range, limit)
  await checkOwner(deps, account, rows)
  const hint = howToAdd(deps.config, rows)
  return { account, ...range, rows, ...(hint !== undefined && { hint }) }
}
