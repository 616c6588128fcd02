import { type ErrorName, type ErrorRow, errors } from '../../../../../generated/errors.js'

/**
 * Advice for account holders about an error, by its name in the error table; the docs explain it.
 */
const ADVICE: Readonly<Partial<Record<ErrorName | 'node_error' | 'cancelled', string>>> = {
  'daily-credits-exhausted':
    'The day\u2019s credits are used up until 00:00 UTC. See on what they go under Usage, or ask for a larger plan.',
  'key-daily-credits-exhausted':
    'The key\u2019s own daily limit is reached. Raise it under Keys if the account has credits left.',
  'throttled-evm':
    'More credits a second than the plan allows, or more calls than your share of a provider\u2019s rate. Spread calls out, or use batches less tightly.',
  'throttled-solana':
    'More credits a second than the plan allows, or more calls than your share of a provider\u2019s rate. Spread calls out.',
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
  'no-upstream': 'No node could answer. Switch failover protection on where the plan has it.',
  'upstream-timeout': 'The node was too slow.',
  'bad-upstream-answer': 'A node answered something unusable.',
  'subscription-over-http': 'Subscriptions need a WebSocket. Its address is shown with a new key.',
  'too-many-subscriptions': 'End subscriptions that are not used.',
  'too-many-connections': 'Close WebSocket connections that are not used.',
  node_error: 'The node itself refused the call, such as a reverted eth_call. The answer says why; it is charged.',
  cancelled: 'The connection ended before the answer came. If the client hung up, look at its time limit.',
}

const RETRIES = {
  never: 'The same call fails again.',
  soon: 'Try again in a moment.',
  after: 'Try again when data.retryAfterMs is over, or at data.resetsAt.',
} as const

/** The message of an error without the words that each call fills in. */
const saidBy = ({ message }: ErrorRow): string => `The gateway says: ${message.replaceAll(/ ?\{\w+\}/g, '')}.`

/** Advice about an error: from these pages, else from the contract's table of errors. */
export const adviceOn = (error: string): string => {
  const row = Object.hasOwn(errors, error) ? errors[error as ErrorName] : undefined
  const own = Object.hasOwn(ADVICE, error) ? ADVICE[error as keyof typeof ADVICE] : undefined
  if (row === undefined) return own ?? 'The docs say what it means.'
  return `${own ?? saidBy(row)} ${RETRIES[row.retry]} ${row.isCharged ? 'It is charged.' : 'It cost nothing.'}`
}

/** The docs' URL of an error; undefined for a name outside the error table. */
export const docsOf = (error: string, docsUrl: string | null): string | undefined =>
  docsUrl === null || error === 'node_error' || error === 'cancelled'
    ? undefined
    : `${docsUrl}#error-${encodeURIComponent(error)}`
