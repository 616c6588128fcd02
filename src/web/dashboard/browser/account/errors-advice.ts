/**
 * Advice for account holders about an error, by its name in the error table; the docs explain it.
 */
const ADVICE: Readonly<Record<string, string>> = {
  'daily-credits-exhausted':
    'The day\u2019s credits are used up until 00:00 UTC. See on what they go under Usage, or ask for a larger plan.',
  'key-daily-credits-exhausted':
    'The key\u2019s own daily limit is reached. Raise it under Keys if the account has credits left.',
  'throttled-evm':
    'More credits a second than the plan allows. Spread calls out, or use batches less tightly; clients retry these.',
  'throttled-solana':
    'More credits a second than the plan allows. Spread calls out; wait data.retryAfterMs before a retry.',
  'network-not-enabled': 'The key is not enabled for this network. Enable it under Keys.',
  'allowlist-refused':
    'The key\u2019s allowlist refuses the method, contract, origin or address it was called with. Check it under Keys.',
  'account-suspended': 'The operator has suspended the account. Ask why.',
  'method-not-found': 'The method is not served here. The docs list those that are.',
  'invalid-params': 'The params do not fit the method. The error\u2019s data names the place.',
  'safe-tag-unsupported': 'The network does not know the tag safe: use finalized.',
  'outside-window': 'The network serves its latest blocks only.',
  'too-many-results': 'Ask for a smaller range of blocks; the error\u2019s data has one that fits.',
  'too-many-parameters': 'Name fewer addresses and topics in one call.',
  'query-timeout': 'The search took too long: ask for a smaller range of blocks.',
  'block-range-too-wide': 'Ask for a smaller range of blocks.',
  'no-upstream':
    'No node could answer. It cost nothing; try again, or switch failover protection on where the plan has it.',
  'upstream-timeout': 'The node was too slow. It cost nothing; try again.',
  'bad-upstream-answer': 'A node answered something unusable. It cost nothing; try again.',
  'too-many-connections': 'Close WebSocket connections that are not used.',
  node_error: 'The node itself refused the call, such as a reverted eth_call. The answer says why; it is charged.',
  cancelled: 'The client hung up before the answer came: look at its time limit.',
}

/** Advice about an error; a general sentence by default. */
export const adviceOn = (error: string): string =>
  ADVICE[error] ?? 'The docs say what it means and whether to try again.'

/** The docs' URL of an error; undefined for a name outside the error table. */
export const docsOf = (error: string, docsUrl: string | null): string | undefined =>
  docsUrl === null || error === 'node_error' || error === 'cancelled'
    ? undefined
    : `${docsUrl}#error-${encodeURIComponent(error)}`
