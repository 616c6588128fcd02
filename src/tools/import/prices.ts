import { namePattern } from '../../contract/operator/merge.js'

/**
 * Prices by method, or by patterns with `*`; an exact name wins over patterns, a longer pattern
 * over a shorter.
 */
export type PriceTable = Readonly<Record<string, number>>

export const priceOf = (name: string, prices: PriceTable): number | undefined => {
  const [best] = Object.keys(prices)
    .filter((pattern) => pattern === name || (pattern.includes('*') && namePattern(pattern).test(name)))
    .sort((a, b) => Number(a.includes('*')) - Number(b.includes('*')) || b.length - a.length)
  return best === undefined ? undefined : prices[best]
}

/** The table in the text of a file of prices, or the mistake in it. */
export const readPrices = (text: string): { readonly prices: PriceTable } | { readonly mistake: string } => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { mistake: `is not JSON: ${(error as Error).message}` }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { mistake: 'must be an object: {"eth_call": 160, "eth_*": 80}' }
  const wrong = Object.entries(value).find(([, price]) => !Number.isSafeInteger(price) || price < 0)
  return wrong === undefined
    ? { prices: value as PriceTable }
    : { mistake: `${wrong[0]}: a price is a whole number of credits, 0 or more` }
}
