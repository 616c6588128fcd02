/** The network that a page is of, where it is of one, and what it does otherwise than others. */
export interface PageNetwork {
  readonly name: string
  readonly family: string
  /** Whether the block tag `safe` is served. */
  readonly safeTag: boolean
  /** Only so many of the latest blocks are served; undefined: all. */
  readonly recentBlocks?: number | undefined
}

/** For whom a page is made. */
export interface PageOptions {
  /** Left out: all networks together. */
  readonly network?: PageNetwork | undefined
  /** The networks to choose from on the page of all of them. */
  readonly networks?: readonly Pick<PageNetwork, 'name' | 'family'>[]
  /**
   * Where callers reach the gateway, without a slash at the end; the script corrects it to where
   * the reader came from.
   */
  readonly baseUrl: string
  /** Addresses of script and style, from the page's own. */
  readonly assets: { readonly script: string; readonly style: string }
}

/** Stands in addresses for the key until the reader gives one. */
export const KEY_PLACEHOLDER = 'API_KEY'

/** The networks that a page is about. */
export const networksOf = ({ network, networks = [] }: PageOptions): readonly Pick<PageNetwork, 'name' | 'family'>[] =>
  network === undefined ? networks : [network]

/** Where calls of a family go, with a placeholder for the key. */
export const callUrl = (options: PageOptions, family: string): string => {
  const name = networksOf(options).find((network) => network.family === family)?.name ?? 'NETWORK'
  return `${options.baseUrl}/${name}/v3/${KEY_PLACEHOLDER}`
}

const FAMILY_NAMES: Readonly<Record<string, string>> = { evm: 'EVM', solana: 'Solana' }

/** A family as it is written in a heading. */
export const familyName = (family: string): string => FAMILY_NAMES[family] ?? family
