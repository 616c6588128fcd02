import type { Entitlement } from '../account.js'
import { BoundedCache } from '../bounded-cache.js'
import type { GuessLimit } from '../guess-limit.js'
import { readTokenKeyFile } from './jwks.js'
import type { TokenRules } from './token-grant.js'
import { MAX_TOKENS_IN_MEMORY, type Narrowed, TokenVerifier } from './token-verifier.js'

/** Configured tokens; `jwks` is the file with the issuer's keys. Undefined: no token is valid. */
interface TokenConfig {
  readonly tokens?: (TokenRules & { readonly jwks: string }) | undefined
}

/**
 * Checks tokens by the current configuration. After a reload every token is checked again, with the
 * file's keys at that time.
 */
export class CallerTokens {
  private verifier: TokenVerifier | undefined
  /**
   * Outlives a configuration: tokens of open WebSockets are checked again whatever else their
   * sources send.
   */
  private readonly seenBefore = new BoundedCache<true>(MAX_TOKENS_IN_MEMORY)

  /**
   * `guessLimit` bounds the wrong tokens of each source and account. Throws if the keys cannot be
   * read.
   */
  constructor(
    config: TokenConfig,
    private readonly guessLimit: GuessLimit,
    private readonly nowMs: () => number,
  ) {
    this.verifier = this.read(config)
  }

  /**
   * Applies a newer configuration; returns the error, and keeps the keys, if keys cannot be read.
   */
  reload(config: TokenConfig): Error | undefined {
    try {
      this.verifier = this.read(config)
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  narrow(text: string, entitlement: Entitlement, source: string): Narrowed | Promise<Narrowed> {
    return this.verifier?.narrow(text, entitlement, source)
  }

  private read({ tokens }: TokenConfig): TokenVerifier | undefined {
    if (tokens === undefined) return undefined
    try {
      const keys = readTokenKeyFile(tokens.jwks)
      const { guessLimit, seenBefore, nowMs } = this
      return new TokenVerifier({ keys, rules: tokens, guessLimit, seenBefore, nowMs })
    } catch (error) {
      throw new Error(`tokens.jwks: ${(error as Error).message}`)
    }
  }
}
