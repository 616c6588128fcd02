// @generated from openrpc.json by scripts/generate — do not edit

import { RpcError } from './rpc-error.js'

/** The range of a log filter. */
export interface RangedFilter {
  readonly fromBlock?: string | null | undefined
  readonly toBlock?: string | null | undefined
  readonly blockHash?: string | null | undefined
}

/** Reads the logs of a filter, and the number of the latest block. */
export interface LogSource<Filter, Log> {
  readonly logs: (filter: Filter) => Promise<Log[]>
  readonly latest: () => Promise<string>
}

interface Span {
  readonly from: bigint
  readonly to: bigint
}

const hex = (number: bigint): `0x${string}` => `0x${number.toString(16)}`

/**
 * The last block of a part that is certainly smaller than the failed one; undefined if the error is
 * not about size, or the part cannot shrink.
 */
const smallerEnd = (error: unknown, { from, to }: Span): bigint | undefined => {
  if (!(error instanceof RpcError)) return undefined
  if (error.name === 'too-many-results' && error.data.to !== null) {
    const end = BigInt(error.data.to)
    return end >= from && end < to ? end : undefined
  }
  const half = from + (to - from) / 2n
  if (error.name === 'block-range-too-wide') {
    const end = from + BigInt(error.data.limit) - 1n
    if (end < to) return end
  }
  const isHalved =
    error.name === 'block-range-too-wide' ||
    error.name === 'query-timeout' ||
    (error.name === 'too-many-results' && error.data.to === null && error.data.reason === 'not_verified')
  return isHalved && half < to ? half : undefined
}

const isNumber = (block: string | null | undefined): block is `0x${string}` => block?.startsWith('0x') === true

/**
 * The range of a filter in numbers, with tags resolved now. Undefined for tags that only a node
 * knows, and for one block by its hash.
 */
const spanOf = async <Filter extends RangedFilter, Log>(
  filter: Filter,
  source: LogSource<Filter, Log>,
): Promise<Span | undefined> => {
  const { fromBlock, toBlock } = filter
  const isLatest = (block: string | null | undefined) => block === undefined || block === null || block === 'latest'
  const known = (block: string | null | undefined) => isNumber(block) || block === 'earliest' || isLatest(block)
  if (typeof filter.blockHash === 'string' || !known(fromBlock) || !known(toBlock)) return undefined
  const latest = isLatest(fromBlock) || isLatest(toBlock) ? BigInt(await source.latest()) : 0n
  const number = (block: string | null | undefined) =>
    isNumber(block) ? BigInt(block) : block === 'earliest' ? 0n : latest
  return { from: number(fromBlock), to: number(toBlock) }
}

/**
 * The logs of a filter in the order of the chain, part by part. Requests the whole range first. If
 * it is too large, requests the range that the gateway suggests, and then parts of that size, which
 * grow while they succeed.
 */
export async function* logPages<Filter extends RangedFilter, Log>(
  filter: Filter,
  source: LogSource<Filter, Log>,
): AsyncGenerator<Log[], void, undefined> {
  const whole = await source.logs(filter).then(
    (logs) => ({ logs }),
    (error: unknown) => ({ error }),
  )
  if ('logs' in whole) return yield whole.logs
  const span = whole.error instanceof RpcError ? await spanOf(filter, source) : undefined
  const end = span && smallerEnd(whole.error, span)
  if (span === undefined || end === undefined) throw whole.error
  yield* parts(filter, source, span, end)
}

async function* parts<Filter extends RangedFilter, Log>(
  filter: Filter,
  source: LogSource<Filter, Log>,
  { from: first, to: last }: Span,
  firstEnd: bigint,
): AsyncGenerator<Log[], void, undefined> {
  let [from, to] = [first, firstEnd]
  // Doubles the width after a part served as requested, not after a suggested one.
  let isSuggested = true
  while (from <= last) {
    let logs: Log[]
    try {
      logs = await source.logs({ ...filter, fromBlock: hex(from), toBlock: hex(to) })
    } catch (error) {
      const end = smallerEnd(error, { from, to })
      if (end === undefined) throw error
      to = end
      isSuggested = true
      continue
    }
    yield logs
    const width = (to - from + 1n) * (isSuggested ? 1n : 2n)
    isSuggested = false
    from = to + 1n
    to = from + width - 1n < last ? from + width - 1n : last
  }
}
