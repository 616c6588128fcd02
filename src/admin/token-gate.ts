import { hash, timingSafeEqual } from 'node:crypto'
import { createSourceThrottle } from '../accounts/source-throttle.js'

const WRONG_TOKENS_PER_MINUTE = 10

/** Whether a request may use the admin API, or why not. */
export type Verdict = 'allowed' | 'off' | 'missing' | 'wrong' | 'throttled'

/** Judges the Authorization header of a request that came from `source`. */
export type TokenGate = (authorization: string | undefined, source: string) => Verdict

/**
 * Guards the admin API with its token.
 *
 * A source that sent ten wrong tokens is not heard until a minute's worth of them is forgotten again, one every six seconds; the right
 * token included, or a guess would still be told apart from a hit. `token` may change while the gateway runs; undefined switches the API off.
 */
export const createTokenGate = (token: () => string | undefined, nowMs: () => number): TokenGate => {
  const throttle = createSourceThrottle({ perSecond: () => WRONG_TOKENS_PER_MINUTE / 60, burstSeconds: 60, nowMs })
  return (authorization, source) => {
    const expected = token()
    if (expected === undefined) return 'off'
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]
    if (given === undefined) return 'missing'
    if (!throttle.hasLeft(source)) return 'throttled'
    // Of equal length whatever was sent, so the comparison takes the same time for every guess.
    if (timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', expected, 'buffer'))) return 'allowed'
    throttle.take(source)
    return 'wrong'
  }
}
