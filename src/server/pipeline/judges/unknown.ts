import type { MethodRow } from '../../../../generated/methods.js'
import { valueAt } from '../../../contract/json-pointer.js'
import type { Payload } from '../../../wire/jsonrpc/reply.js'
import { readBlockRange } from '../../networks/block-parameter.js'
import { LACKS_METHOD } from '../../upstreams/health/exclusions.js'
import type { Pool } from '../../upstreams/pool.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { ChargedCall } from '../stage.js'
import type { Judge } from './judge.js'

/** A result that says only that something is unknown is smaller. */
const MAX_UNKNOWN_BYTES = 4_096

/**
 * The nodes that denied, of one call each, that they know what the call names.
 *
 * The heads of the last poll cannot show which node knows more: a blockhash, a block or a
 * transaction may be younger than the poll. The first denial is doubted if another node is `up`,
 * and each while a usable node that is further ahead has not denied. A reserve, of weight 0, and a
 * node that is slow or behind are asked only if they are ahead.
 */
export class Denials {
  private readonly nodes = new WeakMap<ChargedCall, readonly Upstream[]>()

  constructor(private readonly upstreams: readonly Upstream[]) {}

  /** Notes a node's denial; `node_behind` if it is doubted. */
  doubtOf(call: ChargedCall, upstream: Upstream): 'node_behind' | undefined {
    const all = this.add(call, upstream)
    const others = this.upstreams.filter((other) => other.health.isUsable && !all.includes(other))
    const isFirst = all.length === 1 && others.some(({ weight, health }) => weight > 0 && health.state === 'up')
    return isFirst || others.some((other) => isAheadOf(upstream, other)) ? 'node_behind' : undefined
  }

  /** Notes a node's denial; true if a node that is `up` and has the method has not denied. */
  isAnyLeft(call: ChargedCall, upstream: Upstream, method: string): boolean {
    const all = this.add(call, upstream)
    const canDeny = ({ health }: Upstream) => health.state === 'up' && !health.bans.has(method, LACKS_METHOD)
    return this.upstreams.some((other) => canDeny(other) && !all.includes(other))
  }

  private add(call: ChargedCall, upstream: Upstream): readonly Upstream[] {
    const all = [...(this.nodes.get(call) ?? []), upstream]
    this.nodes.set(call, all)
    return all
  }
}

const isAheadOf = ({ health: { head: own } }: Upstream, { health: { head } }: Upstream): boolean =>
  head !== undefined && own !== undefined && head > own

/** True if a call names a block by its number or a tag: heads show which node has such a block. */
export const namesNumber = ({ position }: Pick<MethodRow, 'position'>, { params }: ChargedCall): boolean =>
  readBlockRange(position, params).from !== undefined

/**
 * Doubts a result by which a node denies that it knows what the call names, as a blockhash.
 *
 * Source  `x-unknown-as` in the contract
 */
export const unknownJudge = (
  row: Pick<MethodRow, 'position'>,
  { at, is }: NonNullable<MethodRow['unknownAs']>,
  { upstreams }: Pick<Pool, 'upstreams'>,
): Judge => {
  const denials = new Denials(upstreams)
  const text = JSON.stringify(is)
  return (call, upstream, outcome) => {
    if (outcome.kind !== 'result') return undefined
    const value = valueAt(smallResult(outcome.payload, text), at)
    if (JSON.stringify(value) !== text || namesNumber(row, call)) return undefined
    return denials.doubtOf(call, upstream)
  }
}

/** The value of a small result that is complete and has this text; undefined of any other. */
const smallResult = (payload: Payload, text: string): unknown => {
  if (payload.rest !== undefined) return undefined
  const json = payload.text ?? smallText(payload.chunks)
  return json.length <= MAX_UNKNOWN_BYTES && json.includes(text) ? (JSON.parse(json) as unknown) : undefined
}

/** The text of small chunks; of larger ones ''. */
const smallText = (chunks: readonly Buffer[]): string => {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  return length > MAX_UNKNOWN_BYTES ? '' : Buffer.concat(chunks, length).toString()
}

/** SendTransactionPreflightFailure: agave rpc-client-api/src/custom_error.rs. */
const PREFLIGHT_FAILURE = -32002
/** Errors of a late node about a new blockhash, and about a new payer. */
const UNKNOWN: ReadonlySet<unknown> = new Set(['BlockhashNotFound', 'AccountNotFound'])

/**
 * Doubts that the blockhash or the payer of a transaction is unknown. The node did not take the
 * transaction, because its preflight failed. If the blockhash has expired, all nodes that are asked
 * say the same.
 *
 * Source  agave rpc/src/rpc.rs, send_transaction; `data.err` is the TransactionError in words that
 *         no caller chooses
 */
export const preflightJudge = ({ upstreams }: Pick<Pool, 'upstreams'>): Judge => {
  const denials = new Denials(upstreams)
  return (call, upstream, outcome) => {
    if (outcome.kind !== 'node-error' || outcome.code !== PREFLIGHT_FAILURE) return undefined
    if (outcome.bytes === undefined || !UNKNOWN.has(preflightError(outcome.bytes))) return undefined
    return denials.doubtOf(call, upstream)
  }
}

const preflightError = (bytes: Buffer): unknown => {
  const { data } = JSON.parse(bytes.toString()) as { readonly data?: { readonly err?: unknown } | null }
  return data?.err
}
