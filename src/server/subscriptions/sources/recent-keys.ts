const MAX_NEWER = 16_384

/**
 * Remembers the keys of recent events, to find those that a second node sends, too.
 *
 * Bounds  at least 16,384 of the newest keys are known, and at most twice as many are kept
 */
export class RecentKeys {
  private newer = new Set<string>()
  private older = new Set<string>()

  /** Remembers a key; false if it is known. */
  add(key: string): boolean {
    if (this.newer.has(key) || this.older.has(key)) return false
    if (this.newer.size >= MAX_NEWER) {
      this.older = this.newer
      this.newer = new Set()
    }
    this.newer.add(key)
    return true
  }
}
