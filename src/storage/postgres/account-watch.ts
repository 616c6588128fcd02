import type { TimeLimits } from './connection.js'

/** Knows whether accounts or keys may have changed since this process last read them. */
export interface AccountWatch {
  /** Takes note of an announcement. */
  hear(): void
  /** See Store.changed. */
  changed(): boolean
  close(): void
}

/**
 * Looks at the version of the accounts and keys from time to time, whatever is announced: an announcement may be lost with the connection it
 * was to come by. When no look was answered for `believedMs`, everything counts as changed: what this process remembers of keys is not
 * believed any longer, and each must be read again.
 *
 * `firstVersion` was read before anything of accounts and keys; `readVersion` rejects within a bounded time when the store does not answer.
 */
export const watchAccounts = (
  firstVersion: number,
  readVersion: () => Promise<number>,
  { lookEveryMs, believedMs }: TimeLimits,
  nowMs: () => number,
): AccountWatch => {
  let hasChanged = false
  let isClosed = false
  let version = firstVersion
  let answeredAtMs = nowMs()

  const look = async (): Promise<void> => {
    try {
      const seen = await readVersion()
      if (seen !== version) hasChanged = true
      version = seen
      answeredAtMs = nowMs()
    } catch {
      if (nowMs() - answeredAtMs >= believedMs) {
        hasChanged = true
        answeredAtMs = nowMs()
      }
    }
    if (!isClosed) timer = setTimeout(look, lookEveryMs)
  }
  let timer = setTimeout(look, lookEveryMs)

  return {
    hear: () => {
      hasChanged = true
    },
    changed: () => {
      const answer = hasChanged
      hasChanged = false
      return answer
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
