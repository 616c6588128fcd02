import { type MethodRow, methods } from '../../../generated/methods.js'
import type { Config } from './config.js'

/** What is asked of a method where no call is made of it. */
export type PricedMethod = Pick<MethodRow, 'name' | 'priceCredits' | 'family'>

/** The methods of the built-in contract. */
export const builtInRows: readonly PricedMethod[] = Object.values(methods)

/**
 * The methods of all networks of a configuration, those of a family where there is one; one method
 * as often as networks give it.
 */
export const methodRowsOf = ({ networks }: Pick<Config, 'networks'>): readonly PricedMethod[] => {
  const contracts = new Set([...networks.values()].map(({ contract }) => contract))
  return [...contracts].flatMap((contract) => contract?.rows ?? builtInRows)
}

/**
 * Why some call could never be made with these credits per second: they are fewer than the price of
 * the dearest method; undefined when all is well. `allowed` names the methods that count; none
 * means all.
 */
export const tooSlow = (
  creditsPerSecond: number,
  methodRows: readonly PricedMethod[],
  allowed: readonly string[] = [],
): string | undefined => {
  const rows = methodRows.filter(({ name }) => allowed.length === 0 || allowed.includes(name))
  const dearest = rows.reduce((most, next) => (next.priceCredits > most.priceCredits ? next : most))
  return creditsPerSecond < dearest.priceCredits
    ? `must be at least ${dearest.priceCredits}, the price of ${dearest.name}`
    : undefined
}
