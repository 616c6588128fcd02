import type { Entitlement } from '../account.js'
import { readTokenKeyFile } from './jwks.js'
import type { TokenRules } from './token-grant.js'
import { type Narrowed, TokenVerifier } from './token-verifier.js'

/** What is configured of tokens; `jwks` is the file with the issuer's keys. Left out: no token is valid. */
interface TokenConfig {
  readonly tokens?: (TokenRules & { readonly jwks: string }) | undefined
}

/** Knows tokens as they are configured just now; with each new configuration every one is checked anew, with the keys that are in the file then. */
export class CallerTokens {
  private verifier: TokenVerifier | undefined

  /** Errors: throws when the keys cannot be read. */
  constructor(
    config: TokenConfig,
    private readonly nowMs: () => number,
  ) {
    this.verifier = this.read(config)
  }

  /** Takes another configuration. Errors: what cannot be read is returned, and the keys in use stay. */
  apply(config: TokenConfig): Error | undefined {
    try {
      this.verifier = this.read(config)
      return undefined
    } catch (error) {
      return error as Error
    }
  }

  narrow(text: string, entitlement: Entitlement): Narrowed | Promise<Narrowed> {
    return this.verifier?.narrow(text, entitlement)
  }

  private read({ tokens }: TokenConfig): TokenVerifier | undefined {
    if (tokens === undefined) return undefined
    try {
      return new TokenVerifier(readTokenKeyFile(tokens.jwks), tokens, this.nowMs)
    } catch (error) {
      throw new Error(`tokens.jwks: ${tokens.jwks}: ${(error as Error).message}`)
    }
  }
}
