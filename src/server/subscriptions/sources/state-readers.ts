import { toBase58 } from '../../../runtime/base58.js'
import { isObject } from '../../../runtime/is-object.js'
import { memberSpans } from '../../../wire/json/node-notification.js'

const RANKS: readonly unknown[] = ['processed', 'confirmed', 'finalized']

/**
 * The error of a node that keeps no history of transactions, as by default.
 * Source  agave rpc-client-api/src/custom_error.rs, TransactionHistoryNotAvailable
 */
export const NO_HISTORY = -32_011

/** Asks a node for the present state of what is subscribed to. */
export interface StateReader {
  readonly method: string
  /** True if the state from before the subscription is an event, too. */
  readonly isReadFirst: boolean
  /** The call's params, from the subscription's. */
  readonly params: (params: readonly unknown[]) => readonly unknown[]
  /** The params for a node that keeps no history of transactions. */
  readonly recentParams?: (params: readonly unknown[]) => readonly unknown[]
  /**
   * The event that the call's result stands for: undefined before the event, `unusable` if the
   * result has not the contract's shape.
   */
  readonly eventOf: (result: Buffer, params: readonly unknown[]) => Buffer | undefined | 'unusable'
}

interface SubscriptionConfig {
  readonly commitment?: unknown
  readonly encoding?: unknown
  readonly dataSlice?: unknown
}

const configOf = (params: readonly unknown[]): SubscriptionConfig => (params[1] ?? {}) as SubscriptionConfig

/** An account's encoding. `binary` is the old name of agave's default. */
const encodingOf = (params: readonly unknown[]): unknown => {
  const { encoding } = configOf(params)
  return encoding === 'binary' ? undefined : encoding
}

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

/** What zstd 1.5.6 makes of no bytes, in base64. */
const NOTHING_IN_ZSTD = 'KLUv/SAAAQAA'

const goneData = (encoding: unknown): unknown => {
  if (encoding === undefined) return ''
  if (encoding === 'base64+zstd') return [NOTHING_IN_ZSTD, encoding]
  return ['', encoding === 'jsonParsed' ? 'base64' : encoding]
}

/**
 * The value in an agave notification about a deleted account, for which getAccountInfo answers
 * null.
 * Source  agave rpc/src/rpc_subscriptions.rs, filter_account_result: the account is the default one
 */
const goneAccount = (encoding: unknown): object => ({
  data: goneData(encoding),
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
  const encoding = encodingOf(params)
  if (value === null) return Buffer.from(JSON.stringify({ context, value: goneAccount(encoding) }))
  return isBase58(encoding) ? inBase58(result, value, encoding) : result
}

/** Nodes use base58 where no encoding is given, too. */
const isBase58 = (encoding: unknown): boolean => encoding === undefined || encoding === 'base58'

/**
 * The params of getAccountInfo. It refuses base58 for data of more than 128 bytes, which
 * notifications do not. It obeys `dataSlice`, which notifications do not, either.
 * Source  agave rpc/src/rpc_subscriptions.rs, filter_account_result
 */
const accountParams: StateReader['params'] = (params) => {
  const { dataSlice: _, ...config } = configOf(params)
  const encoding = encodingOf(params)
  return [params[0], { ...config, encoding: isBase58(encoding) ? 'base64' : encoding }]
}

const MAX_BASE58_BYTES = 128

/**
 * An account that was read in base64, as a notification in base58 has it. Its other bytes stay:
 * `rentEpoch` is larger than a double holds exactly.
 * Source  agave account-decoder/src/lib.rs, encode_ui_account and encode_bs58
 */
const inBase58 = (result: Buffer, value: unknown, encoding: unknown): Buffer | 'unusable' => {
  const [text, readIn] = isObject(value) && Array.isArray(value.data) ? (value.data as unknown[]) : []
  if (typeof text !== 'string' || readIn !== 'base64') return 'unusable'
  const account = memberSpans(result, 0, ['value'])?.value
  const at = account && memberSpans(result, account.start, ['data'])?.data
  if (at === undefined) return 'unusable'
  const bytes = Buffer.from(text, 'base64')
  const written = bytes.length > MAX_BASE58_BYTES ? 'error: data too large for bs58 encoding' : toBase58(bytes)
  const data = JSON.stringify(encoding === undefined ? written : [written, encoding])
  return Buffer.concat([result.subarray(0, at.start), Buffer.from(data), result.subarray(at.end)])
}

/** The reader of the present state, by the method that subscribes to it. */
export const stateReaders: Readonly<Record<string, StateReader>> = {
  accountSubscribe: {
    method: 'getAccountInfo',
    isReadFirst: false,
    params: accountParams,
    eventOf: accountEvent,
  },
  signatureSubscribe: {
    method: 'getSignatureStatuses',
    isReadFirst: true,
    params: ([signature]) => [[signature], { searchTransactionHistory: true }],
    recentParams: ([signature]) => [[signature]],
    eventOf: signatureEvent,
  },
}
