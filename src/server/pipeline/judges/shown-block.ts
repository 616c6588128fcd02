import type { MethodRow } from '../../../../generated/methods.js'
import type { Receipt } from '../../../../generated/types.js'
import { readQuantity } from '../../../runtime/quantity.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import { readBlockRange } from '../../networks/block-parameter.js'
import type { Head } from '../../networks/head.js'
import type { Judge } from './judge.js'

/**
 * The member that is a result's block number, in methods by which callers learn of new blocks. Not
 * those of single transactions: chains that confirm them early (Flashblocks of Base) give receipts
 * with the number of a block that is still being made.
 */
const NUMBER_MEMBERS: ReadonlyMap<string, 'number' | keyof Receipt> = new Map([
  ['eth_getBlockByNumber', 'number'],
  ['eth_getBlockReceipts', 'blockNumber'],
])
/** Nodes write the member, or the first log that has it, among a result's first bytes. */
const READ_BYTES = 8_192
/** A blank, and a quantity of 64 bits in its quotes. */
const MOST_QUANTITY_BYTES = 21

/**
 * Records the block that a result shows: callers know it from now on, and other nodes may lack it.
 * Doubts nothing. Undefined if the method shows no block.
 *
 * A pending block is in no chain yet, so its number says nothing.
 */
export const recordShownBlock = (
  row: Pick<MethodRow, 'name' | 'position'>,
  head: Pick<Head, 'judge' | 'served' | 'newestServed'>,
): Judge | undefined => {
  const member = NUMBER_MEMBERS.get(row.name)
  if (member === undefined) return undefined
  const name = `"${member}":`
  return ({ params }, upstream, outcome) => {
    if (outcome.kind !== 'result') return undefined
    const { from } = readBlockRange(row.position, params)
    if (from?.kind === 'tag' && from.tag === 'pending') return undefined
    const number = readQuantity(/^\s*"(0x[0-9a-fA-F]+)"/.exec(textBehind(name, outcome.payload))?.[1])
    if (number === undefined) return undefined
    if (number > (head.newestServed ?? -1n)) {
      if (head.judge(number, upstream) !== 'plausible') return undefined
      head.served(number)
    }
    upstream.health.raiseHead(number)
    return undefined
  }
}

/** Returns the text behind a name among a result's first bytes; '' if they lack the name. */
const textBehind = (name: string, { text, chunks }: Payload): string => {
  const start = text?.slice(0, READ_BYTES) ?? chunks[0]?.subarray(0, READ_BYTES) ?? ''
  const from = start.indexOf(name) + name.length
  if (from < name.length) return ''
  return start.slice(from, from + MOST_QUANTITY_BYTES).toString()
}
