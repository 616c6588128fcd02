/**
 * A server of keys and values that several gateways share (Redis, Valkey). Every method may reject
 * when it is away, or never settle.
 */
export interface KeyValue {
  /** Whether there is a connection just now. */
  readonly isReady: boolean
  /** The first `maxBytes` of each key's value; empty where there is none, or none of bytes. */
  read(keys: readonly string[], maxBytes: readonly number[]): Promise<readonly Buffer[]>
  write(key: string, value: Buffer, seconds: number): Promise<void>
  increment(key: string): Promise<void>
  /** Gives up the connection, with everything that waits for it, and makes another. */
  reset(): void
  close(): void
}
