import { createHash } from 'node:crypto'
import type { ChargedCall } from '../stage.js'

/** Params count once in this time. */
export const WINDOW_MS = 60_000
/** Params remembered at a time; beyond this many the exact number does not matter. */
const MAX_PARAMS = 1_000

/**
 * A call's params as a short hash, equal for params that no node distinguishes, however written.
 *
 * Undefined for a call without params: its caller chose nothing.
 */
export const paramsDigest = ({ row, params }: ChargedCall): string | undefined => {
  if (params.length === 0) return undefined
  const text = JSON.stringify(params)
  return createHash('sha1')
    .update(row.family === 'evm' ? text.toLowerCase() : text)
    .digest('base64')
}

/**
 * Distinct params within a window, so that a caller that repeats a call counts once.
 *
 * Bounds  a thousand hashes of 28 letters, all forgotten after a minute
 */
export class RecentParams {
  private readonly seen = new Set<string>()
  private endsMs = 0

  constructor(private readonly nowMs: () => number) {}

  /** Adds a call's hash; false if already present. */
  add(digest: string): boolean {
    if (this.has(digest)) return false
    if (this.seen.size === 0) this.endsMs = this.nowMs() + WINDOW_MS
    if (this.seen.size < MAX_PARAMS) this.seen.add(digest)
    return true
  }

  clear(): void {
    this.seen.clear()
  }

  has(digest: string): boolean {
    if (this.seen.size > 0 && this.nowMs() >= this.endsMs) this.seen.clear()
    return this.seen.has(digest)
  }
}
