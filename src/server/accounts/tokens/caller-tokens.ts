import type { Entitlement } from '../account.js'
import { BoundedCache } from '../bounded-cache.js'
import type { GuessLimit } from '../guess-limit.js'
import { readTokenKeyFile } from './jwks.js'
import type { TokenRules } from './token-grant.js'
import { MAX_TOKENS_IN_MEMORY, type Narrowed, TokenVerifier } from './token-verifier.js'

/**
 * What is configured of tokens; `jwks` is the file with the issuer's keys. Left out: no token is
 * valid.
 */
interface TokenConfig {
  readonly tokens?: (TokenRules & { readonly jwks: string }) | undefined
}

/**
 * Knows tokens as they are configured just now; with each new configuration every one is checked
 * anew, with the keys that are in the file then.
 */
export class CallerTokens {
  private verifier: TokenVerifier | undefined
  /**
   * Outlives a configuration: its WebSockets have their tokens checked anew, whatever else comes
   * from their sources.
   */
  private readonly seenBefore = new BoundedCache<true>(MAX_TOKENS_IN_MEMORY)

  /**
   * `guessLimit` bounds the wrong tokens of each source. Errors: throws when the keys cannot be
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
   * Takes another configuration. Errors: what cannot be read is returned, and the keys in use stay.
   */
  apply(config: TokenConfig): Error | undefined {
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
      throw new Error(`tokens.jwks: ${tokens.jwks}: ${(error as Error).message}`)
    }
  }
}
