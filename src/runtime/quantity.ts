/** An EVM number as JSON-RPC has it. Source: execution-apis, `uint`. */
export type QuantityText = `0x${string}`

/** Reads a quantity of up to 64 bits; undefined if the value is not one. */
export const readQuantity = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(value) ? BigInt(value) : undefined

/** Writes a number that is not negative as a quantity. */
export const quantityOf = (number: bigint | number): QuantityText => `0x${number.toString(16)}`
