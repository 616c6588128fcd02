/** The bounds of an HTTP server; the configuration's limits are some. Times in milliseconds. */
export interface HttpLimits {
  readonly maxHeaderBytes: number
  readonly maxBodyBytes: number
  /** Request bodies that have not come whole, in memory at once, over all connections. */
  readonly maxPendingBodyBytes: number
  /** Requests of one connection being read or answered at once. */
  readonly maxMessagesInFlight: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly keepAliveTimeoutMs: number
  /** The same for connections on which no caller was authenticated; left out: as for the others. */
  readonly unauthenticatedKeepAliveMs?: number | undefined
  /** A client that does not read its answer for this long is cut off. */
  readonly writeTimeoutMs: number
  /**
   * A client that takes a large answer more slowly than this, for longer than `writeTimeoutMs` in
   * all, is cut off.
   */
  readonly minReadBytesPerSecond: number
  /** Replies to calls from here on are compressed for clients that take it; left out: none is. */
  readonly compressFromBytes?: number | undefined
}
