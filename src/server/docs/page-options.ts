import type { ServedNetwork } from '../../contract/served/served-document.js'

export interface PageOptions {
  /** The network that the document is served for. Undefined: all networks together. */
  readonly network?: ServedNetwork | undefined
  /** The networks to choose from on the page of all networks. */
  readonly networks?: readonly Pick<ServedNetwork, 'name' | 'family'>[]
  /**
   * Base URL for callers, without a slash at the end; the script replaces it with the page's
   * origin.
   */
  readonly baseUrl: string
  /** Addresses of script and style, relative to the page. */
  readonly assets: { readonly script: string; readonly style: string }
}

/** Placeholder in URLs until the reader gives a key. */
const KEY_PLACEHOLDER = 'API_KEY'

export const networksOf = ({
  network,
  networks = [],
}: PageOptions): readonly Pick<ServedNetwork, 'name' | 'family'>[] => (network === undefined ? networks : [network])

export const callUrl = (options: PageOptions, family: string): string => {
  const name = networksOf(options).find((network) => network.family === family)?.name ?? 'NETWORK'
  return `${options.baseUrl}/${name}/v3/${KEY_PLACEHOLDER}`
}

export const webSocketUrlOf = (url: string): string => url.replace(/^http/, 'ws').replace(/\/v3\/(?=[^/]*$)/, '/ws/v3/')

const FAMILY_NAMES: Readonly<Record<string, string>> = { evm: 'EVM', solana: 'Solana' }

export const familyName = (family: string): string => FAMILY_NAMES[family] ?? family
