import type { MethodRow } from '../../../../generated/methods.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import type { Failure } from '../../../wire/jsonrpc/reply.js'
import { type BlockParameter, type BlockRange, readBlockRange } from '../../networks/block-parameter.js'
import type { Network } from '../../networks/network.js'
import type { Answerer, Call } from '../stage.js'

/** Errors of `checkBlocks` for ranges. */
export const rangeErrors = declareErrors('block-hash-and-range', 'invalid-block-range')
/** Errors of `checkBlocks` for any block. */
export const blockErrors = declareErrors('safe-tag-unsupported')

/**
 * Refuses contradictory block parameters, and the tag `safe` on networks without it.
 *
 * Errors  `block-hash-and-range`, `invalid-block-range`, `safe-tag-unsupported`
 * Source  docs/specification.md, "Methods and prices" (blockHash excludes the range) and
 *         "Conventions" (safe)
 */
export const checkBlocks = (row: MethodRow, network: Network, next: Answerer<Call>): Answerer<Call> => {
  // A single block contradicts nothing.
  if (row.position.kind === 'block' && network.safeTag) return next
  return (call) => {
    const failure = failureOf(readBlockRange(row.position, call.params), network)
    return failure === undefined ? next(call) : failure
  }
}

const failureOf = ({ from, to, hash }: BlockRange, network: Network): Failure | undefined => {
  if (hash !== undefined && (from !== undefined || to !== undefined)) return rangeErrors.fail('block-hash-and-range')
  if (!network.safeTag && (isSafe(from) || isSafe(to))) return blockErrors.fail('safe-tag-unsupported')
  if (from?.kind === 'number' && to?.kind === 'number' && from.number > to.number)
    return rangeErrors.fail('invalid-block-range')
  return undefined
}

const isSafe = (block: BlockParameter | undefined): boolean => block?.kind === 'tag' && block.tag === 'safe'
