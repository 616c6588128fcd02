import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { sourceName } from '../accounts/source-range.js'
import { SourceThrottle } from '../accounts/source-throttle.js'

const WRONG_TOKENS_PER_MINUTE = 10
/** Interval between tries of a source that has sent too many wrong tokens. */
const SLOW_TRY_MS = 1_000
/** Waiting requests of such a source; beyond that a random one is throttled. */
const MAX_WAITING = 32

/** The right to use the admin API, or the reason of the refusal. */
export type TokenVerdict = 'allowed' | 'off' | 'missing' | 'wrong' | 'throttled'

interface Try {
  readonly given: string
  readonly decide: (verdict: TokenVerdict) => void
}

/**
 * Guards the admin API with its token.
 *
 * After ten wrong tokens in a minute, a source is slowed down: one random request of those that
 * wait is checked per second. Guessing stays slow, and the right token from the same address is not
 * locked out. `token` may change while the gateway runs; undefined switches the API off.
 */
export class TokenGate {
  private readonly throttle: SourceThrottle
  private readonly slowed = new Map<string, Try[]>()

  constructor(
    private readonly token: () => string | undefined,
    nowMs: () => number,
  ) {
    this.throttle = new SourceThrottle({ perSecond: () => WRONG_TOKENS_PER_MINUTE / 60, burstSeconds: 60, nowMs })
  }

  /**
   * Checks the Authorization header of a request from `address`; with a delay if the source has
   * sent too many wrong tokens.
   */
  admit(authorization: string | undefined, address: string): TokenVerdict | Promise<TokenVerdict> {
    if (this.token() === undefined) return 'off'
    const given = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]
    if (given === undefined) return 'missing'
    const source = sourceName(address)
    const isSlowed = !this.throttle.hasLeft(source) || this.slowed.has(source)
    return isSlowed ? this.tryLater(given, source) : this.judge(given, source)
  }

  private judge(given: string, source: string): TokenVerdict {
    if (this.isRight(given)) return 'allowed'
    this.throttle.take(source)
    return 'wrong'
  }

  /** Compares hashes of equal length, so that every guess takes the same time. */
  private isRight(given: string): boolean {
    const token = this.token()
    return (
      timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token ?? '', 'buffer')) && token !== undefined
    )
  }

  private tryLater(given: string, source: string): Promise<TokenVerdict> {
    return new Promise((decide) => {
      const tries = this.slowed.get(source) ?? []
      tries.push({ given, decide })
      if (tries.length > MAX_WAITING) takeAny(tries).decide('throttled')
      if (this.slowed.has(source)) return
      this.slowed.set(source, tries)
      this.tryNextAfter(source, tries)
    })
  }

  private tryNextAfter(source: string, tries: Try[]): void {
    setTimeout(() => this.tryNext(source, tries), SLOW_TRY_MS).unref()
  }

  private tryNext(source: string, tries: Try[]): void {
    const { given, decide } = takeAny(tries)
    decide(this.judge(given, source))
    if (tries.length === 0) this.slowed.delete(source)
    else this.tryNextAfter(source, tries)
  }
}

const takeAny = (tries: Try[]): Try => tries.splice(randomInt(tries.length), 1)[0]!
