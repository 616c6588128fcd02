/** Keys and indexes from the root of the configuration to a value. */
export type ConfigPath = readonly (string | number)[]

/** An error without line and column. */
export interface Finding {
  readonly path: ConfigPath
  /** Location of the error: the last key of the path, or its value. */
  readonly at: 'key' | 'value'
  readonly message: string
}

/** Formats a path for people: `networks.ethereum-mainnet.upstreams[0].url`. */
export const formatPath = (path: ConfigPath): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
