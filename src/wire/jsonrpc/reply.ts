import { type ErrorName, errors, type GivenData, type GivenWords } from '../../../generated/errors.js'
import { type ErrorObject, SharedError } from './error-object.js'

/** What answered a call; `nobody` when the gateway itself refused it. */
export type ServedBy = AnsweredBy | 'nobody'
/** The same of a call that was answered. */
export type AnsweredBy = 'upstream' | 'cache' | 'partner'

/**
 * The bytes of a result, exactly as the node wrote them.
 *
 * `rest` is there while a large answer is still arriving: what follows `chunks`, in order. It
 * throws when the answer breaks off. `heldBytes` is what it has of the memory budget. `release`
 * gives that back, or as many bytes of it as were written; called without a number once, at the
 * latest when the bytes are no longer wanted. `leaveAccount` takes the bytes off the account that
 * caused them, for a stage that counts them against each account that waits for them. `reuse` lets
 * the bytes be written over; for their only reader, after the system took the last of them. A stage
 * that shares or keeps the bytes makes a payload without it; never calling it is always right.
 */
export interface Payload {
  readonly chunks: readonly Buffer[]
  /**
   * The same bytes as latin1 text, if that is what is at hand: `chunks` has to be made of it then.
   */
  readonly text?: string | undefined
  /** How many elements a whole result that is an array has. */
  readonly elements?: number
  rest?: AsyncIterable<Buffer>
  readonly heldBytes?: number
  release(bytes?: number): void
  leaveAccount?(): void
  readonly reuse?: (() => void) | undefined
}

/**
 * That a partner was asked, whatever came of it. `reason`: why the network's own upstreams could
 * not answer, from a closed list.
 */
export interface Forwarded {
  readonly partner: string
  readonly reason: string
  readonly durationMs: number
}

/** What an account, and its key, may still spend today. */
export interface RemainingBalance {
  /**
   * Credits neither charged nor held just now; undefined: unknown, because another day has begun.
   */
  remainingCredits(): number | undefined
}

interface Settled {
  servedBy: ServedBy
  /** Name of the upstream or partner that answered. */
  upstream?: string | undefined
  /** Left out when no partner was asked. */
  forwarded?: Forwarded | undefined
  /**
   * The answering upstream's newest final block, as known before it was asked: what the answer can
   * be relied on to include.
   */
  finalized?: bigint | undefined
  /** The partner's answer was proven against a state root that the network's own node gave. */
  isVerified?: true
  /** Two upstreams agree in it although the contract does not foresee it. */
  isGap?: true
  /** From the first attempt at an upstream to the end of the last; left out when there was none. */
  upstreamMs?: number | undefined
  /** What the caller paid for this reply; set by the charge stage. */
  costCredits: number
  /**
   * The balance that the call's price was held from; set by the charge stage, left out where none
   * was held.
   */
  balance?: RemainingBalance | undefined
}

/** A node's result. */
export interface ResultReply extends Settled {
  readonly result: Payload
  readonly error?: undefined
}

/** A node's own JSON-RPC error: `bytes` is its error object, unchanged. */
export interface NodeErrorReply extends Settled {
  readonly error: ErrorObject
  readonly bytes: Buffer
  readonly name?: undefined
}

/** Two elements of a result that has too many: its first, and the one too many. */
export interface Surplus {
  readonly first: unknown
  readonly last: unknown
}

/** A refusal of the gateway, from the table in openrpc.json. */
export interface Failure extends Settled {
  readonly error: ErrorObject
  readonly name: ErrorName
  readonly bytes?: undefined
  /**
   * Of `too-many-results`: the first element and the one too many, as far as a node told; never
   * sent.
   */
  readonly surplus?: Surplus
  /** The caller went away: this reply is not sent, and says nothing about the network. */
  readonly isCancelled?: true
}

/** What becomes of a call. */
export type Reply = ResultReply | NodeErrorReply | Failure

/** Errors whose data follow from their name alone, or may. */
type PlainErrorName = { [E in ErrorName]: object extends GivenData<E> ? E : never }[ErrorName]

/**
 * What making the error `E` takes besides its name: its data, and the words that its message leaves
 * open.
 */
export type ErrorArguments<E extends ErrorName> = E extends keyof GivenWords
  ? [data: GivenData<E>, words: GivenWords[E]]
  : E extends PlainErrorName
    ? [data?: GivenData<E>]
    : [data: GivenData<E>]

/** Makes an error of the table; wrong or missing data do not compile. */
export type Fail<Names extends ErrorName = ErrorName> = <E extends Names>(
  name: E,
  ...given: ErrorArguments<E>
) => Failure

/** Makes the refusal `name` of the error table. */
export const fail: Fail = (name, ...given) => {
  const [data, words] = given as [object?, Readonly<Record<string, string | number>>?]
  return failWith(name, data === undefined ? plainErrorOf(name) : errorOf(name, data, words))
}

/** Makes the refusal `name` with an error that `errorOf` made of the same row. */
export const failWith = (name: ErrorName, error: ErrorObject): Failure => ({
  error,
  name,
  servedBy: 'nobody',
  costCredits: 0,
})

/** The reply to a call whose caller went away: free of charge, never sent. */
export const cancelledReply = (): Failure => ({ ...fail('no-upstream'), isCancelled: true })

/** The error of a refusal that says no more than its row. */
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
 * The error object of the refusal `name`: the message may be another than the row's, whose words in
 * braces are else filled in.
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

/** A result made by the gateway itself, as JSON text. */
export const resultOf = (json: Buffer): ResultReply => ({
  result: { chunks: [json], release: () => {} },
  servedBy: 'nobody',
  costCredits: 0,
})

/** What payloads have of the memory budget together. */
export const heldBytesOf = (payloads: readonly Payload[]): number => {
  let bytes = 0
  for (const { heldBytes = 0 } of payloads) bytes += heldBytes
  return bytes
}

/** Gives back all that payloads have of the memory budget, or the first `bytes` of it. */
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

/** Whether the reply is one of the gateway's refusals (and not an answer of a node). */
export const isFailure = (reply: Reply): reply is Failure => reply.error !== undefined && reply.bytes === undefined

/** The HTTP status of a reply that travels alone. */
export const httpStatusOf = (reply: Reply): number => (isFailure(reply) ? errors[reply.name].httpStatus : 200)
