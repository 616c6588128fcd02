import { isObject } from '../../../runtime/is-object.js'
import { readQuantity } from '../../../runtime/quantity.js'
import { TextWalk } from '../../../wire/json/spans.js'
import { hashOfHeader } from '../../upstreams/header-hash.js'

/** A block as a node showed it. Hashes are in lower case. `header`: see FollowedBlock. */
export interface ReadBlock {
  readonly number: bigint
  readonly hash: string
  readonly parentHash: string
  readonly timestampMs: number
  readonly logsBloom: string | undefined
  readonly receiptsRoot: string | undefined
  readonly header: string
}

/** Members of a block that are not of its header, as geth sends it in newHeads. */
const OF_BODY = new Set(['"transactions"', '"uncles"', '"withdrawals"', '"size"', '"totalDifficulty"'])
/** Longest header that the follower keeps; usual ones take 2 KB. */
const MAX_HEADER_BYTES = 16_384
/** Longest announcement that is read; some nodes add the hashes of the transactions. */
const MAX_ANNOUNCED_BYTES = 1_048_576
const HASH = /^0x[0-9a-fA-F]{64}$/
const BLOOM = /^0x[0-9a-fA-F]{512}$/

/** Reads the JSON of an eth_getBlockBy… result; undefined for null and what is no usable block. */
export const readBlock = (bytes: Buffer): ReadBlock | undefined => {
  const value = JSON.parse(bytes.toString()) as unknown
  if (!isObject(value)) return undefined
  const { number, hash, parentHash, timestamp, logsBloom, receiptsRoot } = value
  const [height, seconds] = [readQuantity(number), readQuantity(timestamp)]
  if (height === undefined || !isHash(hash) || !isHash(parentHash)) return undefined
  const header = headerOf(bytes)
  if (header.length > MAX_HEADER_BYTES) return undefined
  return {
    number: height,
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    timestampMs: Number(seconds ?? 0) * 1_000,
    logsBloom: typeof logsBloom === 'string' && BLOOM.test(logsBloom) ? logsBloom.toLowerCase() : undefined,
    receiptsRoot: isHash(receiptsRoot) ? receiptsRoot.toLowerCase() : undefined,
    header,
  }
}

/**
 * Reads a header as a node announces it. Undefined if its members do not have the hash that it
 * states, as on chains that hash their headers otherwise: then the block has to be fetched.
 */
export const readAnnounced = async (bytes: Buffer): Promise<ReadBlock | undefined> => {
  const block = bytes.length > MAX_ANNOUNCED_BYTES ? undefined : readBlock(bytes)
  return block !== undefined && (await hasOwnHash(block)) ? block : undefined
}

/** True if a header's members have the hash that it states. */
export const hasOwnHash = async ({ hash, header }: Pick<ReadBlock, 'hash' | 'header'>): Promise<boolean> => {
  const members = JSON.parse(Buffer.from(header, 'latin1').toString()) as Record<string, unknown>
  return (await hashOfHeader(members)) === hash
}

const isHash = (value: unknown): value is string => typeof value === 'string' && HASH.test(value)

const headerOf = (bytes: Buffer): string => {
  const members: string[] = []
  const walk = new TextWalk(bytes)
  walk.enter()
  while (walk.next()) {
    const { key, value } = walk.member()
    const name = bytes.toString('latin1', key.start, key.end)
    if (!OF_BODY.has(name)) members.push(`${name}:${bytes.toString('latin1', value.start, value.end)}`)
  }
  return `{${members.join(',')}}`
}
