import { createHash } from 'node:crypto'
import type { ChargedCall } from '../stage.js'

/**
 * Params remembered at a time; of more distinct ones it does not matter any more how many there
 * are.
 */
const MAX_PARAMS = 1_000

/**
 * What a call asks, as a short text: the same for params that mean the same to every node, however
 * they are written.
 *
 * Undefined for a call without params: nothing of it is the caller's choice.
 */
export const askedBy = ({ row, params }: ChargedCall): string | undefined => {
  if (params.length === 0) return undefined
  const text = JSON.stringify(params)
  return createHash('sha1')
    .update(row.family === 'evm' ? text.toLowerCase() : text)
    .digest('base64')
}

/**
 * Distinct params of the last while, so that one caller that repeats a call counts once.
 *
 * Bounds  a thousand texts of 28 letters, all forgotten when `windowMs` is over
 */
export class RecentParams {
  private readonly seen = new Set<string>()
  private endsMs = 0

  constructor(
    private readonly windowMs: number,
    private readonly nowMs: () => number,
  ) {}

  /** Adds what a call asked; false if it was there already. */
  add(asked: string): boolean {
    if (this.has(asked)) return false
    if (this.seen.size === 0) this.endsMs = this.nowMs() + this.windowMs
    if (this.seen.size < MAX_PARAMS) this.seen.add(asked)
    return true
  }

  clear(): void {
    this.seen.clear()
  }

  has(asked: string): boolean {
    if (this.seen.size > 0 && this.nowMs() >= this.endsMs) this.seen.clear()
    return this.seen.has(asked)
  }
}
