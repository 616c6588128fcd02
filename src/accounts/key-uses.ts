/** Where uses of keys are written; a part of the usage store. */
interface KeyUseWriter {
  recordKeyUses(uses: ReadonlyMap<string, string>): Promise<void>
}

/** Notes when keys were last used, away from the calls that use them. */
export interface KeyUses {
  /** A call was made with the key; costs one entry of a map. */
  saw(keyId: string): void
  /** Writes what was seen since the last time; what cannot be written is kept for the next. Rejects with the store's error. */
  flush(): Promise<void>
  /** The same, but of the keys that were not written within the last minute: so a first use shows soon, and a busy key costs no more. */
  flushDue(): Promise<void>
}

/** Keys of one minute that are remembered; of further ones the use is seen in a later minute. */
const MAX_KEYS = 100_000
const MINUTE_MS = 60_000
/** Written in one go; the event loop is free in between. */
const GROUP = 500
const NOTHING = Promise.resolve()

/** `nowMs` counts from 1970; `afterTurn` runs once this turn of the event loop is over. `flushDue` is for the caller to call, about once a second. */
export const createKeyUses = (
  store: KeyUseWriter,
  nowMs: () => number,
  afterTurn: (action: () => void) => void,
): KeyUses => {
  const seen = new Map<string, number>()
  /** When each key was last written; within this minute and the one before. */
  let [written, writtenBefore] = [new Map<string, number>(), new Map<string, number>()]
  let turnedMs = nowMs()
  let [lastId, lastMs] = ['', 0]

  const isDue = (keyId: string): boolean => {
    const lastWritten = written.get(keyId) ?? writtenBefore.get(keyId)
    return lastWritten === undefined || nowMs() - lastWritten >= MINUTE_MS
  }
  const forgetOld = (): void => {
    if (nowMs() - turnedMs < MINUTE_MS) return
    turnedMs = nowMs()
    writtenBefore = written
    written = new Map()
  }
  const write = async (uses: [string, number][]): Promise<void> => {
    forgetOld()
    for (let at = 0; at < uses.length; at += GROUP) {
      const group = uses.slice(at, at + GROUP)
      await store.recordKeyUses(new Map(group.map(([keyId, ms]) => [keyId, new Date(ms).toISOString()])))
      for (const [keyId, ms] of group) {
        written.set(keyId, nowMs())
        // Those that were used again meanwhile are written again in a minute.
        if (seen.get(keyId) === ms) seen.delete(keyId)
      }
      if (at + GROUP < uses.length) await new Promise<void>((next) => afterTurn(next))
    }
  }
  return {
    saw: (keyId) => {
      const now = nowMs()
      if (keyId === lastId && now === lastMs) return
      lastId = keyId
      lastMs = now
      if (seen.size < MAX_KEYS || seen.has(keyId)) seen.set(keyId, now)
    },
    flush: () => write([...seen]),
    flushDue: () => (seen.size === 0 ? NOTHING : write([...seen].filter(([keyId]) => isDue(keyId)))),
  }
}
