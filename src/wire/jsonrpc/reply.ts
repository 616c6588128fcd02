import { type ErrorName, errors, type GivenData, type GivenWords } from '../../../generated/errors.js'
import { type ErrorObject, SharedError } from './error-object.js'

/** The source of an answer; `nobody` if the gateway made it: a refusal, or `rpc.discover`'s. */
export type ServedBy = AnsweredBy | 'nobody'
/** The source of an answer that the gateway did not make. */
export type AnsweredBy = 'upstream' | 'cache' | 'partner'

/**
 * The bytes of a result, or of a large error, exactly as the node wrote them.
 *
 * `rest`          the bytes after `chunks`, in order, of a large answer that is still arriving;
 *                 throws if the answer breaks off
 * `heldBytes`     its part of the memory budget
 * `release`       gives that back, or the given number of bytes that were written. Call it without
 *                 a number once, at the latest when the bytes are no longer wanted
 * `leaveAccount`  takes the bytes off the account that caused them, for a stage that counts them
 *                 against each account that waits for them
 * `reuse`         allows the bytes to be overwritten; for their only reader, after the system took
 *                 the last of them. A stage that shares or keeps the bytes creates a payload
 *                 without it; never calling it is always safe
 */
export interface Payload {
  readonly chunks: readonly Buffer[]
  /** The bytes as latin1 text, if available; `chunks` is then created from it. */
  readonly text?: string | undefined
  /** The number of elements of a complete result that is an array. */
  readonly elements?: number
  rest?: AsyncIterable<Buffer>
  readonly heldBytes?: number
  release(bytes?: number): void
  leaveAccount?(): void
  readonly reuse?: (() => void) | undefined
}

/**
 * Records that a partner was asked, whatever the outcome. `reason`: why the network's own upstreams
 * could not answer, from a closed list.
 */
export interface FailedOver {
  readonly partner: string
  readonly reason: string
  readonly durationMs: number
}

/** The remaining credits of an account and its key for today. */
export interface RemainingBalance {
  /** Credits neither charged nor held; undefined if unknown, because another day has begun. */
  remainingCredits(): number | undefined
}

/**
 * A subscription that a call opened on its connection. The connection calls one of the methods:
 * `begin` when it has written the reply, or `end` if it never will.
 */
export interface OpenedSubscription {
  begin(): void
  end(): void
}

interface AnyReply {
  servedBy: ServedBy
  /** Name of the upstream or partner that answered. */
  upstream?: string | undefined
  /** Undefined if no partner was asked. */
  failedOver?: FailedOver | undefined
  /**
   * The answering upstream's newest final block, as known before the request: the answer certainly
   * includes it.
   */
  finalized?: bigint | undefined
  /** The partner's answer was proven against a state root from the network's own node. */
  isVerified?: true
  /** Two upstreams agree on it although it violates the contract's schema. */
  isGap?: true
  /** Credits charged to the caller; set by the charge stage. */
  costCredits: number
  /**
   * The balance that the price was held from; set by the charge stage, undefined if nothing was
   * held.
   */
  balance?: RemainingBalance | undefined
  /** Undefined for all calls but those that subscribe. */
  openedSubscription?: OpenedSubscription | undefined
}

/** A result: a node's, or one that the gateway made (`resultOf`). */
export interface ResultReply extends AnyReply {
  readonly result: Payload
  readonly error?: undefined
}

/**
 * A node's own JSON-RPC error. Its error object, unchanged, is `bytes`, or a `payload` if it is
 * large. `error` has the beginning of a long message.
 */
export interface NodeErrorReply extends AnyReply {
  readonly error: ErrorObject
  readonly bytes: Buffer | undefined
  readonly payload?: Payload | undefined
  readonly name?: undefined
}

/** Two elements of a result that has too many: the first, and the one over the limit. */
export interface Surplus {
  readonly first: unknown
  readonly last: unknown
}

/** An error from the table in openrpc.json, made by the gateway. */
export interface Failure extends AnyReply {
  readonly error: ErrorObject
  readonly name: ErrorName
  readonly bytes?: undefined
  readonly payload?: undefined
  /** For `too-many-results`: the first element and the one over the limit, if known; never sent. */
  readonly surplus?: Surplus
  /** Its connection ended: this reply is not sent, and is no evidence about the network. */
  readonly isCancelled?: true
  /** True if no node answered the call, or had it when its time was over: it costs nothing. */
  isFree?: boolean
}

/** The outcome of a call. */
export type Reply = ResultReply | NodeErrorReply | Failure

/** Errors whose data may follow from their name alone. */
type PlainErrorName = { [E in ErrorName]: object extends GivenData<E> ? E : never }[ErrorName]

/** The arguments of the error `E` after its name: its data, and the values for its message. */
export type ErrorArguments<E extends ErrorName> = E extends keyof GivenWords
  ? [data: GivenData<E>, words: GivenWords[E]]
  : E extends PlainErrorName
    ? [data?: GivenData<E>]
    : [data: GivenData<E>]

/** Creates an error of the table; wrong or missing data do not compile. */
export type Fail<Names extends ErrorName = ErrorName> = <E extends Names>(
  name: E,
  ...given: ErrorArguments<E>
) => Failure

/** Creates the failure `name` of the error table. */
export const fail: Fail = (name, ...given) => {
  const [data, words] = given as [object?, Readonly<Record<string, string | number>>?]
  return failWith(name, data === undefined ? plainErrorOf(name) : errorOf(name, data, words))
}

/** Creates the failure `name` with an error that `errorOf` created for it. */
export const failWith = (name: ErrorName, error: ErrorObject): Failure => ({
  error,
  name,
  servedBy: 'nobody',
  costCredits: 0,
})

/** The reply to a call whose connection ended: free of charge, never sent. */
export const cancelledReply = (): Failure => ({ ...fail('no-upstream'), isCancelled: true })

/** The error of a failure without details. */
const plainErrorOf = (name: ErrorName): SharedError => {
  let error = plainErrors.get(name)
  if (error === undefined) {
    error = new SharedError(errorOf(name))
    plainErrors.set(name, error)
  }
  return error
}

const plainErrors = new Map<ErrorName, SharedError>()

/**
 * The error object of the failure `name`. `message` may replace the row's message; else the words
 * in its braces are filled in.
 */
export const errorOf = (
  name: ErrorName,
  data?: object,
  words?: Readonly<Record<string, string | number>>,
  message?: string,
): ErrorObject => {
  const row = errors[name]
  const whole = row.reason === undefined ? { name, ...data } : { name, reason: row.reason, ...data }
  return {
    code: row.code,
    message: message ?? (row.message.includes('{') ? filled(row.message, { ...data, ...words }) : row.message),
    data: whole,
  }
}

const filled = (message: string, words: Readonly<Record<string, unknown>>): string =>
  message.replace(/\{(\w+)\}/g, (all, key: string) => `${words[key] ?? all}`)

/** A result created by the gateway itself, from JSON text in pieces. */
export const resultOf = (...chunks: Buffer[]): ResultReply => ({
  result: { chunks, release: () => {} },
  servedBy: 'nobody',
  costCredits: 0,
})

/** What a reply holds of the memory budget, if anything: a result, or a node's large error. */
export const heldBy = (reply: Reply): Payload | undefined => (reply.error === undefined ? reply.result : reply.payload)

/** Gives back what a reply that no caller gets holds of the memory budget. */
export const releaseReply = (reply: Reply): void => heldBy(reply)?.release()

/** The payloads' total part of the memory budget. */
export const heldBytesOf = (payloads: readonly Payload[]): number => {
  let bytes = 0
  for (const { heldBytes = 0 } of payloads) bytes += heldBytes
  return bytes
}

/** Gives back the payloads' part of the memory budget, or the first `bytes` of it. */
export const releaseParts = (payloads: readonly Payload[], bytes = Number.POSITIVE_INFINITY): void => {
  let left = bytes
  for (const payload of payloads) {
    if (left === Number.POSITIVE_INFINITY) payload.release()
    else if (left > 0 && payload.heldBytes) {
      const given = Math.min(left, payload.heldBytes)
      payload.release(given)
      left -= given
    }
  }
}

/** True if the gateway refused the call (a node's error is not a failure). */
export const isFailure = (reply: Reply): reply is Failure => reply.error !== undefined && reply.name !== undefined

/** True if the gateway refused the call, or repeated a node's refusal from memory. */
export const isRefusal = (reply: Reply): boolean =>
  isFailure(reply) || (reply.error !== undefined && reply.servedBy === 'cache' && reply.costCredits === 0)

/** The HTTP status of a reply outside a batch. */
export const httpStatusOf = (reply: Reply): number => (isFailure(reply) ? errors[reply.name].httpStatus : 200)

/** True if the nodes, the store or the gateway failed, whatever the caller asked. */
export const isOutage = (reply: Reply): boolean =>
  isFailure(reply) &&
  (errors[reply.name].httpStatus >= 500 || (reply.name === 'query-timeout' && reply.isFree === true))

/**
 * True if the refusal counts against a connection that keeps being refused. A signature's
 * subscription ends without an unsubscribe call, and @solana/kit makes one all the same.
 */
export const countsAsRefusal = (reply: Reply): boolean =>
  isRefusal(reply) && !isOutage(reply) && !(isFailure(reply) && reply.name === 'subscription-not-found-solana')
