// @generated from openrpc.json by scripts/generate — do not edit

/** An error of the contract. */
export type ErrorName =
  | "parse-error"
  | "invalid-request"
  | "not-found"
  | "method-not-allowed"
  | "request-timeout"
  | "body-too-large"
  | "unsupported-content-encoding"
  | "too-many-bodies"
  | "expectation-failed"
  | "upgrade-required"
  | "headers-too-large"
  | "unauthorized"
  | "network-not-enabled"
  | "allowlist-refused"
  | "account-suspended"
  | "daily-credits-exhausted"
  | "key-daily-credits-exhausted"
  | "ledger-unavailable"
  | "throttled-evm"
  | "throttled-solana"
  | "too-many-connections"
  | "overloaded"
  | "method-not-found"
  | "invalid-params"
  | "safe-tag-unsupported"
  | "outside-window"
  | "too-many-parameters"
  | "block-hash-and-range"
  | "invalid-block-range"
  | "too-many-results"
  | "query-timeout"
  | "no-upstream"
  | "upstream-timeout"
  | "write-outcome-unknown"
  | "stateful-method-refused"
  | "bad-upstream-answer"
  | "answer-too-large"
  | "request-too-large"
  | "internal-error"

/**
 * How an error is given: `httpStatus` is that of a single call (members of a batch and WebSocket messages have none),
 * {words in braces} of the message are filled in, and `reason` goes into the data of the error.
 */
export interface ErrorRow {
  code: number
  message: string
  httpStatus: number
  isCharged: boolean
  reason?: string
}

/** One row for each error, by its name. */
export const errors: { readonly [E in ErrorName]: ErrorRow } = {
  "parse-error": { code: -32700, message: "Parse error", httpStatus: 400, isCharged: false },
  "invalid-request": { code: -32600, message: "Invalid Request", httpStatus: 400, isCharged: false },
  "not-found": { code: -33404, message: "Not Found", httpStatus: 404, isCharged: false },
  "method-not-allowed": { code: -32600, message: "Method Not Allowed", httpStatus: 405, isCharged: false },
  "request-timeout": { code: -32600, message: "Request Timeout", httpStatus: 408, isCharged: false },
  "body-too-large": { code: -32600, message: "Request body too large", httpStatus: 413, isCharged: false },
  "unsupported-content-encoding": { code: -32600, message: "Unsupported Media Type", httpStatus: 415, isCharged: false, reason: "content_encoding" },
  "too-many-bodies": { code: -32603, message: "the gateway is reading too many request bodies", httpStatus: 503, isCharged: false, reason: "too_many_bodies" },
  "expectation-failed": { code: -32600, message: "Expectation Failed", httpStatus: 417, isCharged: false },
  "upgrade-required": { code: -32600, message: "Upgrade Required", httpStatus: 426, isCharged: false },
  "headers-too-large": { code: -32600, message: "Request header fields too large", httpStatus: 431, isCharged: false },
  "unauthorized": { code: -33100, message: "Unauthorized: no valid API key in the path", httpStatus: 401, isCharged: false },
  "network-not-enabled": { code: -33101, message: "this network is not enabled for the API key", httpStatus: 403, isCharged: false },
  "allowlist-refused": { code: -33102, message: "refused by the API key's allowlist", httpStatus: 403, isCharged: false },
  "account-suspended": { code: -33103, message: "the account is suspended", httpStatus: 403, isCharged: false },
  "daily-credits-exhausted": { code: -33000, message: "daily credits exhausted", httpStatus: 402, isCharged: false },
  "key-daily-credits-exhausted": { code: -33001, message: "the API key's own daily credits are exhausted", httpStatus: 402, isCharged: false },
  "ledger-unavailable": { code: -32603, message: "the credit ledger is unavailable", httpStatus: 503, isCharged: false, reason: "ledger_unavailable" },
  "throttled-evm": { code: -32005, message: "credits per second exceeded", httpStatus: 429, isCharged: false },
  "throttled-solana": { code: -33200, message: "credits per second exceeded", httpStatus: 429, isCharged: false },
  "too-many-connections": { code: -33201, message: "too many WebSocket connections", httpStatus: 429, isCharged: false },
  "overloaded": { code: -32603, message: "the gateway is holding too many answers", httpStatus: 503, isCharged: false, reason: "overloaded" },
  "method-not-found": { code: -32601, message: "the method {method} does not exist/is not available", httpStatus: 200, isCharged: false },
  "invalid-params": { code: -32602, message: "Invalid params", httpStatus: 200, isCharged: false },
  "safe-tag-unsupported": { code: -32602, message: "the tag safe is not supported on this network, use finalized", httpStatus: 200, isCharged: false },
  "outside-window": { code: -32002, message: "only the latest {recentBlocks} blocks are available on this network", httpStatus: 200, isCharged: false },
  "too-many-parameters": { code: -32602, message: "too many parameters", httpStatus: 200, isCharged: false },
  "block-hash-and-range": { code: -32602, message: "cannot specify both BlockHash and FromBlock/ToBlock, choose one or the other", httpStatus: 200, isCharged: false },
  "invalid-block-range": { code: -32602, message: "invalid block range params", httpStatus: 200, isCharged: false },
  "too-many-results": { code: -32005, message: "query returned more than 10000 results", httpStatus: 200, isCharged: true },
  "query-timeout": { code: -32005, message: "query timeout exceeded", httpStatus: 200, isCharged: true },
  "no-upstream": { code: -32603, message: "no upstream could answer", httpStatus: 503, isCharged: false, reason: "no_upstream" },
  "upstream-timeout": { code: -32603, message: "the upstream did not answer in time", httpStatus: 504, isCharged: false, reason: "upstream_timeout" },
  "write-outcome-unknown": { code: -32603, message: "the node did not answer: it may or may not have taken the transaction", httpStatus: 504, isCharged: false, reason: "write_outcome_unknown" },
  "stateful-method-refused": { code: -32601, message: "the method {method} is not available: what it makes would live in one node only", httpStatus: 200, isCharged: false },
  "bad-upstream-answer": { code: -32603, message: "the upstream's answer is unusable", httpStatus: 502, isCharged: false, reason: "bad_upstream_answer" },
  "answer-too-large": { code: -32603, message: "the answer is larger than the gateway takes", httpStatus: 502, isCharged: true, reason: "bad_upstream_answer" },
  "request-too-large": { code: -32600, message: "the request is larger than the nodes of this network take", httpStatus: 413, isCharged: false },
  "internal-error": { code: -32603, message: "internal error", httpStatus: 500, isCharged: false, reason: "internal_error" },
}
