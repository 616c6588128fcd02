/**
 * How a running gateway does, all its processes together. Counts are since they started.
 *
 * `troubles`   why it should get no traffic; empty means ready. `networksDown`: none of whose
 *              upstreams answered
 * `reload`     whether the newest configuration is in force, and when one was last taken (ISO 8601)
 * `inFlight`   HTTP requests being read or answered; `heldBytes`: answers of upstreams in memory
 */
export interface GatewayStatus {
  readonly version: string
  readonly troubles: readonly string[]
  readonly networksDown: readonly string[]
  readonly workers: number
  readonly reload: { readonly isTaken: boolean; readonly takenAt: string }
  readonly calls: number
  readonly errors: number
  readonly credits: number
  readonly forwarded: number
  readonly inFlight: number
  readonly connections: number
  readonly webSockets: number
  readonly heldBytes: number
  readonly cache: { readonly bytes: number; readonly hits: number; readonly misses: number; readonly coalesced: number }
}
