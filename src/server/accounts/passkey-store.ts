/** Passkeys that an account has at most. */
export const MAX_PASSKEYS = 20

/**
 * A passkey of an account's holder. Nothing in it is secret. Moments are ISO 8601, UTC.
 *
 * `id`         the credential's id, in base64url as the browser writes it
 * `publicKey`  COSE key in base64url
 * `counter`    uses that the authenticator has counted; 0 for ever if it does not count
 */
export interface Passkey {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt?: string
}

/** Stores passkeys, and which challenges were used; implemented in storage/. */
export interface PasskeyStore {
  /** Keeps `fresh` if there is no key for challenges yet, and returns the key of all processes. */
  challengeKey(fresh: string): Promise<string>
  /** False if the challenge was used before. Forgets challenges that ended before `now`. */
  useChallenge(hash: string, expiresAt: string, now: string): Promise<boolean>
  /** False if the account has MAX_PASSKEYS, or any account has this one. */
  addPasskey(passkey: Passkey): Promise<boolean>
  /** The account's passkeys, the oldest first. */
  listPasskeys(accountId: string): Promise<Passkey[]>
  findPasskey(id: string): Promise<Passkey | undefined>
  /**
   * Records a use. False if the passkey is gone, or its counter is not `passkey.counter` any more.
   */
  usePasskey(passkey: Passkey, counter: number, at: string): Promise<boolean>
  /** Removes a passkey and the sessions that it began. */
  removePasskey(id: string, accountId: string): Promise<Passkey | undefined>
}
