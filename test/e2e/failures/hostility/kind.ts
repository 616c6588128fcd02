/** The gateway's addresses, and the attacker's account. */
export interface Target {
  /** The network's address, with the path prefix. */
  readonly url: string
  /** The listener of account holders. */
  readonly holdersUrl: string
  readonly adminUrl: string
  readonly account: string
  /** Texts of the keys of its accounts; more than one where the kind asks for them. */
  readonly keys: readonly string[]
  /** A one-time link of the account's holder, where the kind signs in. */
  readonly link?: string
}

/** An attack under way. */
export interface Attack {
  readonly target: Target
  /** Aborted when the hostile window is over: sockets are destroyed, loops end. */
  readonly signal: AbortSignal
  /** Counts an answer or another act of the gateway: `200`, `200:-32602`, `closed 1008`. */
  count(label: string): void
}

/** One kind of hostile behaviour. A new one is a row in one of the tables of this folder. */
export interface Kind {
  /** The title of the test. */
  readonly name: string
  /** `poor` has 500 credits a second, as sold; `rich` can pay for everything. */
  readonly plan: 'poor' | 'rich'
  /** Labels that prove that the attack does what its name says. */
  readonly does: RegExp
  /** Labels of a bound that refuses it. Labels of neither sort fail the test. */
  readonly refusedBy?: RegExp
  /** With fewer answers in all hostile windows, the test fails: it attacked nothing. */
  readonly atLeast: number
  /** The network that it attacks; `main` when left out, where the victim is. */
  readonly network?: 'main' | 'chain' | 'solana'
  /** Keys of each account; 1 when left out. */
  readonly keyCount?: number
  /** Accounts of the attacker; 1 when left out. `Target.account` is the last one. */
  readonly accountCount?: number
  /** Its keys want a token. */
  readonly wantsToken?: boolean
  /** It signs in as the account's holder. */
  readonly signsIn?: boolean
  /** Kinds with the same name here share one account, and what `prepare` makes of it. */
  readonly sharesAccount?: string
  /**
   * Set where others are known to wait longer than the ordinary limit: the p99 in milliseconds that
   * the kind must keep instead, noise of a shared machine included. docs/limits-known.md tells how
   * long it is on a quiet one.
   */
  readonly knownP99Ms?: number
  /** Replaces the short hostile windows by one long one. */
  readonly windowSeconds?: number
  /** Runs once for each account, outside of all windows. */
  prepare?(target: Target): Promise<void>
  /** Starts the attack, which goes on until the signal is aborted. */
  start(attack: Attack): void | Promise<void>
}

/**
 * Refusals of bounds that any kind may meet: of rates, of room, of size, by closing the connection.
 */
export const REFUSALS = /^(429|503|413|402|closed|reset|408)\b/

/** The `knownP99Ms` of kinds that move answers or messages of megabytes. */
export const MEGABYTES_P99_MS = 150
/** The `knownP99Ms` of kinds whose large bodies each take the gateway milliseconds. */
export const LARGE_BODIES_P99_MS = 75
/**
 * The `knownP99Ms` of kinds that connect again as soon as the gateway ends their connections, for
 * the reason that MANY_CONNECT_P99_MS has.
 */
export const FULL_LISTENER_P99_MS = 300
/**
 * The `knownP99Ms` of kinds that connect a thousand times at once. Before Node 23.1 a process
 * accepts one connection in a turn of the event loop, so a new caller waits behind all of them.
 */
export const MANY_CONNECT_P99_MS = 4_000
