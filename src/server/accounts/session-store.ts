/** Owner of a session or link: an account's id, or undefined for the operator. */
export type HolderId = string | undefined

/**
 * A browser signed in to the dashboard. Moments are ISO 8601, UTC.
 *
 * `binding`  must still match for the session to count: a hash of the admin token for the operator,
 *            or of the identity provider that began it, too; empty for other sessions of holders
 * `passkeyId`  the passkey that began it; its removal ends the session
 */
export interface Session {
  readonly accountId: HolderId
  readonly binding: string
  readonly createdAt: string
  readonly seenAt: string
  readonly expiresAt: string
  readonly passkeyId?: string
}

/** A link that signs in once. */
export type SignInLink = Omit<Session, 'binding' | 'seenAt' | 'passkeyId'>

/**
 * Stores sessions and links by the hash of their secret, never the secret; implemented in storage/.
 *
 * Bounds  the newest 20 of each holder; creating one deletes expired ones
 */
export interface SessionStore {
  createLink(hash: string, link: SignInLink): Promise<void>
  /** Finds a link without using it up. */
  findLink(hash: string): Promise<SignInLink | undefined>
  /**
   * Removes and returns a link; only one of two concurrent calls gets it. Undefined if there is no
   * such link.
   */
  takeLink(hash: string): Promise<SignInLink | undefined>
  createSession(hash: string, session: Session): Promise<void>
  findSession(hash: string): Promise<Session | undefined>
  /** Records a use of a session, which then ends at `expiresAt`. */
  seeSession(hash: string, at: string, expiresAt: string): Promise<void>
  endSession(hash: string): Promise<void>
}
