/** What a caller brings beside the key in the path, to show that the key is its own. Never logged. */
export interface CallerProof {
  readonly kind: 'secret'
  readonly text: string
}
