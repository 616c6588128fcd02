/**
 * A caller's proof that it may use the key in the path: the key's secret, or a token. Never logged.
 */
export interface CallerProof {
  readonly kind: 'secret' | 'token'
  readonly text: string
}
