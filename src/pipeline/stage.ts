import type { MethodRow } from '../../generated/methods.js'
import type { Entitlement } from '../accounts/account.js'
import type { Hold } from '../credits/ledger.js'
import type { Network } from '../networks/network.js'
import type { Cancellation } from '../protocol/cancellation.js'
import type { Envelope } from '../protocol/envelope.js'
import type { Reply } from '../protocol/reply.js'

/**
 * What is known of a request when its path and headers were read.
 *
 * `keyText`  the secret from the path; undefined when there was none. Never logged.
 * `source`   the caller's IP address, behind trusted proxies
 */
export interface Arrival {
  readonly requestId: string
  readonly transport: 'http' | 'websocket'
  readonly network: Network
  readonly keyText: string | undefined
  readonly source: string
  readonly origin: string | undefined
}

/** The key is known, valid for the network, and so is who pays. */
export interface Authenticated extends Arrival {
  readonly entitlement: Entitlement
}

/** One call of the body. `cancellation` is the request's: it fires when the client went away. */
export interface Opened {
  readonly caller: Authenticated
  readonly envelope: Envelope
  readonly cancellation: Cancellation
  readonly startedAtMs: number
  /** Whether a large answer may be handed on while it arrives (one call over HTTP), or must be whole first. */
  readonly canStream: boolean
}

/** Method and params obey the contract; `paramsBytes` are what a node gets: the caller's own bytes, completed and tidied. */
export interface Validated extends Opened {
  readonly row: MethodRow
  readonly params: readonly unknown[]
  readonly paramsBytes: Buffer
}

/** The call's price is set aside. */
export interface Charged extends Validated {
  readonly hold: Hold
}

/** The call has to be answered by `deadlineMs` (the clock's milliseconds), all attempts together. */
export interface Timed extends Charged {
  readonly deadlineMs: number
}

/** A stage is a function that answers a call which knows at least `C`; it hands the call on to the next one or stops it. */
export type Answer<C> = (call: C) => Promise<Reply>
