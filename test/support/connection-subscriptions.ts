import { LocalAccountCount } from '../../src/server/accounts/account-count.js'
import type { SubscribeOutcome, WantedSubscription } from '../../src/server/pipeline/call-subscriptions.js'
import { ConnectionSubscriptions } from '../../src/server/subscriptions/connection-subscriptions.js'
import { SubscriptionIds } from '../../src/server/subscriptions/subscription-id.js'
import { anAccount, anEntitlement } from './accounts.js'
import { deliveryTurns } from './delivery-turns.js'
import { FakeCredits, FakeSource } from './event-streams.js'

const KIND = {
  name: 'newHeads',
  usageName: 'eth_subscription:newHeads',
  source: 'heads',
  priceCredits: 20,
  resumes: true,
} as const
const ROW = { notification: 'eth_subscription', unsubscribe: 'eth_unsubscribe', hasKindFirst: true, kinds: [KIND] }

/** A subscription to heads; `identity` says which ones are equal. */
export const wanted = (identity = '["newheads"]'): WantedSubscription => ({
  method: 'eth_subscribe',
  subscriptionRow: ROW,
  kind: KIND,
  params: [],
  identity,
  key: anEntitlement().key,
})
/** Lets what waits for the next turns of the event loop happen. */
export const turnEnds = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

interface ConnectionWish {
  readonly maxSubscriptions?: number
  readonly maxBufferedBytes?: number
  readonly ofAccount?: number
  readonly onBug?: (bug: unknown) => void
  readonly ids?: SubscriptionIds
}

/**
 * The subscriptions of a connection, with a source and credits that the test directs; `connect`
 * makes another connection of the account. `sent` has the results that its socket was given.
 */
export const aConnection = ({ onBug, ids, ...limits }: ConnectionWish = {}) => {
  const source = new FakeSource()
  const credits = new FakeCredits()
  const count = new LocalAccountCount()
  const sent: unknown[] = []
  const ends: (string | number)[][] = []
  const unsent: ((isTaken: boolean) => void)[] = []
  const bugs: unknown[] = []
  const events: unknown[][] = []
  const state = {
    key: anEntitlement().key,
    isOffered: true,
    generation: 1,
    takesAtOnce: true,
    freeBytes: 1_000_000,
    source: source as FakeSource | undefined,
  }
  const plan = { ...anEntitlement().plan, maxSubscriptions: limits.ofAccount ?? 100 }
  const entitlement = anEntitlement({ account: anAccount({ id: 'account-1' }), plan })
  const turns = deliveryTurns(undefined, onBug)
  const connect = () =>
    new ConnectionSubscriptions({
      network: { name: 'main', family: 'evm' },
      entitlement: () => ({ ...entitlement, key: state.key }),
      accountId: 'account-1',
      ids: ids ?? new SubscriptionIds('secret'),
      turns,
      streams: {
        sourceOf: () => state.source,
        creditsOf: () => credits.use(),
        offers: () => state.isOffered,
        get generation() {
          return state.generation
        },
        events: {
          subscribed: (kind) => void events.push(['subscribed', kind]),
          unsubscribed: ({ kind, reason, events: count, costCredits }) =>
            void events.push(['unsubscribed', kind, reason, count, costCredits]),
          sent: (kind, isRemoved, _, costCredits) => void events.push(['sent', kind, isRemoved, costCredits]),
          closing: (reason) => void events.push(['closing', reason]),
        },
      },
      nowMs: () => 0,
      count,
      memory: {
        take: (bytes) => {
          if (bytes > state.freeBytes) return false
          state.freeBytes -= bytes
          return true
        },
        giveBack: (bytes) => {
          state.freeBytes += bytes
        },
      },
      limits: () => ({ maxSubscriptions: 10, maxBufferedBytes: 10_000, ...limits }),
      socket: {
        send: (pieces, whenDone) => {
          sent.push(JSON.parse(pieces.join('')).params.result)
          if (state.takesAtOnce) whenDone(true)
          else unsent.push(whenDone)
        },
        close: (code, reason) => void ends.push([code, reason]),
        cut: () => void ends.push(['cut']),
        bug: (bug) => void bugs.push(bug),
      },
    })
  const connection = connect()
  const subscribe = (identity?: string) => connection.subscribe(wanted(identity))
  /** Subscribes, and says that the reply was written. */
  const begin = async (identity?: string) => {
    const opened = succeeded(await subscribe(identity))
    opened.subscription.begin()
    return JSON.parse(opened.idText) as string
  }
  const record = { sent, ends, unsent, bugs, events }
  return { source, credits, count, turns, ...record, state, connect, connection, subscribe, begin }
}

/** The outcome of a subscription, which must be open. */
export const succeeded = (outcome: SubscribeOutcome) => {
  if (outcome.kind !== 'subscribed') throw new Error(outcome.kind)
  return outcome
}
