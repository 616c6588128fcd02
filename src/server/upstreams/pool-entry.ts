import type { AccountShare } from '../accounts/account-share.js'
import type { Upstream } from './upstream.js'

/** Requirements of a call for an upstream. */
export interface Needs {
  readonly method: string
  /** True if the call reads state so old that only an archive node certainly has it. */
  readonly isArchive: boolean
  /** Blocks of an eth_getLogs; undefined for other methods. */
  readonly blockRange: number | undefined
  /** The newest block that the call names by number; undefined if by tag, by hash or not at all. */
  readonly block: bigint | undefined
}

/** The requirements of a call about which only its method is known. */
export const needsOfMethod = (method: string): Needs => ({
  method,
  isArchive: false,
  blockRange: undefined,
  block: undefined,
})

/** An upstream, and its turn in the round robin. */
export interface PoolEntry {
  readonly upstream: Upstream
  turn: number
  /** Rank for the call being assigned. */
  rank: number
}

/** A rank behind those equal otherwise that have the call's block. */
const LACKS_BLOCK = 0.5
/** Ranks behind every upstream that is not down. */
const NOT_ARCHIVE = 10
const NO_WEIGHT = 100
/** The rank of an upstream that cannot take the call. */
export const NEVER = Number.POSITIVE_INFINITY
const NO_LIMIT = Number.POSITIVE_INFINITY

export const weightOf = ({ upstream }: PoolEntry): number => upstream.weight || 1

export const callsByWeight = (entry: PoolEntry): number => entry.upstream.health.inFlight / weightOf(entry)

/** The upstream's place in the order, whatever its provider's limit. */
export const rankOf = (
  entry: PoolEntry,
  needs: Needs,
  excluded: readonly Upstream[],
  now: number,
  account?: AccountShare,
): number => {
  const { upstream } = entry
  const { health, isArchive, weight } = upstream
  const rank = health.rank(now, account?.accountId)
  if (rank === undefined || health.bans.has(needs.method) || !canTake(upstream, needs, excluded)) return NEVER
  return (
    rank +
    (lacksBlock(health.head, needs) ? LACKS_BLOCK : 0) +
    (needs.isArchive && !isArchive ? NOT_ARCHIVE : 0) +
    (weight === 0 ? NO_WEIGHT : 0)
  )
}

/** True if the call names a block that the node did not have when it last showed its head. */
const lacksBlock = (head: bigint | undefined, { block }: Needs): boolean =>
  block !== undefined && head !== undefined && block > head

export const canTake = (upstream: Upstream, { blockRange }: Needs, excluded: readonly Upstream[]): boolean =>
  !excluded.includes(upstream) && (blockRange === undefined || blockRange <= (upstream.maxBlockRange ?? NO_LIMIT))

export const hasRoom = ({ upstream: { rate } }: PoolEntry, now: number, account: AccountShare | undefined): boolean =>
  rate === undefined || rate.hasRoom(now, account)
