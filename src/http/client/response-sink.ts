/** What an exchange tells as it goes; after `end` or `fail` nothing more comes. */
export interface ResponseSink {
  /** Whether the request must not be sent a second time, even where the connection was closed without an answer. */
  readonly isOnce?: boolean | undefined
  /** Whether the bytes go on to another reader while they arrive, so that none of them may be held on to. */
  readonly isHandedOn?: boolean
  /** Before `head`: the body is gzip. A sink without this takes the bytes for what they are. */
  packed?(): void
  /** The status line and headers arrived. `byteLength` is undefined when the server did not say. */
  head(status: number, byteLength: number | undefined): void
  /** Some bytes of the body, the sink's to keep. False asks to pause until `resume`. */
  chunk(bytes: Buffer): boolean
  /**
   * The whole body in one go, instead of `chunk` and `end`: `bytes` from `from` to `to`, which are the sink's to look at until it returns.
   * A sink without this is given a copy as its only chunk.
   */
  whole?(bytes: Buffer, from: number, to: number): void
  /** `giveBack`: lets the memory of all the answer's bytes be written over, for a sink that is certain that none of them is looked at any more. */
  end(giveBack?: () => void): void
  fail(error: Error): void
}
