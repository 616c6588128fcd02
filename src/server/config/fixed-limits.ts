/**
 * Bounds of the gateway that are no configuration keys, because no operator has a reason to set
 * them (docs/decisions/0025-fewer-keys.md).
 */
export const FIXED_LIMITS = {
  /** Levels of nested arrays and objects in a request. */
  maxDepth: 64,
  /** Parts that one eth_getLogs is cut into where upstreams take only narrow ranges. */
  maxLogParts: 100,
  /** Messages of one connection being answered at once, over WebSocket or pipelined over HTTP. */
  maxMessagesInFlight: 100,
  /**
   * A WebSocket client is cut off when more bytes wait for it and it takes less in half a second.
   */
  maxBufferedBytes: 67_108_864,
  /** Subscriptions of one WebSocket connection at once. */
  maxSubscriptions: 1_000,
  /** Calls that wait for a connection to one upstream. */
  maxUpstreamWaiting: 10_000,
  /** Time a client has to send a request's headers. */
  headersTimeoutMs: 10_000,
  /** Time a client has to send a whole request. */
  bodyTimeoutMs: 30_000,
  /** A client that reads nothing of its answer for this long is cut off. */
  writeTimeoutMs: 60_000,
  /** The least rate at which a client has to read its answers. */
  minReadBytesPerSecond: 16_384,
  /** All headers of a request; larger ones get 431. */
  maxHeaderBytes: 16_384,
  /** Seconds of more refusals than maxRefusalsPerSecond after which a WebSocket is closed. */
  refusalSeconds: 5,
  /** Refused calls and notifications over HTTP that an account may send to a process per second. */
  maxFreeCallsPerSecond: 1_000,
  /** Unknown keys that one source may try each second, and wrong tokens to each account. */
  maxUnknownKeysPerSecond: 10,
}
