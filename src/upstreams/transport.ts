/** What an exchange tells as it goes; after `end` or `fail` nothing more comes. */
export interface AnswerSink {
  /** The status line and headers arrived. `byteLength` is undefined when the upstream did not say. */
  head(status: number, byteLength: number | undefined): void
  /** Some bytes of the body, the sink's to keep. False asks to pause until `resume`. */
  chunk(bytes: Buffer): boolean
  end(): void
  fail(error: Error): void
}

/** One request under way. */
export interface Exchange {
  resume(): void
  /** Ends it now; the sink hears nothing more. */
  abort(): void
}

/** Posts a JSON-RPC body to one upstream: the port behind which HTTP clients can be exchanged. */
export interface UpstreamTransport {
  exchange(body: readonly Buffer[], sink: AnswerSink): Exchange
  /** Lets exchanges under way finish, then closes the connections. */
  close(): Promise<void>
}
