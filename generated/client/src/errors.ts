// @generated from openrpc.json by scripts/generate — do not edit

/** The data of each error of the gateway, by its name in the contract. */
export interface ErrorData {
  /** The body is not JSON. */
  'parse-error': {
    /** Which error it is. */
    name: "parse-error"
  }
  /** Not a request object, an empty or oversized batch, an id that is neither a number, a string nor null, a broken gzip body, a broken handshake, or bytes that are not HTTP. */
  'invalid-request': {
    /** Which error it is. */
    name: "invalid-request"
    /** What is wrong. */
    reason: 'empty_batch' | 'too_many_members' | 'not_an_object' | 'method_missing' | 'id_type' | 'jsonrpc_version' | 'params_type' | 'broken_http' | 'broken_gzip' | 'broken_handshake'
  } | {
    /** Which error it is. */
    name: "invalid-request"
    /** What is wrong. */
    reason: 'nested_too_deep'
    /** How deep arrays and objects may nest. */
    maxDepth: number
  } | {
    /** Which error it is. */
    name: "invalid-request"
    /** What is wrong. */
    reason: 'batch_too_large'
    /** How many calls a batch may have. */
    maxBatch: number
  }
  /** Unknown network or unknown path. Over a WebSocket: its network has left the configuration. */
  'not-found': {
    /** Which error it is. */
    name: "not-found"
    /** What is wrong. */
    reason: 'unknown_network' | 'unknown_path'
  }
  /** An HTTP method that the path does not have; the header Allow names those it has. */
  'method-not-allowed': {
    /** Which error it is. */
    name: "method-not-allowed"
    /** The HTTP methods that the path has, as in the header Allow. */
    allow: string
    /** The address that was perhaps meant. */
    hint?: string
  }
  /** The request did not arrive in time. */
  'request-timeout': {
    /** Which error it is. */
    name: "request-timeout"
  }
  /** The body is longer than the gateway accepts. */
  'body-too-large': {
    /** Which error it is. */
    name: "body-too-large"
    /** How many bytes a body may have. */
    maxBytes: number
  }
  /** The body is encoded (Content-Encoding) in another way than with gzip; the header Accept-Encoding names what is read. */
  'unsupported-content-encoding': {
    /** Which error it is. */
    name: "unsupported-content-encoding"
    /** What is wrong. */
    reason: "content_encoding"
  }
  /** The unfinished request bodies of the account, or of all callers, are at their limit of memory. */
  'too-many-bodies': {
    /** Which error it is. */
    name: "too-many-bodies"
    /** What is wrong. */
    reason: "too_many_bodies"
  }
  /** An Expect header other than 100-continue. */
  'expectation-failed': {
    /** Which error it is. */
    name: "expectation-failed"
  }
  /** A WebSocket path was asked without a WebSocket upgrade. */
  'upgrade-required': {
    /** Which error it is. */
    name: "upgrade-required"
  }
  /** The request headers are longer than the gateway accepts. */
  'headers-too-large': {
    /** Which error it is. */
    name: "headers-too-large"
  }
  /** No key, an unknown key or a revoked key; or a key in the path and in a header, or in two headers. Also a missing or wrong secret or token; and a good key that is new to the process, while its address guesses too many keys. */
  'unauthorized': {
    /** Which error it is. */
    name: "unauthorized"
  }
  /** The key is valid, but not on this network. */
  'network-not-enabled': {
    /** Which error it is. */
    name: "network-not-enabled"
    /** The network that was asked. */
    network: string
  }
  /** The method, contract address, origin or source network is not on the allowlist of the key, or a key limited to contracts sends more than its method lets such a key send. */
  'allowlist-refused': {
    /** Which error it is. */
    name: "allowlist-refused"
    /** The method that the key may not call. */
    method?: string
    /** JSON pointer to what the key may not send: a contract address, or a part of the params with which a node could be made to read another contract. */
    path?: string
  }
  /** The operator suspended the account. */
  'account-suspended': {
    /** Which error it is. */
    name: "account-suspended"
  }
  /** Too many tokens of the account, or of the caller's address, wait to be checked. Nothing is known of this one. */
  'too-many-tokens': {
    /** Which error it is. */
    name: "too-many-tokens"
    /** What is wrong. */
    reason: "too_many_tokens"
  }
  /** Fewer credits than the price are left for the day; the balance renews at 00:00 UTC. */
  'daily-credits-exhausted': {
    /** Which error it is. */
    name: "daily-credits-exhausted"
    /** The credits of a day. */
    dailyCredits: number
    /** The price of the call, in credits. */
    cost: number
    /** When the balance renews: the next 00:00 UTC, as ISO 8601. */
    resetsAt: string
  }
  /** Fewer credits than the price are left of the daily limit of the key. */
  'key-daily-credits-exhausted': {
    /** Which error it is. */
    name: "key-daily-credits-exhausted"
    /** The credits of a day. */
    dailyCredits: number
    /** The price of the call, in credits. */
    cost: number
    /** When the balance renews: the next 00:00 UTC, as ISO 8601. */
    resetsAt: string
  }
  /** The store is away, and the gateway has not looked up the key lately or has no leased credits left. Or too many new keys wait for the store. */
  'ledger-unavailable': {
    /** Which error it is. */
    name: "ledger-unavailable"
    /** What is wrong. */
    reason: "ledger_unavailable"
  }
  /** The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on an EVM network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit. */
  'throttled-evm': {
    /** Which error it is. */
    name: "throttled-evm"
    /** The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met. */
    creditsPerSecond: number
    /** There when this limit was met: bytes of request bodies that the account may send each second. */
    bodyBytesPerSecond?: number
    /** There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send. */
    callsPerSecond?: number
    /** Milliseconds until the call fits. */
    retryAfterMs: number
  }
  /** The account spends faster than its plan allows, sends more bytes of request bodies or more free calls, or has its share of the calls that a provider takes, on a Solana network. Wait and retry. `data` has `bodyBytesPerSecond` or `callsPerSecond` if that is the limit. */
  'throttled-solana': {
    /** Which error it is. */
    name: "throttled-solana"
    /** The limit that was met: the key's own, or the account's. Beside bodyBytesPerSecond or callsPerSecond: the account's, which was not met. */
    creditsPerSecond: number
    /** There when this limit was met: bytes of request bodies that the account may send each second. */
    bodyBytesPerSecond?: number
    /** There when this limit was met: calls per second that the provider of an upstream takes, which accounts share, or free calls per second that the account may send. */
    callsPerSecond?: number
    /** Milliseconds until the call fits. */
    retryAfterMs: number
  }
  /** The account has as many WebSocket connections open as its plan allows. */
  'too-many-connections': {
    /** Which error it is. */
    name: "too-many-connections"
    /** How many WebSocket connections the account may have open. */
    maxConnections: number
  }
  /** The gateway is at its limit of answers held in memory. Or there is no room for a subscription's filter, too many subscriptions of the account wait to be resumed, or replies that the account does not read take up its part of the memory (over HTTP with a null id; the calls are charged). */
  'overloaded': {
    /** Which error it is. */
    name: "overloaded"
    /** What is wrong. */
    reason: "overloaded"
  }
  /** The method is not in this contract, or not on this family of networks. */
  'method-not-found': {
    /** Which error it is. */
    name: "method-not-found"
  }
  /** The params do not fit the contract. The message says what is wrong, in the wording of the nodes of the network. */
  'invalid-params': {
    /** Which error it is. */
    name: "invalid-params"
    /** JSON pointer into the params; empty for the params as a whole. */
    path: string
    /** The rule that is broken: a keyword of JSON Schema, or pubkey, duplicate, maxBlockRange. */
    keyword: string
    /** What would be right, in one sentence. */
    expected: string
  }
  /** The network does not know the tag safe. */
  'safe-tag-unsupported': {
    /** Which error it is. */
    name: "safe-tag-unsupported"
  }
  /** The network serves only its most recent blocks, and an older one was asked for. */
  'outside-window': {
    /** Which error it is. */
    name: "outside-window"
    /** The oldest block that is served. */
    oldestBlock: `0x${string}`
    /** The newest block of the network. */
    latestBlock: `0x${string}`
  }
  /** A filter with more addresses and topics than the limit; nested ones count. */
  'too-many-parameters': {
    /** Which error it is. */
    name: "too-many-parameters"
    /** How many addresses and topics there are. */
    count: number
    /** How many there may be. */
    limit: number
  }
  /** A log filter with blockHash and also fromBlock or toBlock. */
  'block-hash-and-range': {
    /** Which error it is. */
    name: "block-hash-and-range"
  }
  /** A log filter whose fromBlock comes after its toBlock. */
  'invalid-block-range': {
    /** Which error it is. */
    name: "invalid-block-range"
  }
  /** A log filter over more blocks than the nodes of the network answer in one call, even in parts. */
  'block-range-too-wide': {
    /** Which error it is. */
    name: "block-range-too-wide"
    /** JSON pointer into the params, to the filter. */
    path: string
    /** The rule that is broken. */
    keyword: 'maxBlockRange'
    /** What would be right, in one sentence. */
    expected: string
    /** How many blocks the range has. */
    blocks: number
    /** How many it may have on this network. */
    limit: number
  }
  /** The call matches more than the limit. data gives a block range that fits, where one was found. */
  'too-many-results': {
    /** Which error it is. */
    name: "too-many-results"
    /** The first block of a range that was asked and fits. */
    from: `0x${string}`
    /** The last block of that range. */
    to: `0x${string}`
    /** How many results there may be. */
    limit: number
  } | {
    /** Which error it is. */
    name: "too-many-results"
    /** No range is known to fit. */
    from: null
    /** No range is known to fit. */
    to: null
    /** How many results there may be. */
    limit: number
    /** The block that alone has too many. */
    block?: `0x${string}`
    /** Why there is no range: one block alone has too many, or the node did not answer for a narrower one. */
    reason?: 'block_too_full' | 'not_verified'
  }
  /** A query took longer than its time limit: ask for less. */
  'query-timeout': {
    /** Which error it is. */
    name: "query-timeout"
  }
  /** No node of the network could be reached. */
  'no-upstream': {
    /** Which error it is. */
    name: "no-upstream"
    /** What is wrong. */
    reason: "no_upstream"
  }
  /** No node answered within the time limit of the method. */
  'upstream-timeout': {
    /** Which error it is. */
    name: "upstream-timeout"
    /** What is wrong. */
    reason: "upstream_timeout"
  }
  /** A method that writes may have reached a node whose answer is lost; it is not sent to another one. Ask for the transaction before it is sent again. */
  'write-outcome-unknown': {
    /** Which error it is. */
    name: "write-outcome-unknown"
    /** What is wrong. */
    reason: "write_outcome_unknown"
  }
  /** A method whose results live in one node, such as a filter, on a network that does not bind them to their node (`statefulMethods`). */
  'stateful-method-refused': {
    /** Which error it is. */
    name: "stateful-method-refused"
  }
  /** The id is not one of a filter of this key, or the filter is gone: its node forgot it, is down, or is no upstream any more. Make a new one. */
  'filter-not-found': {
    /** Which error it is. */
    name: "filter-not-found"
  }
  /** Every node of the network said that it does not have the method. That is remembered for ten minutes at most. Or no upstream has a `wsUrl` for the subscription. */
  'method-unavailable': {
    /** Which error it is. */
    name: "method-unavailable"
  }
  /** The answer of the node is not JSON or has the wrong id, the node refused the request as none it could read, or two nodes closed their WebSockets instead of answering a subscription. */
  'bad-upstream-answer': {
    /** Which error it is. */
    name: "bad-upstream-answer"
    /** What is wrong. */
    reason: "bad_upstream_answer"
  }
  /** The answer of the node is longer than the gateway accepts, or nested more than 2,100 deep: ask for less. The node did the work, so the call is charged. */
  'answer-too-large': {
    /** Which error it is. */
    name: "answer-too-large"
    /** What is wrong. */
    reason: "bad_upstream_answer"
  }
  /** The call is longer than the nodes of the network accept; data.maxBytes is the limit where it is known. */
  'request-too-large': {
    /** Which error it is. */
    name: "request-too-large"
    /** How many bytes a call may have on this network, where it is known. */
    maxBytes?: number
  }
  /** A mistake of the gateway itself. */
  'internal-error': {
    /** Which error it is. */
    name: "internal-error"
    /** What is wrong. */
    reason: "internal_error"
  }
  /** A subscription over HTTP, which has no way back for its events: use a WebSocket. */
  'subscription-over-http': {
    /** Which error it is. */
    name: "subscription-over-http"
  }
  /** The first parameter names no kind of events that the method has. */
  'unknown-subscription-kind': {
    /** Which error it is. */
    name: "unknown-subscription-kind"
  }
  /** The id is not one of a subscription of this connection. */
  'subscription-not-found-evm': {
    /** Which error it is. */
    name: "subscription-not-found-evm"
  }
  /** The id is not one of a subscription of this connection; a signature's has ended with its last event. */
  'subscription-not-found-solana': {
    /** Which error it is. */
    name: "subscription-not-found-solana"
  }
  /** The connection or the account has as many subscriptions as it may have. End one first. */
  'too-many-subscriptions': {
    /** Which error it is. */
    name: "too-many-subscriptions"
    /** How many subscriptions there may be. */
    maxSubscriptions: number
    /** Whose limit it is. */
    scope: 'connection' | 'account'
  }
  /** The events after the resume point cannot all be sent: its block is too old, or no node has it. Nodes were asked, so the call is charged. Subscribe without it, and ask for what is missed. */
  'resume-point-unknown': {
    /** Which error it is. */
    name: "resume-point-unknown"
    /** What is wrong. */
    reason: "resume_point_unknown"
  }
}

/** An error of the gateway. */
export type ErrorName = keyof ErrorData

/** When a repeated call may get another answer: never, after the time in the data, or soon. */
export const retries: { readonly [Name in ErrorName]: 'never' | 'after' | 'soon' } = {
  'parse-error': 'never',
  'invalid-request': 'never',
  'not-found': 'never',
  'method-not-allowed': 'never',
  'request-timeout': 'soon',
  'body-too-large': 'never',
  'unsupported-content-encoding': 'never',
  'too-many-bodies': 'soon',
  'expectation-failed': 'never',
  'upgrade-required': 'never',
  'headers-too-large': 'never',
  'unauthorized': 'never',
  'network-not-enabled': 'never',
  'allowlist-refused': 'never',
  'account-suspended': 'never',
  'too-many-tokens': 'soon',
  'daily-credits-exhausted': 'after',
  'key-daily-credits-exhausted': 'after',
  'ledger-unavailable': 'soon',
  'throttled-evm': 'after',
  'throttled-solana': 'after',
  'too-many-connections': 'soon',
  'overloaded': 'soon',
  'method-not-found': 'never',
  'invalid-params': 'never',
  'safe-tag-unsupported': 'never',
  'outside-window': 'never',
  'too-many-parameters': 'never',
  'block-hash-and-range': 'never',
  'invalid-block-range': 'never',
  'block-range-too-wide': 'never',
  'too-many-results': 'never',
  'query-timeout': 'never',
  'no-upstream': 'soon',
  'upstream-timeout': 'soon',
  'write-outcome-unknown': 'never',
  'stateful-method-refused': 'never',
  'filter-not-found': 'never',
  'method-unavailable': 'never',
  'bad-upstream-answer': 'soon',
  'answer-too-large': 'never',
  'request-too-large': 'never',
  'internal-error': 'soon',
  'subscription-over-http': 'never',
  'unknown-subscription-kind': 'never',
  'subscription-not-found-evm': 'never',
  'subscription-not-found-solana': 'never',
  'too-many-subscriptions': 'soon',
  'resume-point-unknown': 'never',
}
