import type { Upstream } from '../../upstreams/upstream.js'

/**
 * A node announces a new block. It may be late, doubled or wrong.
 *
 * `blockHash`, `blockNumber`  undefined if the node did not say it
 * `header`                    the announcement's JSON; see `readAnnounced`
 */
export interface HeadHint {
  readonly upstream: Upstream
  readonly blockHash: string | undefined
  readonly blockNumber: bigint | undefined
  readonly header: Buffer
}

/** Tells that a node shows a new block: a reason to poll. */
export interface HeadHints {
  /** Calls `listener` for each hint. Returns a function that ends the hints. */
  onHint(listener: (hint: HeadHint) => void): () => void
}
