/**
 * State of a running gateway, over all its processes. Counts are since their start.
 *
 * `troubles`   reasons why it should get no traffic; empty means ready. `networksDown`: those
 *              without an upstream that answered
 * `reload`     whether the newest configuration is in force, and the last accepted one (ISO 8601)
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
