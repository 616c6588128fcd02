/**
 * What a caller brings beside the key in the path, to show that it may use the key: its secret, or
 * a token. Never logged.
 */
export interface CallerProof {
  readonly kind: 'secret' | 'token'
  readonly text: string
}
