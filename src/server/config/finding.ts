/** Keys and indexes from the top of the configuration to one of its values. */
export type ConfigPath = readonly (string | number)[]

/** A mistake before its line and column are known. */
export interface Finding {
  readonly path: ConfigPath
  /** Whether the key at the end of the path is what is wrong, or its value. */
  readonly at: 'key' | 'value'
  readonly message: string
}

/** A path as people write it: `networks.ethereum-mainnet.upstreams[0].url`. */
export const formatPath = (path: ConfigPath): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
