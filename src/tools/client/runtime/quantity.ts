/**
 * The number of a quantity, an EVM integer as text: `toBigInt('0x1b4')` is 436n. Throws a
 * SyntaxError for other texts.
 */
export const toBigInt = (quantity: `0x${string}`): bigint => BigInt(quantity)

/**
 * A number as a quantity: `toQuantity(436n)` is '0x1b4'. Throws a RangeError for a number that is
 * negative, not whole or not safe.
 */
export const toQuantity = (value: bigint | number): `0x${string}` => {
  if (value < 0 || (typeof value === 'number' && !Number.isSafeInteger(value)))
    throw new RangeError('a quantity is a whole number from 0')
  return `0x${value.toString(16)}`
}
