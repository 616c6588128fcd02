import { type MethodRow, methods } from '../../../generated/methods.js'
import type { Config } from './config.js'

/** Facts about a method for code that makes no calls. */
export type PricedMethod = Pick<MethodRow, 'name' | 'priceCredits' | 'family'>

const FAMILIES = ['evm', 'solana'] as const

/** The methods of the built-in contract. */
export const builtInRows: readonly PricedMethod[] = Object.values(methods)

/** The methods of all networks; a method is repeated if several contracts have it. */
export const methodRowsOf = ({ networks }: Pick<Config, 'networks'>): readonly PricedMethod[] => {
  const contracts = new Set([...networks.values()].map(({ contract }) => contract))
  return [...contracts].flatMap((contract) => contract?.rows ?? builtInRows)
}

/**
 * The methods that calls on these networks may have. A network that left the configuration has
 * none.
 */
export const methodRowsOn = (
  { networks }: Pick<Config, 'networks'>,
  names: readonly string[],
): readonly PricedMethod[] => {
  const served = names.flatMap((name) => networks.get(name) ?? [])
  return FAMILIES.flatMap((family) => {
    const contracts = new Set(served.filter((one) => one.family === family).map(({ contract }) => contract))
    return [...contracts].flatMap((contract) => (contract?.rows ?? builtInRows).filter((row) => row.family === family))
  })
}

/**
 * Explains why these credits per second exclude some call: they are below the price of the dearest
 * method. Undefined if they suffice. `allowed` names the methods that count; empty means all.
 */
export const tooSlow = (
  creditsPerSecond: number,
  methodRows: readonly PricedMethod[],
  allowed: readonly string[] = [],
): string | undefined => {
  const rows = methodRows.filter(({ name }) => allowed.length === 0 || allowed.includes(name))
  // Methods that a key allows may all have left the configuration.
  const [first, ...others] = rows
  if (first === undefined) return undefined
  const dearest = others.reduce((most, next) => (next.priceCredits > most.priceCredits ? next : most), first)
  return creditsPerSecond < dearest.priceCredits
    ? `must be at least ${dearest.priceCredits}, the price of ${dearest.name}`
    : undefined
}
