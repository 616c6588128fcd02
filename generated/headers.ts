// @generated from openrpc.json by scripts/generate — do not edit

/** A header of the contract (`x-headers`). */
export type HeaderName =
  | 'X-Credits-Cost'
  | 'X-Credits-Remaining'
  | 'X-Credits-Reset'
  | 'X-Request-Id'
  | 'X-Served-By'
  | 'X-Verified'

/** All of them. */
export const headerNames: readonly HeaderName[] = ["X-Credits-Cost","X-Credits-Remaining","X-Credits-Reset","X-Request-Id","X-Served-By","X-Verified"]
