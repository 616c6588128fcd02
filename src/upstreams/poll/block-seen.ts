import type { Upstream } from '../upstream.js'

/** The head of a block that a poll came across. `timestampMs` is the chain's own time. */
export interface BlockSeen {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string | undefined
  readonly stateRoot: string | undefined
  readonly timestampMs: number | undefined
}

/** Hears of each new block that an upstream shows. */
export type OnBlock = (upstream: Upstream, block: BlockSeen) => void
