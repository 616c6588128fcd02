import type { Family } from '../../generated/methods.js'

/** A chain the gateway serves, and where it deviates from the general behaviour; facts only, its nodes are in upstreams/. */
export interface Network {
  readonly name: string
  readonly family: Family
  readonly hosts: readonly string[]
  /** Web origins whose pages may read the replies; undefined: all. */
  readonly corsOrigins?: readonly string[]
  /** Whether the block tag `safe` is served. */
  readonly safeTag: boolean
  /** Near-head networks serve only so many of the latest blocks; undefined: all. */
  readonly recentBlocks?: number
}
