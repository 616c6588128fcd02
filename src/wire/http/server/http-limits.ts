/** The limits of an HTTP server, partly from the configuration. Times in milliseconds. */
export interface HttpLimits {
  readonly maxHeaderBytes: number
  readonly maxBodyBytes: number
  /** Memory for unfinished request bodies, over all connections. */
  readonly maxPendingBodyBytes: number
  /** Requests of one connection being read or answered at once. */
  readonly maxMessagesInFlight: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** Keep-alive time before a caller was authenticated; by default as after it. */
  readonly unauthenticatedKeepAliveMs?: number | undefined
  /** Cuts off a client that does not read its answer for this long. */
  readonly writeTimeoutMs: number
  /**
   * Cuts off a client that reads a large answer more slowly than this for longer than
   * `writeTimeoutMs` in total.
   */
  readonly minReadBytesPerSecond: number
  /** Compresses replies to calls from this size on, for clients that accept it; default: none. */
  readonly compressFromBytes?: number | undefined
}
