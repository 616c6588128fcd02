import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HolderId } from '../accounts/session-store.js'
import type { AdminApi, Admission } from '../admin/api.js'
import type { ApiOperationDeps } from '../admin/methods.js'
import { readBody } from '../listeners/private/read-body.js'
import type { SignInPerson } from './audit-entry.js'
import type { SessionCookie } from './cookie.js'
import type { DashboardFacts } from './facts.js'
import type { LinkRequests } from './link-requests.js'
import type { LiveStreams } from './live-streams.js'
import type { OpenidSignIn } from './openid/openid.js'
import type { Passkeys } from './passkeys/passkeys.js'
import { type DashboardFile, sendJson } from './replies.js'
import type { Sessions, SignedIn, SignInResult } from './sessions.js'

/** Dependencies of the dashboard. */
export interface DashboardHandlerDeps {
  /** True if operators sign in with a token here. */
  canUseToken(): boolean
  readonly sessions: Sessions
  readonly passkeys: Passkeys
  readonly openid: OpenidSignIn
  readonly linkRequests: LinkRequests
  readonly live: LiveStreams
  readonly api: AdminApi
  /** Dependencies of an operation, for the operator or the holder of an account. */
  operationDeps(accountId: HolderId): ApiOperationDeps
  admission(accountId: HolderId): Admission | undefined
  /**
   * Counts an operation of an account's holders, or of an operator's session; false above the rate.
   */
  mayOperate(who: SignedIn): boolean
  facts(accountId: HolderId): Promise<DashboardFacts>
  publicUrl(): string | undefined
  /** The one to ask for a new link; the sign-in page shows it to anybody. */
  contact(): string | undefined
  file(name: string): DashboardFile | undefined
  onBug(error: unknown): void
  /** Called once for every sign-in and operation; nothing in it is secret. */
  onCall(call: {
    method: string
    source: string
    status: number
    account?: string
    /** Why an identity provider signs nobody in. */
    reason?: string
    /** The identity provider's id of the person who signs in. */
    subject?: string
  }): void
}

/**
 * The dashboard on one listener: whether it admits only account holders, and its cookies.
 * `openidCookie` is that of a browser whose user is at the identity provider.
 */
export interface DashboardDoor {
  readonly isForHolders: boolean
  readonly cookie: SessionCookie
  readonly openidCookie: SessionCookie
}

export interface DashboardExchange {
  readonly context: DashboardHandlerDeps
  readonly door: DashboardDoor
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * The end of a sign-in; `person` is known if what they showed is theirs, even if they are refused.
 */
export interface SignInEnd {
  readonly method: string
  readonly result: SignInResult
  readonly person?: SignInPerson | undefined
  /** Why an identity provider signs nobody in. */
  readonly reason?: string
}

/** Answers a request to one path below /dashboard/. */
export type PageRoute = (exchange: DashboardExchange) => Promise<void>

/** The caller's address. */
export const sourceOf = ({ request }: DashboardExchange): string => request.socket.remoteAddress ?? ''

export const fail = (
  { request, response }: DashboardExchange,
  status: number,
  error: string,
  headers: Record<string, string> = {},
): void => sendJson(request, response, status, { error }, headers)

/** The pages wait and retry. */
export const tooFast = (exchange: DashboardExchange): void =>
  fail(exchange, 429, 'too many operations in a short time', { 'Retry-After': '1' })

/** The request's body; undefined if the client left or was answered that it is too large. */
export const bodyOf = async (exchange: DashboardExchange, maxBytes: number): Promise<Buffer | undefined> => {
  const body = await readBody(exchange.request, maxBytes)
  if (body === 'too-large') fail(exchange, 413, `too large: at most ${maxBytes} bytes`)
  return typeof body === 'string' ? undefined : body
}
