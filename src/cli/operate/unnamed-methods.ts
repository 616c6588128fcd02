import type { ContractMethod } from '../../contract/contract.js'
import { shippedContractOf, shippedContracts } from '../../contract/operator/shipped-files.js'
import type { NetworkConfig } from '../../server/config/config.js'
import { builtInRows } from '../../server/config/method-rows.js'
import type { Asked } from '../../server/upstreams/poll/asked.js'

/** Asks one node. Never rejects. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<Asked>

const NAME = /^[!-~]{1,64}$/
/** Methods read from a node's own document; more are no help to a reader. */
const MAX_DISCOVERED = 1_000
/** Methods asked for at once. */
const AT_ONCE = 2
/** A slow node is asked for some only. */
const MAX_MS = 10_000
/** No node has it: one that does not answer -32601 to it cannot be asked in this way. */
const NO_METHOD = 'tollgate_noSuchMethod'
/**
 * Params that no method takes, so that a node that has the method refuses them (-32602) and does
 * nothing.
 */
const NO_PARAMS = Array.from({ length: 12 }, () => ({}))
const NAMED = 8
/** The price from which on a method walks a block, an index, or the pool. */
const WALKS_CREDITS = 255

/**
 * The methods that a node has and the network's contract does not name: those of the node's own
 * document (`rpc.discover`), or those of the shipped contracts that the node does not refuse with
 * -32601. Empty where the node tells neither.
 */
export const findUnnamedMethods = async (
  network: NetworkConfig,
  ask: AskNode,
  nowMs: () => number,
): Promise<string[]> => {
  const rows = network.contract?.rows ?? builtInRows
  const named = new Set(rows.filter(({ family }) => family === network.family).map(({ name }) => name))
  const names = (await discover(ask)) ?? (await probe(network.family, named, ask, nowMs))
  return [...new Set(names)].filter((name) => !named.has(name)).sort()
}

const discover = async (ask: AskNode): Promise<string[] | undefined> => {
  const asked = await ask('rpc.discover', [])
  if (asked.kind !== 'result') return undefined
  const { methods } = (asked.value ?? {}) as { methods?: unknown }
  if (!Array.isArray(methods)) return undefined
  const names = methods.slice(0, MAX_DISCOVERED).map((one) => (one as { name?: unknown } | null)?.name)
  return names.filter((name): name is string => typeof name === 'string' && NAME.test(name) && name !== 'rpc.discover')
}

const probe = async (
  family: string,
  named: ReadonlySet<string>,
  ask: AskNode,
  nowMs: () => number,
): Promise<string[]> => {
  if (hasMethod(await ask(NO_METHOD, NO_PARAMS)) !== false) return []
  const left = shippedContracts()
    .flatMap(({ methods }) => methods)
    .filter((method) => method['x-family'] === family && !named.has(method.name) && isHarmless(method))
    .map(({ name }) => name)
  const found: string[] = []
  const untilMs = nowMs() + MAX_MS
  const askNext = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const has = hasMethod(await ask(name, NO_PARAMS))
      // A node that limits calls or went away tells nothing by further silence.
      if (has === undefined || nowMs() > untilMs) left.length = 0
      else if (has) found.push(name)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  return found
}

/**
 * False for what only chains for tests have, and for what costs a node much. A method without
 * params may run although params are given.
 */
const isHarmless = ({ name, params, 'x-credits': credits }: ContractMethod): boolean =>
  shippedContractOf(name)?.name !== 'anvil' && (params.length > 0 || credits < WALKS_CREDITS)

/** Undefined: the answer does not tell. */
const hasMethod = (asked: Asked): boolean | undefined => {
  if (asked.kind === 'result') return true
  if (asked.kind !== 'node-error') return undefined
  if (asked.code === -32602) return true
  if (asked.code === -32601 || /not (?:found|supported|available|allowed)|does not exist/i.test(asked.message))
    return false
  return /limit|too many requests|quota/i.test(asked.message) ? undefined : true
}

/** The remark of `check --online` about such methods. */
export const describeUnnamed = (names: readonly string[]): string => {
  const contracts = new Set(names.flatMap((name) => shippedContractOf(name)?.name ?? []))
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const remedy = contracts.size === 0 ? '' : ` (contracts: [${[...contracts].join(', ')}])`
  return `has methods that no contract of the network names: ${names.slice(0, NAMED).join(', ')}${more}${remedy}`
}
