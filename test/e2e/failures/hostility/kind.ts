/** Where an attacker stands: the gateway's addresses and what its account was given. */
export interface Target {
  /** The network's address, with the path prefix. */
  readonly url: string
  /** The listener of account holders. */
  readonly holdersUrl: string
  readonly adminUrl: string
  readonly account: string
  /** Texts of the account's keys; more than one where the kind asks for them. */
  readonly keys: readonly string[]
  /** A one-time link of the account's holder, where the kind signs in. */
  readonly link?: string
}

/** An attack under way. */
export interface Attack {
  readonly target: Target
  /** Aborted when the hostile window is over: sockets are destroyed, loops end. */
  readonly signal: AbortSignal
  /** Counts one thing that the gateway answered or did, by its label: `200`, `200:-32602`, `closed 1008`. */
  count(label: string): void
}

/** One kind of hostile but authenticated behaviour. A new one is a row in one of the tables of this folder. */
export interface Kind {
  /** What the attacker does; the title of the test. */
  readonly name: string
  /** `poor`: 500 credits a second, as sold; `rich`: pays for whatever it likes. `none`: has no key that works. */
  readonly plan: 'poor' | 'rich'
  /** Labels that show that the attack is what its name says. */
  readonly does: RegExp
  /** Labels of a bound that refuses it. With `does`, all that may come back. */
  readonly refusedBy?: RegExp
  /** Fewer answers than this in all hostile windows are no attack. */
  readonly atLeast: number
  /** Keys of the account; 1 when left out. */
  readonly keyCount?: number
  /** Its keys want a token. */
  readonly wantsToken?: boolean
  /** It signs in as the account's holder. */
  readonly signsIn?: boolean
  /** Kinds with the same name here share one account, and what `prepare` makes of it. */
  readonly sharesAccount?: string
  /** One hostile window, where it needs longer than others. */
  readonly windowSeconds?: number
  /** Makes what the attack needs, outside of all windows, once for each account. */
  prepare?(target: Target): Promise<void>
  /** Starts the attack; it goes on by itself until the signal is aborted. */
  start(attack: Attack): void | Promise<void>
}

/** Refusals of bounds that any kind may meet: of rates, of room, of size, by closing the connection. */
export const REFUSALS = /^(429|503|413|402|closed|reset|408)\b/
