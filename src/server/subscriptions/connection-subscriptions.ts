import type { Steps } from '../../runtime/turns/in-turns.js'
import { filterTurns } from '../../runtime/turns/process-budgets.js'
import { spareTurns } from '../../runtime/turns/work-turns.js'
import type { Entitlement, Plan } from '../accounts/account.js'
import type { AccountCount } from '../accounts/account-count.js'
import type { Network } from '../networks/network.js'
import type { CallSubscriptions, SubscribeOutcome, WantedSubscription } from '../pipeline/call-subscriptions.js'
import { EventDelivery, type EventDeliveryDeps } from './event-delivery.js'
import { EventFrame } from './event-frame.js'
import type { NetworkStreams, StreamEnd, StreamEvent } from './event-stream.js'
import { lostPermission } from './lost-permission.js'
import { Subscription } from './subscription.js'
import type { ClosingReason, SubscriptionEnd } from './subscription-events.js'
import type { SubscriptionIds } from './subscription-id.js'

/** Close codes of RFC 6455, section 7.4.1, and of the IANA registry that it creates. */
const POLICY_VIOLATION = 1008
const SERVICE_RESTART = 1012
/** Reasons after which a new connection has its events again. */
const MAY_COME_BACK: ReadonlySet<ClosingReason> = new Set(['ledger_unavailable', 'stream_broken'])

/** Bytes of memory that a byte of a long filter takes in all: its values, and their indexes. */
const MEMORY_FACTOR = 8
/** Subscriptions that take no more are bounded by their number. */
const SMALL_BYTES = 8_192

export interface ConnectionSubscriptionsDeps extends EventDeliveryDeps {
  readonly network: Pick<Network, 'name' | 'family'>
  /** The newest one of the key; its key and account stay. */
  readonly entitlement: () => Entitlement
  readonly ids: SubscriptionIds
  readonly streams: NetworkStreams
  readonly count: AccountCount
  readonly limits: () => { readonly maxSubscriptions: number; readonly maxBufferedBytes: number }
}

/**
 * The subscriptions of one WebSocket.
 *
 * Bounds  their number, on this connection (`maxSubscriptions`) and of its account (the plan's),
 *         and the memory of long filters
 */
export class ConnectionSubscriptions implements CallSubscriptions {
  private readonly byId = new Map<string, Subscription>()
  /** The numbers of equal subscriptions, by what they have in common; see SubscriptionIds. */
  private readonly numbers = new Map<string, Set<number>>()
  private readonly delivery: EventDelivery

  constructor(private readonly deps: ConnectionSubscriptionsDeps) {
    this.delivery = new EventDelivery(deps, (reason) =>
      this.close(MAY_COME_BACK.has(reason) ? SERVICE_RESTART : POLICY_VIOLATION, reason),
    )
  }

  get size(): number {
    return this.byId.size
  }

  async subscribe(wanted: WantedSubscription): Promise<SubscribeOutcome> {
    const { streams, memory, accountId, entitlement } = this.deps
    const { maxSubscriptions } = this.deps.limits()
    const source = streams.sourceOf(wanted)
    if (source === undefined) return { kind: 'not-offered' }
    // The key may have changed since it permitted the call.
    if (lostPermission(entitlement().key)(wanted)) this.close(POLICY_VIOLATION, 'allowlist_refused')
    if (this.delivery.isStopped) return { kind: 'no-node' }
    if (this.byId.size >= maxSubscriptions) return { kind: 'too-many', scope: 'connection', maxSubscriptions }
    const heldBytes = largeBytes(wanted)
    if (heldBytes > 0 && !memory.take(heldBytes)) return { kind: 'no-room' }
    const subscription = this.reserve(wanted, heldBytes)
    try {
      const { plan } = entitlement()
      if (!(await this.count(subscription, plan))) {
        this.end(subscription, 'closed')
        return { kind: 'too-many', scope: 'account', maxSubscriptions: plan.maxSubscriptions }
      }
      if (heldBytes > 0) await filterTurns.next(accountId)
      const stream = await source.open(wanted.params, subscription, { id: accountId, share: entitlement().share })
      if ('kind' in stream) {
        this.end(subscription, 'closed')
        return stream
      }
      subscription.opened(stream)
      if (!subscription.isEnded) {
        subscription.credits = streams.creditsOf(entitlement, wanted)
        subscription.openedMs = this.deps.nowMs()
        streams.events.subscribed(wanted.kind.usageName)
      }
      return { kind: 'subscribed', idText: subscription.idText, subscription }
    } catch (bug) {
      this.end(subscription, 'closed')
      throw bug
    }
  }

  unsubscribe(method: string, id: unknown): boolean {
    const subscription = this.byId.get(JSON.stringify(id))
    if (subscription === undefined || subscription.about.subscriptionRow.unsubscribe !== method) return false
    this.end(subscription, 'unsubscribed')
    return true
  }

  deliver(subscription: Subscription, event: StreamEvent): void {
    this.delivery.deliver(subscription, event)
  }

  /** The reply is written: events may follow it. */
  begun(subscription: Subscription): void {
    this.delivery.unblock(subscription)
  }

  end(subscription: Subscription, reason: SubscriptionEnd['reason']): void {
    if (subscription.isEnded) return
    this.byId.delete(subscription.idText)
    const { base, number } = subscription.idParts
    const numbers = this.numbers.get(base)
    numbers?.delete(number)
    if (numbers?.size === 0) this.numbers.delete(base)
    this.release(subscription)
    this.detach(subscription, reason)
  }

  /** Frees its place and memory; no event of it follows. */
  private release(subscription: Subscription): void {
    subscription.isEnded = true
    if (subscription.isCounted) this.deps.count.close(this.deps.accountId)
    if (subscription.heldBytes > 0) this.deps.memory.giveBack(subscription.heldBytes)
  }

  /** Lets go of its stream, and reports its end. */
  private detach(subscription: Subscription, reason: SubscriptionEnd['reason']): void {
    subscription.closeStream()
    this.delivery.unblock(subscription)
    this.report(subscription, reason)
  }

  broken(why: StreamEnd): void {
    this.close(SERVICE_RESTART, why)
  }

  /**
   * Closes the connection if a subscription's kind has left the contract, if the key no longer
   * permits a subscription, or if the network left the configuration and is back.
   */
  recheck(): void {
    const { streams, entitlement } = this.deps
    const subscriptions = [...this.byId.values()]
    const isLost = lostPermission(entitlement().key)
    if (subscriptions.some(({ about }) => !streams.offers(about.kind))) this.close(POLICY_VIOLATION, 'method_removed')
    else if (subscriptions.some(({ about }) => isLost(about))) this.close(POLICY_VIOLATION, 'allowlist_refused')
    else if (subscriptions.some(({ generation }) => generation !== streams.generation)) this.broken('stream_broken')
  }

  /**
   * Ends all, behind the events that were to be delivered before. Calls `whenSent` when the socket
   * has taken those.
   */
  finish(whenSent: () => void): void {
    this.deps.turns.addStep(this.deps.accountId, () => this.stop('restarting', whenSent))
  }

  closed(): void {
    this.stop('closed', () => {})
  }

  /** Counts it against its account's plan until it ends; false if the account has too many. */
  private async count(subscription: Subscription, { maxSubscriptions }: Plan): Promise<boolean> {
    const { count, accountId } = this.deps
    if (!(await count.open(accountId, maxSubscriptions))) return false
    if (subscription.isEnded) count.close(accountId)
    else subscription.isCounted = true
    return true
  }

  /** Makes a subscription, which counts from now on. */
  private reserve(wanted: WantedSubscription, heldBytes: number): Subscription {
    const { ids, network, entitlement, streams } = this.deps
    const keyId = entitlement().key.id
    const base = ids.baseOf({ keyId, network: network.name, method: wanted.method, identity: wanted.identity })
    const numbers = this.numbers.get(base) ?? new Set()
    let [number, idText] = [0, '']
    do {
      do number++
      while (numbers.has(number))
      idText = ids.idText(network.family, base, number)
    } while (this.byId.has(idText))
    this.numbers.set(base, numbers.add(number))
    const frame = new EventFrame(network.family, wanted.subscriptionRow.notification, idText)
    const { params: _, identity: __, ...about } = wanted
    const { generation } = streams
    const subscription = new Subscription(about, idText, { base, number }, generation, heldBytes, frame, this)
    this.byId.set(idText, subscription)
    return subscription
  }

  private close(code: number, reason: ClosingReason): void {
    this.stop(reason, () => this.deps.socket.close(code, reason))
  }

  private stop(reason: ClosingReason | 'closed', whenSent: () => void): void {
    if (this.delivery.isStopped) return
    if (reason !== 'closed') this.deps.streams.events.closing(reason)
    this.delivery.stop(whenSent)
    const all = [...this.byId.values()]
    this.byId.clear()
    this.numbers.clear()
    for (const subscription of all) this.release(subscription)
    // Thousands may end at once: a thousand connections, or one with a thousand.
    if (all.length > 0) spareTurns.add(this.deps.accountId, this.detaching(all, reason), this.deps.turns.onBug)
  }

  private *detaching(all: readonly Subscription[], reason: SubscriptionEnd['reason']): Steps<void> {
    for (const subscription of all) {
      try {
        this.detach(subscription, reason)
      } catch (bug) {
        this.deps.turns.onBug(bug)
      }
      yield
    }
  }

  private report(subscription: Subscription, reason: SubscriptionEnd['reason']): void {
    const { streams, entitlement, nowMs, accountId } = this.deps
    const { about, openedMs, sent, costCredits } = subscription
    if (openedMs === undefined) return
    streams.events.unsubscribed({
      kind: about.kind.usageName,
      keyId: entitlement().key.id,
      accountId,
      reason,
      events: sent,
      costCredits,
      durationMs: nowMs() - openedMs,
    })
  }
}

const largeBytes = ({ identity }: WantedSubscription): number => {
  const bytes = identity.length * MEMORY_FACTOR
  return bytes > SMALL_BYTES ? bytes : 0
}
