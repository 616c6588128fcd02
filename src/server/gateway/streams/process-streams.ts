import type { SubscriptionKind } from '../../../../generated/methods.js'
import { type CompiledContract, methodsOf } from '../../../contract/compiled-contract.js'
import type { SystemPorts } from '../../../runtime/system-ports.js'
import { WorkTurns } from '../../../runtime/turns/work-turns.js'
import type { Entitlement } from '../../accounts/account.js'
import type { CallerStreams } from '../../listeners/listener-deps.js'
import type { Network } from '../../networks/network.js'
import { eventPriceCredits, trueParamsOf, type WantedSubscription } from '../../pipeline/call-subscriptions.js'
import type { EventCredits } from '../../subscriptions/event-credits.js'
import type { EventSource, NetworkStreams } from '../../subscriptions/event-stream.js'
import type { PaidKind, PrepaidEventsDeps } from '../../subscriptions/prepaid-events.js'
import type { SubscriptionEvents } from '../../subscriptions/subscription-events.js'
import { SubscriptionIds } from '../../subscriptions/subscription-id.js'
import type { ConnectedNetwork } from '../connected-network.js'

/** The sources of one network's events. They outlive reloads. */
export interface NetworkSources {
  /** Undefined if no node gives events of the kind. */
  find(wanted: WantedSubscription): EventSource | undefined
  connect(connected: ConnectedNetwork): void
  close(): void
}

/** The dependencies that charge and throttle events. */
export type EventPaymentDeps = Omit<PrepaidEventsDeps, 'nowMs'>

export interface StreamDeps {
  openSources(connected: ConnectedNetwork, turns: WorkTurns): NetworkSources
  openCredits(entitlement: () => Entitlement, kind: PaidKind): EventCredits
  /** Waits until unused credits are given back; before the ledger is flushed. */
  end(): Promise<void>
}

/** A network as it is served now; `compiled` is undefined under the built-in contract. */
interface StreamedNetwork {
  readonly connected: ConnectedNetwork
  readonly compiled: CompiledContract | undefined
}

/** Receives what happens to the streams of all networks. */
interface StreamsEvents {
  ofNetwork(network: string): SubscriptionEvents
  bug(error: unknown, requestId: string): void
}

export class ProcessStreams implements CallerStreams {
  readonly ids: SubscriptionIds
  readonly turns: WorkTurns
  private readonly byName = new Map<string, OneNetworkStreams>()

  /** `secret` is that of all processes; see SubscriptionIds. */
  constructor(
    private readonly deps: StreamDeps,
    secret: string | Buffer,
    private readonly events: StreamsEvents,
    { afterTurn }: Pick<SystemPorts, 'afterTurn'>,
  ) {
    this.ids = new SubscriptionIds(secret)
    this.turns = new WorkTurns(afterTurn, (bug) => events.bug(bug, ''))
  }

  /** The streams of a network, also of one that has left the configuration. */
  readonly of = (network: string): OneNetworkStreams => {
    let streams = this.byName.get(network)
    if (streams === undefined) {
      streams = new OneNetworkStreams(network, this.deps, this.turns, this.events.ofNetwork(network))
      this.byName.set(network, streams)
    }
    return streams
  }

  /** Applies a configuration's networks. Streams go on with their new nodes. */
  serve(networks: ReadonlyMap<string, StreamedNetwork>): void {
    for (const [name, streams] of this.byName) if (!networks.has(name)) streams.serve(undefined)
    for (const [name, network] of networks) this.of(name).serve(network)
  }

  end(): Promise<void> {
    return this.deps.end()
  }

  close(): void {
    for (const streams of this.byName.values()) streams.serve(undefined)
  }
}

class OneNetworkStreams implements NetworkStreams {
  private sources: NetworkSources | undefined
  private family: Network['family'] | undefined
  generation = 0
  /** The kinds of the contract, by their names in usage. */
  private kinds: ReadonlyMap<string, SubscriptionKind> = new Map()

  constructor(
    private readonly name: string,
    private readonly deps: StreamDeps,
    private readonly turns: WorkTurns,
    readonly events: SubscriptionEvents,
  ) {}

  /** Undefined: the network has left the configuration. */
  serve(network: StreamedNetwork | undefined): void {
    const methods = network === undefined ? [] : methodsOf(network.compiled)
    const kinds = methods.flatMap(({ subscription }) => subscription?.kinds ?? [])
    this.kinds = new Map(kinds.map((kind) => [kind.usageName, kind]))
    const family = network?.connected.network.family
    if (family !== this.family) {
      this.sources?.close()
      this.generation++
      this.sources = network && this.deps.openSources(network.connected, this.turns)
      this.family = family
    } else if (network !== undefined) this.sources?.connect(network.connected)
  }

  sourceOf(wanted: WantedSubscription): EventSource | undefined {
    return this.sources?.find(wanted)
  }

  creditsOf(entitlement: () => Entitlement, { kind, params }: WantedSubscription): EventCredits {
    const { usageName } = kind
    const trueParams = trueParamsOf(params)
    let latest = kind
    const priceCredits = () => {
      // A kind that leaves the contract keeps its price until the connection is closed.
      latest = this.kinds.get(usageName) ?? latest
      return eventPriceCredits(latest, trueParams)
    }
    const variant = trueParams.join()
    return this.deps.openCredits(entitlement, { network: this.name, usageName, variant, priceCredits })
  }

  offers({ usageName }: SubscriptionKind): boolean {
    return this.kinds.has(usageName)
  }
}
