import { type BodyOwner, REFUSED_CALLERS } from '../http/server/body-budget.js'
import type { HttpExchange, ReadBody, UnreadBody } from '../http/server/handler.js'
import type { UnpackedBody } from '../http/server/unpacked-body.js'
import { MAX_ID_BODY_BYTES } from '../jsonrpc/envelope.js'
import { type Failure, fail } from '../jsonrpc/reply.js'
import type { Authenticated } from '../pipeline/stage.js'
import type { Refused } from '../pipeline/stages/authenticate.js'
import { isRefused, type ListenerContext } from './listener-context.js'

/** How much is read of a body: of one that is refused anyway, what is looked at for the id that the refusal should carry. */
export const wantedBytes = (
  { isEncoded, isGzip }: HttpExchange,
  caller: Authenticated | Refused,
  maxBodyBytes: number,
): number => ((isEncoded && !isGzip) || isRefused(caller) ? Math.min(maxBodyBytes, MAX_ID_BODY_BYTES) : maxBodyBytes)

/** Whose memory a body takes while it is read. */
export const ownerOf = (caller: Authenticated | Refused): BodyOwner =>
  isRefused(caller) ? REFUSED_CALLERS : caller.entitlement.account.id

/** Whether the body could not be read. */
export const isUnread = (body: Exclude<ReadBody, 'gone'>): body is UnreadBody => typeof body === 'string'

/** What is said then. */
export const unreadFailure = (context: ListenerContext, body: UnreadBody): Failure =>
  body === 'no-room' ? fail('too-many-bodies') : fail('body-too-large', { maxBytes: context.limits().maxBodyBytes })

/** What is said of a packed body that could not be unpacked. */
export const packedFailure = (body: Exclude<UnpackedBody, Buffer>): Failure => {
  if (body === 'no-room') return fail('too-many-bodies')
  return body === 'broken' ? fail('invalid-request', { reason: 'broken_gzip' }) : fail('body-too-large', body)
}
