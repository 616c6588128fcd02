const RANKS: readonly unknown[] = ['processed', 'confirmed', 'finalized']

/** Asks a node for the present state of what is subscribed to. */
export interface StateReader {
  readonly method: string
  /** True if the state from before the subscription is an event, too. */
  readonly isReadFirst: boolean
  /** The call's params, from the subscription's. */
  readonly params: (params: readonly unknown[]) => readonly unknown[]
  /**
   * The event that the call's result stands for: undefined before the event, `unusable` if the
   * result has not the contract's shape.
   */
  readonly eventOf: (result: Buffer, params: readonly unknown[]) => Buffer | undefined | 'unusable'
}

interface SubscriptionConfig {
  readonly commitment?: unknown
  readonly encoding?: unknown
}

const configOf = (params: readonly unknown[]): SubscriptionConfig => (params[1] ?? {}) as SubscriptionConfig

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The result's `context`, an object, and its `value`; undefined without them. */
const stateIn = (result: Buffer): { readonly context: object; readonly value: unknown } | undefined => {
  const state: unknown = JSON.parse(result.toString('utf8'))
  if (!isObject(state) || !isObject(state.context) || state.value === undefined) return undefined
  return { context: state.context, value: state.value }
}

/** A signature's status at the subscription's commitment, in the shape of a notification. */
const signatureEvent: StateReader['eventOf'] = (result, params) => {
  const value = stateIn(result)?.value
  const status: unknown = Array.isArray(value) ? value[0] : undefined
  if (status === null) return undefined
  if (!isObject(status)) return 'unusable'
  // A node that leaves the status out says with null confirmations that it is final.
  const reached = status.confirmationStatus ?? (status.confirmations === null ? 'finalized' : 'processed')
  if (RANKS.indexOf(reached) < RANKS.indexOf(configOf(params).commitment ?? 'finalized')) return undefined
  return Buffer.from(JSON.stringify({ context: { slot: status.slot }, value: { err: status.err } }))
}

/**
 * The value in an agave notification about a deleted account, for which getAccountInfo answers
 * null.
 * Source  agave rpc/src/rpc_subscriptions.rs, filter_account_result: the account is the default one
 */
const goneAccount = (encoding: unknown): object => ({
  data: encoding === undefined ? '' : ['', encoding === 'jsonParsed' ? 'base64' : encoding],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
})

const accountEvent: StateReader['eventOf'] = (result, params) => {
  const state = stateIn(result)
  if (state === undefined) return 'unusable'
  const { context, value } = state
  return value === null
    ? Buffer.from(JSON.stringify({ context, value: goneAccount(configOf(params).encoding) }))
    : result
}

/** The reader of the present state, by the method that subscribes to it. */
export const stateReaders: Readonly<Record<string, StateReader>> = {
  accountSubscribe: {
    method: 'getAccountInfo',
    isReadFirst: false,
    params: (params) => params,
    eventOf: accountEvent,
  },
  signatureSubscribe: {
    method: 'getSignatureStatuses',
    isReadFirst: true,
    params: ([signature]) => [[signature], { searchTransactionHistory: true }],
    eventOf: signatureEvent,
  },
}
