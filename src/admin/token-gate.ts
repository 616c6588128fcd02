import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { sourceName } from '../accounts/source-range.js'
import { createSourceThrottle } from '../accounts/source-throttle.js'

const WRONG_TOKENS_PER_MINUTE = 10
/** How often one more token is looked at of a source that has sent too many wrong ones. */
const SLOW_TRY_MS = 1_000
/** Requests of such a source that wait for that; of one more a random one is told to come again. */
const MAX_WAITING = 32

/** Whether a request may use the admin API, or why not. */
export type TokenVerdict = 'allowed' | 'off' | 'missing' | 'wrong' | 'throttled'

/** Judges the Authorization header of a request that came from `source`; later, if the source has sent too many wrong tokens. */
export type TokenGate = (authorization: string | undefined, source: string) => TokenVerdict | Promise<TokenVerdict>

/** A request that waits for its token to be looked at. */
interface Try {
  readonly given: string
  readonly settle: (verdict: TokenVerdict) => void
}

/**
 * Guards the admin API with its token.
 *
 * A source that sent ten wrong tokens in a minute is slowed down: of its requests one a second is judged, a random one of those that wait,
 * so that guesses stay slow and the right token, which may come from the same address, is not locked out. `token` may change while the
 * gateway runs; undefined switches the API off.
 */
export const createTokenGate = (token: () => string | undefined, nowMs: () => number): TokenGate => {
  const throttle = createSourceThrottle({ perSecond: () => WRONG_TOKENS_PER_MINUTE / 60, burstSeconds: 60, nowMs })
  const slowed = new Map<string, Try[]>()

  // Of equal length whatever was sent, so the comparison takes the same time for every guess.
  const isRight = (given: string): boolean =>
    timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token() ?? '', 'buffer')) && token() !== undefined

  const judge = (given: string, source: string): TokenVerdict => {
    if (isRight(given)) return 'allowed'
    throttle.take(source)
    return 'wrong'
  }

  const takeAny = (tries: Try[]): Try => tries.splice(randomInt(tries.length), 1)[0]!

  const tryNext = (source: string, tries: Try[]): void => {
    const { given, settle } = takeAny(tries)
    settle(judge(given, source))
    if (tries.length === 0) slowed.delete(source)
    else setTimeout(() => tryNext(source, tries), SLOW_TRY_MS).unref()
  }

  const tryLater = (given: string, source: string): Promise<TokenVerdict> =>
    new Promise((settle) => {
      const tries = slowed.get(source) ?? []
      tries.push({ given, settle })
      if (tries.length > MAX_WAITING) takeAny(tries).settle('throttled')
      if (slowed.has(source)) return
      slowed.set(source, tries)
      setTimeout(() => tryNext(source, tries), SLOW_TRY_MS).unref()
    })

  return (authorization, address) => {
    if (token() === undefined) return 'off'
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]
    if (given === undefined) return 'missing'
    const source = sourceName(address)
    return throttle.hasLeft(source) && !slowed.has(source) ? judge(given, source) : tryLater(given, source)
  }
}
