import { mapDeferred } from '../../../runtime/deferred.js'
import { declareErrors } from '../../../wire/jsonrpc/declared-errors.js'
import { isFailure, type Payload, type Reply, releaseReply, resultOf } from '../../../wire/jsonrpc/reply.js'
import type { Upstream } from '../../upstreams/upstream.js'
import type { Answerer, ChargedCall } from '../stage.js'
import { type IdOwner, MAX_NODE_ID, type SealedIds } from './sealed-ids.js'

/** Errors of methods whose state lives in one node. */
export const stateErrors = declareErrors('filter-not-found', 'bad-upstream-answer')
const { fail } = stateErrors

/**
 * Nodes' messages for an unknown or expired filter: geth, erigon, besu, reth and anvil; nethermind.
 */
const FORGOTTEN = /^filter (with id:? \S+ )?(not found|does not exist)/i

/** As long as subscriptions wait for a node. */
const DOWN_TO_GONE_MS = 30_000

const ownerOf = ({ caller }: ChargedCall): IdOwner => ({
  network: caller.network.name,
  keyId: caller.entitlement.key.id,
  allowedContracts: caller.entitlement.key.allowedContracts,
})

/**
 * Makes state in a node, and gives the caller an id that identifies the node. Errors:
 * `bad-upstream-answer` if the result is not an id.
 */
export const makeState =
  (ids: SealedIds, upstreams: readonly Upstream[], next: Answerer<ChargedCall>): Answerer<ChargedCall> =>
  (call) =>
    mapDeferred(next(call), undefined, (reply) => {
      if (reply.error !== undefined) return reply
      const id = idIn(reply.result)
      reply.result.release()
      const upstream = upstreams.find(({ name }) => name === reply.upstream)
      if (id === undefined || upstream === undefined) return fail('bad-upstream-answer')
      const sealed = ids.seal({ upstream: upstream.stateDigest, id }, ownerOf(call))
      return { ...reply, result: { chunks: [Buffer.from(`"${sealed}"`)], release: () => {} } }
    })

const idIn = ({ text, chunks }: Payload): string | undefined => {
  const json = text ?? Buffer.concat(chunks).toString('utf8')
  if (json.length > MAX_NODE_ID + 2) return undefined
  const id: unknown = JSON.parse(json)
  return typeof id === 'string' ? id : undefined
}

/** A method's id parameter, and its result for an unknown id; without `ifGone`, an error. */
export interface UsedId {
  readonly param: number
  readonly ifGone?: boolean | null | undefined
}

/**
 * True if the caller should make new state: the node cannot be asked for long, and another one
 * can. A node that was away for moments still has its filters, and what they collected.
 */
const isLost = ({ health }: Upstream, upstreams: readonly Upstream[]): boolean =>
  !health.isUsable &&
  (health.isCordoned || health.hasWrongChain || health.isDownFor(DOWN_TO_GONE_MS)) &&
  upstreams.some((other) => other.health.isUsable)

/**
 * Asks only the node that made the state behind the id at `param`.
 *
 * Errors  `filter-not-found`, or the result `ifGone`, for another key's id, an invented one, and if
 *         the node has forgotten it, left the configuration, or is lost while another one answers;
 *         the errors of forwarding if the node fails temporarily
 */
export const askStateNode = (
  ids: SealedIds,
  { param, ifGone }: UsedId,
  upstreams: readonly Upstream[],
  to: (upstream: Upstream) => Answerer<ChargedCall>,
): Answerer<ChargedCall> => {
  const nodes = new Map(upstreams.map((upstream) => [upstream.stateDigest, { upstream, answer: to(upstream) }]))
  const gone = (): Reply =>
    ifGone === undefined ? fail('filter-not-found') : resultOf(Buffer.from(JSON.stringify(ifGone)))
  const goneIfForgotten = (reply: Reply): Reply => {
    const isForgotten = reply.error !== undefined && !isFailure(reply) && FORGOTTEN.test(reply.error.message)
    if (!isForgotten) return reply
    releaseReply(reply)
    return gone()
  }
  return (call) => {
    const state = ids.open(call.params[param], ownerOf(call))
    const node = state === undefined ? undefined : nodes.get(state.upstream)
    if (state === undefined || node === undefined || isLost(node.upstream, upstreams)) return gone()
    const params = call.params.map((value, index) => (index === param ? state.id : value))
    const asked = { ...call, params, paramsJson: Buffer.from(JSON.stringify(params)) }
    return mapDeferred(node.answer(asked), undefined, goneIfForgotten)
  }
}
