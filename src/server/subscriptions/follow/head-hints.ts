import type { Upstream } from '../../upstreams/upstream.js'

/** Tells that a node shows a new block: only a reason to look, never believed. */
export interface HeadHints {
  /**
   * Calls `listener` with the node and the hash of the block, if the node said it. Returns a
   * function that ends the hints.
   */
  onHint(listener: (upstream: Upstream, blockHash: string | undefined) => void): () => void
}
