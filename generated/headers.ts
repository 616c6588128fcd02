// @generated from openrpc.json by scripts/generate — do not edit

/** A header of the contract (`x-headers`). */
export type HeaderName =
  | 'X-Credits-Cost'
  | 'X-Credits-Remaining'
  | 'X-Credits-Reset'
  | 'X-Request-Id'
  | 'X-Served-By'
  | 'X-Verified'

/** The meaning of each header. */
export const headerMeanings: Readonly<Record<HeaderName, string>> = {
  "X-Credits-Cost": "Credits charged for this request; in a batch, for all of its calls.",
  "X-Credits-Remaining": "Credits left today for the account, or for the key if its own limit is nearer.",
  "X-Credits-Reset": "Unix seconds of the next 00:00 UTC, when the credits renew.",
  "X-Request-Id": "Quote it to the operator; it stands in the log.",
  "X-Served-By": "What answered: `upstream`, a node of the network; `cache`, the gateway's memory (a final answer, the newest block that it polled, a refusal that it repeats, the configured chain id); or `partner`. In a batch, each that did, separated by commas.",
  "X-Verified": "The partner's answer was proven against a state root that the network's own node gave; in a batch, all that the partner answered.",
}

/** All of them. */
export const headerNames: readonly HeaderName[] = ["X-Credits-Cost","X-Credits-Remaining","X-Credits-Reset","X-Request-Id","X-Served-By","X-Verified"]
