/** A mistake in openrpc.json: a JSON pointer to the place, and a message. */
export interface ContractMistake {
  readonly path: string
  readonly message: string
}

/** A JSON pointer (RFC 6901) from its segments. */
export const pointer = (...segments: readonly (string | number)[]): string =>
  segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A validator's message about a value, completed with the names or values from its parameters. */
export const wording = (message = 'is wrong', params: Readonly<Record<string, unknown>> = {}): string => {
  const { additionalProperty, allowedValues } = params
  const details = [additionalProperty, Array.isArray(allowedValues) ? allowedValues.join(', ') : undefined]
  return [message, ...details.filter((detail) => detail !== undefined)].join(': ')
}
