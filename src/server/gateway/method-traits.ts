import type { MethodContract } from '../../contract/method-contract.js'
import type { NetworkForwarding } from '../pipeline/forward/forward.js'

/** Traits that decide which stages a method has on a network. */
export const traitsOf = (row: MethodContract, { pool, partner }: Pick<NetworkForwarding, 'pool' | 'partner'>) => {
  const { kind } = row.position
  return {
    hasBlocks: kind === 'block' || kind === 'block-range',
    hasRange: kind === 'block-range',
    asksNewestBlock: row.answers === 'newest-block',
    isProven: row.proof === 'eip-1186',
    mayFailOver: row.canFailOver && partner !== undefined,
    /** A single node is always right: no other could know better. */
    isOnlyNode: pool.upstreams.length === 1,
    /** A node limits the blocks of one answer, so that larger queries must be split. */
    isNarrow: row.effect === 'read' && pool.upstreams.some(({ maxBlockRange }) => maxBlockRange !== undefined),
  }
}

export type MethodTraits = ReturnType<typeof traitsOf>
