import { type ErrorName, errors } from '../../generated/errors.js'
import { type ErrorObject, SharedError } from './error-object.js'

/** What answered a call; `nobody` when the gateway itself refused it. */
export type ServedBy = 'upstream' | 'cache' | 'partner' | 'nobody'

/**
 * The bytes of a result, exactly as the node wrote them.
 *
 * `rest` is there while a large answer is still arriving: what follows `chunks`, in order. It throws when the answer breaks off.
 * `heldBytes` is what it has of the memory budget. `release` gives that back, or as many bytes of it as were written; called without a
 * number once, at the latest when the bytes are no longer wanted.
 * `leaveAccount` takes the bytes off the account that caused them, for a stage that counts them against each account that waits for them.
 * `reuse` lets the bytes be written over; for their only reader, after the system took the last of them. A stage that shares or keeps the bytes
 * makes a payload without it; never calling it is always right.
 */
export interface Payload {
  readonly chunks: readonly Buffer[]
  /** The same bytes as latin1 text, if that is what is at hand: `chunks` has to be made of it then. */
  readonly text?: string | undefined
  /** How many elements a whole result that is an array has. */
  readonly elements?: number
  rest?: AsyncIterable<Buffer>
  readonly heldBytes?: number
  release(bytes?: number): void
  leaveAccount?(): void
  readonly reuse?: (() => void) | undefined
}

/** That a partner was asked, whatever came of it. `reason`: why the network's own upstreams could not answer, from a closed list. */
export interface Forwarded {
  readonly partner: string
  readonly reason: string
  readonly durationMs: number
}

interface Settled {
  servedBy: ServedBy
  /** Name of the upstream or partner that answered. */
  upstream?: string
  /** Left out when no partner was asked. */
  forwarded?: Forwarded | undefined
  /** The answering upstream's newest final block, as known before it was asked: what the answer can be relied on to include. */
  finalized?: bigint | undefined
  /** The partner's answer was proven against a state root that the network's own node gave. */
  isVerified?: true
  /** Two upstreams agree in it although the contract does not foresee it. */
  isGap?: true
  /** What the caller paid for this reply; set by the charge stage. */
  costCredits: number
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

/** A refusal of the gateway, from the table in openrpc.json. */
export interface Failure extends Settled {
  readonly error: ErrorObject
  readonly name: ErrorName
  readonly bytes?: undefined
  /** The caller went away: this reply is not sent, and says nothing about the network. */
  readonly isCancelled?: true
}

/** What becomes of a call. */
export type Reply = ResultReply | NodeErrorReply | Failure

/** What may differ from the table's row: the words and the data. Values in `fill` replace `{name}` in the row's message. */
export interface FailureDetail {
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly fill?: Readonly<Record<string, string | number>>
}

/** Makes the refusal `name` of the error table; the row's own reason, if it has one, is part of the data. */
export const fail = (name: ErrorName, detail?: FailureDetail): Failure =>
  failWith(name, detail === undefined ? plainErrorOf(name) : errorOf(name, detail))

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
    error = new SharedError(errorOf(name, {}))
    plainErrors.set(name, error)
  }
  return error
}

const plainErrors = new Map<ErrorName, SharedError>()

/** The error object of the refusal `name`. */
export const errorOf = (name: ErrorName, detail: FailureDetail): ErrorObject => {
  const row = errors[name]
  const message = detail.message ?? (detail.fill === undefined ? row.message : filled(row.message, detail.fill))
  const data = row.reason === undefined ? detail.data : { reason: row.reason, ...detail.data }
  return { code: row.code, message, data }
}

const filled = (message: string, fill: Readonly<Record<string, string | number>>): string =>
  message.replace(/\{(\w+)\}/g, (all, key: string) => `${fill[key] ?? all}`)

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
