/** Whose a session or link is: an account holder's, by the account's id, or the operator's. */
export type HolderId = string | undefined

/**
 * One browser that is signed in to the dashboard. Moments are ISO 8601, UTC.
 *
 * `binding`  what must still be so for the session to count: a hash of the admin token for the
 *            operator's, empty for others
 */
export interface Session {
  readonly accountId: HolderId
  readonly binding: string
  readonly createdAt: string
  readonly seenAt: string
  readonly expiresAt: string
}

/** A link that signs in once. */
export type SignInLink = Omit<Session, 'binding' | 'seenAt'>

/**
 * Where sessions and links are kept, each under the hash of its secret, which is not kept;
 * implemented in storage/.
 *
 * Bounds  the newest 20 of each holder; what has expired is deleted when another is made
 */
export interface SessionStore {
  createLink(hash: string, link: SignInLink): Promise<void>
  /** Looks at a link and leaves it where it is. */
  findLink(hash: string): Promise<SignInLink | undefined>
  /**
   * Takes a link out of the store: of two who take the same one, one gets it. Undefined where there
   * is none.
   */
  takeLink(hash: string): Promise<SignInLink | undefined>
  createSession(hash: string, session: Session): Promise<void>
  findSession(hash: string): Promise<Session | undefined>
  /** Notes that a session was used. */
  seeSession(hash: string, at: string): Promise<void>
  endSession(hash: string): Promise<void>
}
