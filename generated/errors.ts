// @generated from openrpc.json by scripts/generate — do not edit

/** An error of the contract. */
export type ErrorName =
  | 'parse-error'
  | 'invalid-request'
  | 'not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'body-too-large'
  | 'unsupported-content-encoding'
  | 'too-many-bodies'
  | 'expectation-failed'
  | 'upgrade-required'
  | 'headers-too-large'
  | 'unauthorized'
  | 'network-not-enabled'
  | 'allowlist-refused'
  | 'account-suspended'
  | 'too-many-tokens'
  | 'daily-credits-exhausted'
  | 'key-daily-credits-exhausted'
  | 'ledger-unavailable'
  | 'throttled-evm'
  | 'throttled-solana'
  | 'too-many-connections'
  | 'overloaded'
  | 'method-not-found'
  | 'invalid-params'
  | 'safe-tag-unsupported'
  | 'outside-window'
  | 'too-many-parameters'
  | 'block-hash-and-range'
  | 'invalid-block-range'
  | 'block-range-too-wide'
  | 'too-many-results'
  | 'query-timeout'
  | 'no-upstream'
  | 'upstream-timeout'
  | 'write-outcome-unknown'
  | 'stateful-method-refused'
  | 'filter-not-found'
  | 'method-unavailable'
  | 'bad-upstream-answer'
  | 'answer-too-large'
  | 'request-too-large'
  | 'internal-error'
  | 'subscription-over-http'
  | 'unknown-subscription-kind'
  | 'subscription-not-found-evm'
  | 'subscription-not-found-solana'
  | 'too-many-subscriptions'
  | 'resume-point-unknown'

/** An error that can be a method's `timeoutError`. */
export type TimeoutErrorName =
  | 'query-timeout'
  | 'upstream-timeout'

/**
 * The data of each error on the wire, by its name.
 */
export interface ErrorData {
  /**
   * The body is not JSON.
   */
  'parse-error': {
    /**
     * Which error it is.
     */
    name: 'parse-error'
  }
  /**
   * Not a request object, an empty or oversized batch, an id that is neither a number, a string nor null, a broken gzip body, a broken handshake, or bytes that are not HTTP.
   */
  'invalid-request':
    | {
        /**
         * Which error it is.
         */
        name: 'invalid-request'
        /**
         * What is wrong.
         */
        reason:
          | 'empty_batch'
          | 'too_many_members'
          | 'not_an_object'
          | 'method_missing'
          | 'id_type'
          | 'jsonrpc_version'
          | 'params_type'
          | 'broken_http'
          | 'broken_gzip'
          | 'broken_handshake'
      }
    | {
        /**
         * Which error it is.
         */
        name: 'invalid-request'
        /**
         * What is wrong.
         */
        reason: 'nested_too_deep'
        /**
         * How deep arrays and objects may nest.
         */
        maxDepth: number
      }
    | {
        /**
         * Which error it is.
         */
        name: 'invalid-request'
        /**
         * What is wrong.
         */
        reason: 'batch_too_large'
        /**
         * How many calls a batch may have.
         */
        maxBatch: number
      }
  /**
   * Unknown network or unknown path. Over a WebSocket: its network has left the configuration.
   */
  'not-found': {
    /**
     * Which error it is.
     */
    name: 'not-found'
    /**
     * What is wrong.
     */
    reason: 'unknown_network' | 'unknown_path'
  }
  /**
   * An HTTP method that the path does not have; the header Allow names those it has.
   */
  'method-not-allowed': {
    /**
     * Which error it is.
     */
    name: 'method-not-allowed'
    /**
     * The HTTP methods that the path has, as in the header Allow.
     */
    allow: string
    /**
     * The address that was perhaps meant.
     */
    hint?: string
  }
  /**
   * The request did not arrive in time.
   */
  'request-timeout': {
    /**
     * Which error it is.
     */
    name: 'request-timeout'
  }
  /**
   * The body is longer than the gateway accepts.
   */
  'body-too-large': {
    /**
     * Which error it is.
     */
    name: 'body-too-large'
    /**
     * How many bytes a body may have.
     */
    maxBytes: number
  }
  /**
   * The body is encoded (Content-Encoding) in another way than with gzip; the header Accept-Encoding names what is read.
   */
  'unsupported-content-encoding': {
    /**
     * Which error it is.
     */
    name: 'unsupported-content-encoding'
    /**
     * What is wrong.
     */
    reason: 'content_encoding'
  }
  /**
   * The unfinished request bodies of the account, or of all callers, are at their limit of memory.
   */
  'too-many-bodies': {
    /**
     * Which error it is.
     */
    name: 'too-many-bodies'
    /**
     * What is wrong.
     */
    reason: 'too_many_bodies'
  }
  /**
   * An Expect header other than 100-continue.
   */
  'expectation-failed': {
    /**
     * Which error it is.
     */
    name: 'expectation-failed'
  }
  /**
   * A WebSocket path was asked without a WebSocket upgrade.
   */
  'upgrade-required': {
    /**
     * Which error it is.
     */
    name: 'upgrade-required'
  }
  /**
   * The request headers are longer than the gateway accepts.
   */
  'headers-too-large': {
    /**
     * Which error it is.
     */
    name: 'headers-too-large'
  }
  /**
   * No key, an unknown key or a revoked key; or a key in the path and in a header, or in two headers. Also a missing or wrong secret or token; and a good key that is new to the process, while its address guesses too many keys.
   */
  unauthorized: {
    /**
     * Which error it is.
     */
    name: 'unauthorized'
  }
  /**
   * The key is valid, but not on this network.
   */
  'network-not-enabled': {
    /**
     * Which error it is.
     */
    name: 'network-not-enabled'
    /**
     * The network that was asked.
     */
    network: string
  }
  /**
   * The method, contract address, origin or source network is not on the allowlist of the key, or a key limited to contracts sends more than its method lets such a key send.
   */
  'allowlist-refused': {
    /**
     * Which error it is.
     */
    name: 'allowlist-refused'
    /**
     * The method that the key may not call.
     */
    method?: string
    /**
     * JSON pointer to what the key may not send: a contract address, or a part of the params with which a node could be made to read another contract.
     */
    path?: string
  }
  /**
   * The operator suspended the account.
   */
  'account-suspended': {
    /**
     * Which error it is.
     */
    name: 'account-suspended'
  }
  /**
   * Too many tokens of the account, or of the caller's address, wait to be checked. Nothing is known of this one.
   */
  'too-many-tokens': {
    /**
     * Which error it is.
     */
    name: 'too-many-tokens'
    /**
     * What is wrong.
     */
    reason: 'too_many_tokens'
  }
  /**
   * Fewer credits than the price are left for the day; the balance renews at 00:00 UTC.
   */
  'daily-credits-exhausted': {
    /**
     * Which error it is.
     */
    name: 'daily-credits-exhausted'
    /**
     * The credits of a day.
     */
    dailyCredits: number
    /**
     * The price of the call, in credits.
     */
    cost: number
    /**
     * When the balance renews: the next 00:00 UTC, as ISO 8601.
     */
    resetsAt: string
  }
  /**
   * Fewer credits than the price are left of the daily limit of the key.
   */
  'key-daily-credits-exhausted': {
    /**
     * Which error it is.
     */
    name: 'key-daily-credits-exhausted'
    /**
     * The credits of a day.
     */
    dailyCredits: number
    /**
     * The price of the call, in credits.
     */
    cost: number
    /**
     * When the balance renews: the next 00:00 UTC, as ISO 8601.
     */
    resetsAt: string
  }
  /**
   * The store is away, and the gateway has not looked up the key lately or has no leased credits left. Or too many new keys wait for the store.
   */
  'ledger-unavailable': {
    /**
     * Which error it is.
     */
    name: 'ledger-unavailable'
    /**
     * What is wrong.
     */
    reason: 'ledger_unavailable'
  }
  /**
   * The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on an EVM network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit.
   */
  'throttled-evm': {
    /**
     * Which error it is.
     */
    name: 'throttled-evm'
    /**
     * The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met.
     */
    creditsPerSecond: number
    /**
     * There when this limit was met: bytes of request bodies that the account may send each second.
     */
    bodyBytesPerSecond?: number
    /**
     * There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send.
     */
    callsPerSecond?: number
    /**
     * Milliseconds until the call fits.
     */
    retryAfterMs: number
  }
  /**
   * The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on a Solana network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit.
   */
  'throttled-solana': {
    /**
     * Which error it is.
     */
    name: 'throttled-solana'
    /**
     * The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met.
     */
    creditsPerSecond: number
    /**
     * There when this limit was met: bytes of request bodies that the account may send each second.
     */
    bodyBytesPerSecond?: number
    /**
     * There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send.
     */
    callsPerSecond?: number
    /**
     * Milliseconds until the call fits.
     */
    retryAfterMs: number
  }
  /**
   * The account has as many WebSocket connections open as its plan allows.
   */
  'too-many-connections': {
    /**
     * Which error it is.
     */
    name: 'too-many-connections'
    /**
     * How many WebSocket connections the account may have open.
     */
    maxConnections: number
  }
  /**
   * The gateway is at its limit of answers held in memory. Or there is no room for a subscription's filter, too many subscriptions of the account wait to be resumed, or replies that the account does not read take up its part of the memory (over HTTP with a null id; the calls are charged).
   */
  overloaded: {
    /**
     * Which error it is.
     */
    name: 'overloaded'
    /**
     * What is wrong.
     */
    reason: 'overloaded'
  }
  /**
   * The method is not in this contract, or not on this family of networks.
   */
  'method-not-found': {
    /**
     * Which error it is.
     */
    name: 'method-not-found'
  }
  /**
   * The params do not fit the contract. The message says what is wrong, in the wording of the nodes of the network.
   */
  'invalid-params': {
    /**
     * Which error it is.
     */
    name: 'invalid-params'
    /**
     * JSON pointer into the params; empty for the params as a whole.
     */
    path: string
    /**
     * The rule that is broken: a keyword of JSON Schema, or pubkey, duplicate, maxBlockRange.
     */
    keyword: string
    /**
     * What would be right, in one sentence.
     */
    expected: string
  }
  /**
   * The network does not know the tag safe.
   */
  'safe-tag-unsupported': {
    /**
     * Which error it is.
     */
    name: 'safe-tag-unsupported'
  }
  /**
   * The network serves only its most recent blocks, and an older one was asked for.
   */
  'outside-window': {
    /**
     * Which error it is.
     */
    name: 'outside-window'
    /**
     * The oldest block that is served.
     */
    oldestBlock: string
    /**
     * The newest block of the network.
     */
    latestBlock: string
  }
  /**
   * A filter with more addresses and topics than the limit; nested ones count.
   */
  'too-many-parameters': {
    /**
     * Which error it is.
     */
    name: 'too-many-parameters'
    /**
     * How many addresses and topics there are.
     */
    count: number
    /**
     * How many there may be.
     */
    limit: number
  }
  /**
   * A log filter with blockHash and also fromBlock or toBlock.
   */
  'block-hash-and-range': {
    /**
     * Which error it is.
     */
    name: 'block-hash-and-range'
  }
  /**
   * A log filter whose fromBlock comes after its toBlock.
   */
  'invalid-block-range': {
    /**
     * Which error it is.
     */
    name: 'invalid-block-range'
  }
  /**
   * A log filter over more blocks than the nodes of the network answer in one call, even in parts.
   */
  'block-range-too-wide': {
    /**
     * Which error it is.
     */
    name: 'block-range-too-wide'
    /**
     * JSON pointer into the params, to the filter.
     */
    path: string
    /**
     * The rule that is broken.
     */
    keyword: 'maxBlockRange'
    /**
     * What would be right, in one sentence.
     */
    expected: string
    /**
     * How many blocks the range has.
     */
    blocks: number
    /**
     * How many it may have on this network.
     */
    limit: number
  }
  /**
   * The call matches more than the limit. data gives a block range that fits, where one was found.
   */
  'too-many-results':
    | {
        /**
         * Which error it is.
         */
        name: 'too-many-results'
        /**
         * The first block of a range that was asked and fits.
         */
        from: string
        /**
         * The last block of that range.
         */
        to: string
        /**
         * How many results there may be.
         */
        limit: number
      }
    | {
        /**
         * Which error it is.
         */
        name: 'too-many-results'
        /**
         * No range is known to fit.
         */
        from: null
        /**
         * No range is known to fit.
         */
        to: null
        /**
         * How many results there may be.
         */
        limit: number
        /**
         * The block that alone has too many.
         */
        block?: string
        /**
         * Why there is no range: one block alone has too many, or the node did not answer for a narrower one.
         */
        reason?: 'block_too_full' | 'not_verified'
      }
  /**
   * A query took longer than its time limit: ask for less.
   */
  'query-timeout': {
    /**
     * Which error it is.
     */
    name: 'query-timeout'
  }
  /**
   * No node of the network could be reached.
   */
  'no-upstream': {
    /**
     * Which error it is.
     */
    name: 'no-upstream'
    /**
     * What is wrong.
     */
    reason: 'no_upstream'
  }
  /**
   * No node answered within the time limit of the method.
   */
  'upstream-timeout': {
    /**
     * Which error it is.
     */
    name: 'upstream-timeout'
    /**
     * What is wrong.
     */
    reason: 'upstream_timeout'
  }
  /**
   * A method that writes may have reached a node whose answer is lost; it is not sent to another one. Ask for the transaction before it is sent again.
   */
  'write-outcome-unknown': {
    /**
     * Which error it is.
     */
    name: 'write-outcome-unknown'
    /**
     * What is wrong.
     */
    reason: 'write_outcome_unknown'
  }
  /**
   * A method whose results live in one node, such as a filter, on a network that does not bind them to their node (`statefulMethods`).
   */
  'stateful-method-refused': {
    /**
     * Which error it is.
     */
    name: 'stateful-method-refused'
  }
  /**
   * The id is not one of a filter of this key, or the filter is gone: its node forgot it, is down, or is no upstream any more. Make a new one.
   */
  'filter-not-found': {
    /**
     * Which error it is.
     */
    name: 'filter-not-found'
  }
  /**
   * Every node of the network said that it does not have the method. That is remembered for ten minutes at most. Or no upstream has a `wsUrl` for the subscription.
   */
  'method-unavailable': {
    /**
     * Which error it is.
     */
    name: 'method-unavailable'
  }
  /**
   * The answer of the node is not JSON or has the wrong id, the node refused the request as none it could read, or two nodes closed their WebSockets instead of answering a subscription.
   */
  'bad-upstream-answer': {
    /**
     * Which error it is.
     */
    name: 'bad-upstream-answer'
    /**
     * What is wrong.
     */
    reason: 'bad_upstream_answer'
  }
  /**
   * The answer of the node is longer than the gateway accepts, or nested more than 2,100 deep: ask for less. The node did the work, so the call is charged.
   */
  'answer-too-large': {
    /**
     * Which error it is.
     */
    name: 'answer-too-large'
    /**
     * What is wrong.
     */
    reason: 'bad_upstream_answer'
  }
  /**
   * The call is longer than the nodes of the network accept; data.maxBytes is the limit where it is known.
   */
  'request-too-large': {
    /**
     * Which error it is.
     */
    name: 'request-too-large'
    /**
     * How many bytes a call may have on this network, where it is known.
     */
    maxBytes?: number
  }
  /**
   * A mistake of the gateway itself.
   */
  'internal-error': {
    /**
     * Which error it is.
     */
    name: 'internal-error'
    /**
     * What is wrong.
     */
    reason: 'internal_error'
  }
  /**
   * A subscription over HTTP, which has no way back for its events: use a WebSocket.
   */
  'subscription-over-http': {
    /**
     * Which error it is.
     */
    name: 'subscription-over-http'
  }
  /**
   * The first parameter names no kind of events that the method has.
   */
  'unknown-subscription-kind': {
    /**
     * Which error it is.
     */
    name: 'unknown-subscription-kind'
  }
  /**
   * The id is not one of a subscription of this connection.
   */
  'subscription-not-found-evm': {
    /**
     * Which error it is.
     */
    name: 'subscription-not-found-evm'
  }
  /**
   * The id is not one of a subscription of this connection; a signature's has ended with its last event.
   */
  'subscription-not-found-solana': {
    /**
     * Which error it is.
     */
    name: 'subscription-not-found-solana'
  }
  /**
   * The connection or the account has as many subscriptions as it may have. End one first.
   */
  'too-many-subscriptions': {
    /**
     * Which error it is.
     */
    name: 'too-many-subscriptions'
    /**
     * How many subscriptions there may be.
     */
    maxSubscriptions: number
    /**
     * Whose limit it is.
     */
    scope: 'connection' | 'account'
  }
  /**
   * The events after the resume point cannot all be sent: its block is too old, or no node has it. Nodes were asked, so the call is charged. Subscribe without it, and ask for what is missed.
   */
  'resume-point-unknown': {
    /**
     * Which error it is.
     */
    name: 'resume-point-unknown'
    /**
     * What is wrong.
     */
    reason: 'resume_point_unknown'
  }
}

/** The errors whose reason their row names. */
type ReasonedName =
  | 'unsupported-content-encoding'
  | 'too-many-bodies'
  | 'too-many-tokens'
  | 'ledger-unavailable'
  | 'overloaded'
  | 'no-upstream'
  | 'upstream-timeout'
  | 'write-outcome-unknown'
  | 'bad-upstream-answer'
  | 'answer-too-large'
  | 'internal-error'
  | 'resume-point-unknown'

type Without<Data, Members extends string> = Data extends unknown ? Omit<Data, Members> : never

/** The members of an error's data that do not follow from its name. */
export type GivenData<E extends ErrorName> = E extends ErrorName
  ? Without<ErrorData[E], E extends ReasonedName ? 'name' | 'reason' : 'name'>
  : never

/** The words in braces of a message that stand for nothing in the data. */
export interface GivenWords {
  'method-not-found': { method: string | number }
  'outside-window': { recentBlocks: string | number }
  'stateful-method-refused': { method: string | number }
  'method-unavailable': { method: string | number }
  'unknown-subscription-kind': { kind: string | number }
}

/**
 * The form of an error. `httpStatus` is the status of a single call; batch members and WebSocket
 * messages have no status. The gateway fills in {words in braces} of the message, and puts
 * `reason` into the data. `retry` says when the same request may get another answer: `after`
 * the time that the data name, or `soon`.
 */
export interface ErrorRow {
  code: number
  message: string
  httpStatus: number
  isCharged: boolean
  retry: 'never' | 'after' | 'soon'
  /** The messages that the error can answer. */
  answers: readonly ('http-request' | 'handshake' | 'body' | 'call')[]
  reason?: string
}

/** One row for each error, by its name. */
export const errors: { readonly [E in ErrorName]: ErrorRow } = {
  "parse-error": { code: -32700, message: "Parse error", httpStatus: 400, isCharged: false, retry: "never", answers: ["body"] },
  "invalid-request": { code: -32600, message: "Invalid Request", httpStatus: 400, isCharged: false, retry: "never", answers: ["http-request","handshake","body","call"] },
  "not-found": { code: -33404, message: "Not Found: calls are at /<network>/v3/<API_KEY>, or at /v3/<API_KEY> on a network's own host", httpStatus: 404, isCharged: false, retry: "never", answers: ["http-request","handshake","call"] },
  "method-not-allowed": { code: -32600, message: "Method Not Allowed", httpStatus: 405, isCharged: false, retry: "never", answers: ["http-request","handshake"] },
  "request-timeout": { code: -32600, message: "Request Timeout", httpStatus: 408, isCharged: false, retry: "soon", answers: ["http-request"] },
  "body-too-large": { code: -32600, message: "Request body too large", httpStatus: 413, isCharged: false, retry: "never", answers: ["http-request"] },
  "unsupported-content-encoding": { code: -32600, message: "Unsupported Media Type", httpStatus: 415, isCharged: false, retry: "never", answers: ["http-request"], reason: "content_encoding" },
  "too-many-bodies": { code: -32603, message: "the gateway is reading too many request bodies", httpStatus: 503, isCharged: false, retry: "soon", answers: ["http-request"], reason: "too_many_bodies" },
  "expectation-failed": { code: -32600, message: "Expectation Failed", httpStatus: 417, isCharged: false, retry: "never", answers: ["http-request"] },
  "upgrade-required": { code: -32600, message: "Upgrade Required", httpStatus: 426, isCharged: false, retry: "never", answers: ["http-request"] },
  "headers-too-large": { code: -32600, message: "Request header fields too large", httpStatus: 431, isCharged: false, retry: "never", answers: ["http-request"] },
  "unauthorized": { code: -33100, message: "Unauthorized: one valid API key is needed, in the path or in a header", httpStatus: 401, isCharged: false, retry: "never", answers: ["http-request","handshake"] },
  "network-not-enabled": { code: -33101, message: "this network is not enabled for the API key", httpStatus: 403, isCharged: false, retry: "never", answers: ["http-request","handshake"] },
  "allowlist-refused": { code: -33102, message: "refused by the API key's allowlist", httpStatus: 403, isCharged: false, retry: "never", answers: ["http-request","handshake","call"] },
  "account-suspended": { code: -33103, message: "the account is suspended", httpStatus: 403, isCharged: false, retry: "never", answers: ["http-request","handshake"] },
  "too-many-tokens": { code: -32603, message: "the gateway is checking too many tokens", httpStatus: 503, isCharged: false, retry: "soon", answers: ["http-request","handshake"], reason: "too_many_tokens" },
  "daily-credits-exhausted": { code: -33000, message: "daily credits exhausted", httpStatus: 402, isCharged: false, retry: "after", answers: ["call"] },
  "key-daily-credits-exhausted": { code: -33001, message: "the API key's own daily credits are exhausted", httpStatus: 402, isCharged: false, retry: "after", answers: ["call"] },
  "ledger-unavailable": { code: -32603, message: "the credit ledger is unavailable", httpStatus: 503, isCharged: false, retry: "soon", answers: ["http-request","handshake","call"], reason: "ledger_unavailable" },
  "throttled-evm": { code: -32005, message: "credits per second exceeded", httpStatus: 429, isCharged: false, retry: "after", answers: ["body","call"] },
  "throttled-solana": { code: -33200, message: "credits per second exceeded", httpStatus: 429, isCharged: false, retry: "after", answers: ["body","call"] },
  "too-many-connections": { code: -33201, message: "too many WebSocket connections", httpStatus: 429, isCharged: false, retry: "soon", answers: ["handshake"] },
  "overloaded": { code: -32603, message: "the gateway is holding too many answers", httpStatus: 503, isCharged: false, retry: "soon", answers: ["body","call"], reason: "overloaded" },
  "method-not-found": { code: -32601, message: "the method {method} does not exist/is not available", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "invalid-params": { code: -32602, message: "Invalid params", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "safe-tag-unsupported": { code: -32602, message: "the tag safe is not supported on this network, use finalized", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "outside-window": { code: -32002, message: "only the latest {recentBlocks} blocks are available on this network", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "too-many-parameters": { code: -32602, message: "too many parameters", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "block-hash-and-range": { code: -32602, message: "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "invalid-block-range": { code: -32602, message: "invalid block range params", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "block-range-too-wide": { code: -32602, message: "block range is too wide: {blocks} blocks, please limit the query to at most {limit} blocks", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "too-many-results": { code: -32005, message: "query returned more than {limit} results", httpStatus: 200, isCharged: true, retry: "never", answers: ["call"] },
  "query-timeout": { code: -32005, message: "query timeout exceeded", httpStatus: 200, isCharged: true, retry: "never", answers: ["call"] },
  "no-upstream": { code: -32603, message: "no upstream could answer", httpStatus: 503, isCharged: false, retry: "soon", answers: ["call"], reason: "no_upstream" },
  "upstream-timeout": { code: -32603, message: "the upstream did not answer in time", httpStatus: 504, isCharged: false, retry: "soon", answers: ["call"], reason: "upstream_timeout" },
  "write-outcome-unknown": { code: -32603, message: "the node did not answer: it may or may not have taken the transaction", httpStatus: 504, isCharged: false, retry: "never", answers: ["call"], reason: "write_outcome_unknown" },
  "stateful-method-refused": { code: -32601, message: "the method {method} does not exist/is not available: what it makes would live in one node only", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "filter-not-found": { code: -32000, message: "filter not found", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "method-unavailable": { code: -32601, message: "the method {method} does not exist/is not available: no node of this network has it", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "bad-upstream-answer": { code: -32603, message: "the upstream's answer is unusable", httpStatus: 502, isCharged: false, retry: "soon", answers: ["call"], reason: "bad_upstream_answer" },
  "answer-too-large": { code: -32603, message: "the answer is larger than the gateway takes", httpStatus: 502, isCharged: true, retry: "never", answers: ["call"], reason: "bad_upstream_answer" },
  "request-too-large": { code: -32600, message: "the request is larger than the nodes of this network take", httpStatus: 413, isCharged: false, retry: "never", answers: ["call"] },
  "internal-error": { code: -32603, message: "internal error", httpStatus: 500, isCharged: false, retry: "soon", answers: ["call"], reason: "internal_error" },
  "subscription-over-http": { code: -32601, message: "notifications not supported", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "unknown-subscription-kind": { code: -32601, message: "no \"{kind}\" subscription in eth namespace", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "subscription-not-found-evm": { code: -32000, message: "subscription not found", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "subscription-not-found-solana": { code: -32602, message: "Invalid subscription id.", httpStatus: 200, isCharged: false, retry: "never", answers: ["call"] },
  "too-many-subscriptions": { code: -33202, message: "too many subscriptions", httpStatus: 429, isCharged: false, retry: "soon", answers: ["call"] },
  "resume-point-unknown": { code: -32602, message: "the resume point is unknown: it is too old, or no node has its block", httpStatus: 200, isCharged: true, retry: "never", answers: ["call"], reason: "resume_point_unknown" },
}
