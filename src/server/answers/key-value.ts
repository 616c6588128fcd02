/**
 * A key-value server that several gateways share (Redis, Valkey). While it is down, any method may
 * reject or stay pending for ever.
 */
export interface KeyValue {
  /** True while there is a connection. */
  readonly isReady: boolean
  /** The first `maxBytes` of each key's value; empty if missing or not a string. */
  read(keys: readonly string[], maxBytes: readonly number[]): Promise<readonly Buffer[]>
  write(key: string, value: Buffer, seconds: number): Promise<void>
  increment(key: string): Promise<void>
  /** Drops the connection with all its pending requests, and opens another. */
  reset(): void
  close(): void
}
