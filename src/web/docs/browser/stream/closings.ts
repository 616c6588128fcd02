/** The reasons that the gateway gives when it closes a connection with subscriptions. */
export const closeReasons: Readonly<Record<string, string>> = {
  daily_credits_exhausted: 'The credits of the day are used up. Every event that was paid for has been sent.',
  key_daily_credits_exhausted: "The key's credits of the day are used up. Every event that was paid for has been sent.",
  throttled: "For 15 s the events cost more than the plan's credits a second.",
  method_removed: 'The gateway no longer has this subscription.',
  allowlist_refused: "The key's allowlist became narrower. Subscribe again to what it still allows.",
  unauthorized: 'The key was revoked or deleted, or its time is over.',
  'account-suspended': 'The operator has suspended the account.',
  'network-not-enabled': 'The key no longer has this network.',
  'allowlist-refused': "The key's lists no longer have this page's origin or your address.",
  no_node: 'No node of the network answered for 30 s.',
  no_logs: 'For 30 s no node gave complete logs of a block.',
  gap_too_wide: 'The nodes came back more than 1,024 blocks later, or 1,024 steps and replays of the account wait.',
  stream_broken: 'The last node that sent the events broke off.',
  ledger_unavailable: 'The gateway could not charge for events. Try again.',
  restarting: 'The gateway stops or restarts.',
}

const BY_CODE: Readonly<Record<number, string>> = {
  1001: 'The gateway stops.',
  1006: 'The connection broke without a word.',
  1009: 'The message was too long.',
  1013: 'The gateway has no room at the moment.',
}

/** Says how a connection closed, and what its code and reason mean. */
export const closingSentence = ({ code, reason }: { code: number; reason: string }, hasOpened: boolean): string => {
  if (!hasOpened)
    return `The connection was not opened (${code}). A browser does not say why: look at the key, its networks and its origins.`
  const meaning = closeReasons[reason] ?? BY_CODE[code]
  return `The connection closed with ${code}${reason === '' ? '' : ` ${reason}`}.${meaning === undefined ? '' : ` ${meaning}`}`
}
