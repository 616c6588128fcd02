import type { MethodContract } from '../../contract/method-contract.js'
import type { Head } from '../networks/head.js'
import type { Network } from '../networks/network.js'
import { type ForwardPolicy, forward, type NetworkForwarding, needsOf } from '../pipeline/forward/forward.js'
import { knownChainId } from '../pipeline/forward/known-chain-id.js'
import { type CheckDeps, checkAnswer } from '../pipeline/judges/check-answer.js'
import { dialectJudge, type Judge, nodeDoubtOf, nullJudge, rangeJudge, untakenJudge } from '../pipeline/judges/judge.js'
import { recordShownBlock } from '../pipeline/judges/shown-block.js'
import { slotListJudge } from '../pipeline/judges/slot-list.js'
import { namesNumber, preflightJudge, unknownJudge } from '../pipeline/judges/unknown.js'
import type { Answerer, ChargedCall } from '../pipeline/stage.js'
import { headJudge } from '../pipeline/stages/block-number.js'
import { askStateNode, makeState } from '../pipeline/stateful/bind-state.js'
import type { SealedIds } from '../pipeline/stateful/sealed-ids.js'
import { acceptKnown, outliveCaller, rememberNode } from '../pipeline/writes/accept-known.js'
import { broadcast } from '../pipeline/writes/broadcast.js'
import type { Upstream } from '../upstreams/upstream.js'
import type { MethodTraits } from './pipeline.js'

export interface ForwardingDeps {
  readonly head: Head
  readonly network: Pick<Network, 'chainId'>
  readonly forwarding: NetworkForwarding
  readonly checks: CheckDeps
  /** Checks the partner's answers to eth_getStorageAt; undefined: they are trusted. */
  readonly verifyPartner: ForwardPolicy['verifyPartner']
  /** Binds the ids of stateful methods to their node; undefined: such methods are refused. */
  readonly stateIds: SealedIds | undefined
}

/**
 * The end of every pipeline: forwards to the upstreams and the partner, and judges their answers.
 */
export const forwardOf = (row: MethodContract, deps: ForwardingDeps, traits: MethodTraits): Answerer<ChargedCall> => {
  const { head, checks, forwarding } = deps
  const verifyPartner = traits.isProvable ? deps.verifyPartner : undefined
  const { isOnlyNode } = traits
  const { unknownAs } = row
  const isNullNamed = unknownAs?.at === '' && unknownAs.is === null
  // Each null of these goes to `unknownJudge`, which counts them.
  const isCounted = (call: ChargedCall) => isNullNamed && !namesNumber(row, call)
  const shownBlock = isOnlyNode ? undefined : recordShownBlock(row, head)
  // A result that shows its block is that block's, or null.
  const canLackBlock = traits.hasBlocks && shownBlock === undefined && !isOnlyNode
  const judges: (Judge | undefined)[] = [
    dialectJudge(row, head),
    isOnlyNode ? undefined : nullJudge(head, isCounted),
    unknownAs && !isOnlyNode ? unknownJudge(row, unknownAs, forwarding.pool) : undefined,
    isOnlyNode ? undefined : slotListJudge(row, head, forwarding.pool),
    canLackBlock ? rangeJudge(row, head) : undefined,
    traits.asksNewestBlock && !isOnlyNode ? headJudge(head) : undefined,
    checks.rate > 0 ? checkAnswer(row, checks, verifyPartner !== undefined) : undefined,
    // Last: it doubts nothing, and records only the block of an answer that no judge doubted.
    shownBlock,
  ]
  const present = judges.filter((judge) => judge !== undefined)
  const needs = needsOf(row, head)
  if (row.effect === 'write') return forwardWrite(row, forwarding, needs)
  const { state } = row
  const { stateIds } = deps
  if (state?.id === 'used' && stateIds !== undefined) {
    const to = (upstream: Upstream) => forward(row, only(forwarding, upstream), { judges: [], needs })
    return askStateNode(stateIds, state, forwarding.pool.upstreams, to)
  }
  const asked = forward(row, forwarding, { judges: present, needs, verifyPartner })
  const { chainId } = deps.network
  if (row.answers === 'chain-id' && chainId !== undefined) return knownChainId(chainId, asked)
  return state === undefined || stateIds === undefined ? asked : makeState(stateIds, forwarding.pool.upstreams, asked)
}

/** Restricts forwarding to one upstream. */
const only = (network: NetworkForwarding, upstream: Upstream): NetworkForwarding => ({
  ...network,
  pool: network.pool.only(upstream),
  partner: undefined,
})

/**
 * Forwards methods that write. The first node's reply is final, unless it proves that the node did
 * not take the write: a retry elsewhere could send the transaction twice.
 */
const forwardWrite = (
  row: MethodContract,
  network: NetworkForwarding,
  needs: ForwardPolicy['needs'],
): Answerer<ChargedCall> => {
  const { alreadyKnown } = row
  const untaken = untakenJudge(row.family)
  const toNodes = (nodes: NetworkForwarding): Answerer<ChargedCall> => {
    const judges = row.family === 'solana' ? [untaken, preflightJudge(nodes.pool)] : [untaken]
    const one = outliveCaller(forward(row, nodes, { judges, needs }))
    return alreadyKnown === undefined ? one : acceptKnown(alreadyKnown, one)
  }
  const { pool } = network
  const oneByOne = toNodes(network)
  if (!row.isBroadcast) return rememberNode(network, oneByOne)
  const toAll = broadcast({
    pool,
    needs,
    isAboutNode: (error) => nodeDoubtOf(row.family, error) !== undefined,
    to: (upstream) => toNodes(only(network, upstream)),
    oneByOne,
  })
  return rememberNode(network, toAll)
}
