import type { Upstream } from '../../upstreams/upstream.js'
import type { StreamOwner } from '../event-stream.js'
import type { FollowedLog } from '../followed-block.js'
import type { NodeAsker } from './follow-nodes.js'
import { hasOwnHash, type ReadBlock, readBlock } from './read-block.js'
import { readReceipts } from './receipts.js'

/** Logs without a hole that the header's bloom denies, and the node that gave them. */
export interface DeniedLogs {
  readonly upstream: Upstream
  readonly logs: readonly FollowedLog[]
}

type BloomOf = Pick<ReadBlock, 'hash' | 'logsBloom' | 'header'>

/** A header whose members do not have its hash is believed if so many nodes show its bloom. */
const WITNESSES = 2

/**
 * True if a block shows that the chain's blooms are false: two answers agree on logs that its
 * header denies, and the header is the chain's, not only that of one node.
 */
export const areBloomsFalse = async (
  asker: NodeAsker,
  block: BloomOf,
  denied: readonly DeniedLogs[],
  owner?: StreamOwner,
): Promise<boolean> => (await areLogsTrue(asker, block, denied, owner)) && (await isHeaderTrue(asker, block, owner))

/**
 * True if two answers agree on the logs: those of two nodes, or a node's logs and its receipts.
 * Logs that are missing are no such evidence.
 */
const areLogsTrue = async (
  asker: NodeAsker,
  { hash }: BloomOf,
  [first, ...others]: readonly DeniedLogs[],
  owner?: StreamOwner,
): Promise<boolean> => {
  if (first === undefined) return false
  if (others.some(({ logs }) => isSame(logs, first.logs))) return true
  const asked = await asker.ask(first.upstream, 'eth_getBlockReceipts', [hash], { owner })
  const read = asked.kind === 'result' ? await readReceipts(asked.bytes, hash, undefined) : 'error'
  return typeof read !== 'string' && isSame(read.logs, first.logs)
}

/** True if the header's members have its hash, or if two nodes, or the only one, show its bloom. */
const isHeaderTrue = async (asker: NodeAsker, block: BloomOf, owner?: StreamOwner): Promise<boolean> => {
  if (await hasOwnHash(block)) return true
  const upstreams = asker.usable()
  let missing = Math.min(WITNESSES, upstreams.length)
  for (const upstream of upstreams) {
    const asked = await asker.ask(upstream, 'eth_getBlockByHash', [block.hash, false], { owner })
    const shown = asked.kind === 'result' ? readBlock(asked.bytes) : undefined
    if (shown?.hash === block.hash && shown.logsBloom === block.logsBloom) missing--
    if (missing === 0) return true
  }
  return false
}

/** Compares what receipts prove of a log; nodes order a log's members differently. */
const isSame = (ones: readonly FollowedLog[], others: readonly FollowedLog[]): boolean =>
  ones.length === others.length && ones.every((one, at) => factsOf(one) === factsOf(others[at]!))

const factsOf = ({ address, topics, text }: FollowedLog): string => {
  const { data } = JSON.parse(Buffer.from(text, 'latin1').toString()) as { readonly data: string }
  return [address, ...topics, data.toLowerCase()].join()
}
