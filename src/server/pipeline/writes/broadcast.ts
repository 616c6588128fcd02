import { Deferred, whenResolved } from '../../../runtime/deferred.js'
import {
  type Failure,
  isFailure,
  type NodeErrorReply,
  type Reply,
  type ResultReply,
  releaseReply,
} from '../../../wire/jsonrpc/reply.js'
import type { Pool } from '../../upstreams/pool.js'
import type { Needs, Upstream } from '../../upstreams/upstream.js'
import type { Answerer, ChargedCall } from '../stage.js'

/** Maximum number of nodes that get a transaction from us; they pass it on. */
const MAX_NODES = 16

interface BroadcastDeps {
  readonly pool: Pool
  readonly needs: (call: ChargedCall) => Needs
  /** True if a node's error is about the node rather than the transaction. */
  readonly isAboutNode: (error: NodeErrorReply['error']) => boolean
  /** Asks only this upstream. */
  readonly to: (upstream: Upstream) => Answerer<ChargedCall>
  /** Asks one after the other, including the partner and upstreams that are down. */
  readonly oneByOne: Answerer<ChargedCall>
}

/**
 * Sends a write to all healthy nodes at once: one call, one charge, one answer. Nodes that are
 * behind get it only if no other node is healthy, or none of the others got it.
 *
 * Answers  the first acceptance; else `write-outcome-unknown`, if a node may have taken it; else a
 *          node's refusal; else the failure. If it certainly reached no node, the others are asked,
 *          one by one
 * Bounds   16 nodes; the call's time limit. A caller that disconnects stops nothing
 */
export const broadcast = ({ pool, needs, isAboutNode, to, oneByOne }: BroadcastDeps): Answerer<ChargedCall> => {
  const answers = new Map(pool.upstreams.map((upstream) => [upstream, to(upstream)]))
  return (call) => {
    const healthy = pool.healthy(needs(call), call.caller.entitlement.share)
    // One by one, the pool's order could put a node that is behind before the only current one.
    if (healthy.length < 2) return oneByOne(call)
    const nodes = currentOf(healthy).slice(0, MAX_NODES)
    const sent = nodes.map((node) => answers.get(node)!(call))
    return new Broadcast(call, isAboutNode, oneByOne).collect(sent)
  }
}

/**
 * Leaves out nodes that are behind, unless all are: such a node judges a write by an old state, so
 * it accepts a transaction whose nonce is used up.
 */
const currentOf = (nodes: readonly Upstream[]): readonly Upstream[] => {
  const current = nodes.filter(({ health }) => health.state !== 'behind')
  return current.length > 0 ? current : nodes
}

type Refusal = NodeErrorReply | Failure

class Broadcast {
  private readonly reply = new Deferred<Reply>()
  private readonly refusals: Refusal[] = []
  private isAccepted = false
  private bug: { readonly error: unknown } | undefined
  private left = 0

  constructor(
    private readonly call: ChargedCall,
    private readonly isAboutNode: BroadcastDeps['isAboutNode'],
    private readonly oneByOne: Answerer<ChargedCall>,
  ) {}

  collect(sent: readonly ReturnType<Answerer<ChargedCall>>[]): Deferred<Reply> {
    this.left = sent.length
    for (const reply of sent) whenResolved(reply, this)
    return this.reply
  }

  resolved(reply: Reply): void {
    this.left -= 1
    if (reply.error === undefined) this.accept(reply)
    else if (this.isAccepted) releaseReply(reply)
    else this.refusals.push(reply)
    this.endIfAll()
  }

  /** A bug at one node rejects the answer unless another node accepts. */
  rejected(error: unknown): void {
    this.left -= 1
    this.bug ??= { error }
    this.endIfAll()
  }

  private endIfAll(): void {
    if (this.left > 0 || this.isAccepted) return
    if (this.bug === undefined) return this.refuse()
    this.dropRefusals()
    this.reply.reject(this.bug.error)
  }

  private accept(reply: ResultReply): void {
    if (this.isAccepted) return releaseReply(reply)
    this.isAccepted = true
    this.dropRefusals()
    this.reply.resolve(reply)
  }

  private refuse(): void {
    const best = this.bestRefusal()
    this.dropRefusals(best)
    if (best !== undefined) return this.reply.resolve(best)
    try {
      whenResolved(this.oneByOne(this.call), {
        resolved: (reply) => this.reply.resolve(reply),
        rejected: (bug) => this.reply.reject(bug),
      })
    } catch (bug) {
      this.reply.reject(bug)
    }
  }

  private dropRefusals(except?: Refusal): void {
    for (const refusal of this.refusals.splice(0)) if (refusal !== except) releaseReply(refusal)
  }

  /** The one that says most of the write; undefined if it certainly reached no node. */
  private bestRefusal(): Refusal | undefined {
    const { refusals } = this
    const lost = refusals.find(({ name }) => name === 'write-outcome-unknown')
    if (lost !== undefined) return lost
    const errors = refusals.filter((reply) => !isFailure(reply))
    const about = errors.find(({ error }) => !this.isAboutNode(error))
    return about ?? errors[0] ?? refusals.find(({ name }) => name !== 'no-upstream' && name !== 'method-unavailable')
  }
}
