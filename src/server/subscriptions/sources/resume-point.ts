import type { ResumePoint } from '../followed-block.js'

/**
 * The resume point of a subscription's last param: `{"after": {"blockHash": …, "logIndex": …}}`,
 * valid by the contract. The log index is a number, or a quantity as in logs.
 */
export const resumePointIn = (param: unknown): ResumePoint | undefined => {
  const { after } = (param ?? {}) as { readonly after?: { readonly blockHash: string; readonly logIndex?: unknown } }
  if (after === undefined) return undefined
  const blockHash = after.blockHash.toLowerCase()
  return after.logIndex == null ? { blockHash } : { blockHash, logIndex: Number(after.logIndex) }
}
