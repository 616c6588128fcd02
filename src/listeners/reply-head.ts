import { nextMidnightMs } from '../credits/day.js'
import type { BodyReply } from '../pipeline/answer-body.js'
import type { CallHead, ReplyHead } from './exchange.js'

const EXPOSED = 'X-Credits-Cost, X-Credits-Remaining, X-Credits-Reset, X-Request-Id, X-Served-By, X-Verified'

/** CORS for everybody, on every reply: the key is in the path, so no cookie is at stake. */
export const CORS_FIELDS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED,
]

/** The answer to a preflight request, for what `allow` lists. */
export const preflightHead = (allow: string, asked: string | undefined): ReplyHead => ({
  status: 204,
  call: undefined,
  more: [
    'Access-Control-Allow-Methods',
    allow,
    'Access-Control-Allow-Headers',
    // Clients send headers of their own (`solana-client`); echoing the list allows them all, which `*` does only in newer browsers.
    asked ?? 'Content-Type',
    'Access-Control-Max-Age',
    '86400',
  ],
})

/** What a reply says of its call and of the caller's credits. */
export const callHead = (
  requestId: string,
  reply: Pick<BodyReply, 'costCredits' | 'servedBy' | 'isVerified'>,
  remainingCredits: number | undefined,
  nowMs: number,
): CallHead => ({
  requestId,
  costCredits: reply.costCredits,
  remainingCredits,
  resetSeconds: nextMidnightMs(nowMs) / 1000,
  servedBy: reply.servedBy,
  isVerified: reply.isVerified,
})

/** A reply's fields, name and value in turn, as node:http takes them. */
export const fieldPairs = ({ call, more }: ReplyHead): string[] => {
  const pairs = [...CORS_FIELDS]
  if (call !== undefined) {
    pairs.push('X-Request-Id', call.requestId)
    pairs.push('X-Credits-Cost', String(call.costCredits), 'X-Credits-Reset', String(call.resetSeconds))
    if (call.remainingCredits !== undefined) pairs.push('X-Credits-Remaining', String(call.remainingCredits))
    if (call.servedBy.length > 0) pairs.push('X-Served-By', call.servedBy.join(', '))
    if (call.isVerified) pairs.push('X-Verified', 'proof')
  }
  pairs.push(...more)
  return pairs
}

/** The same as lines of text, but for CORS, which stands in the prepared part of a head. */
export const fieldText = ({ call, more }: ReplyHead): string => {
  let text = ''
  if (call !== undefined) {
    text = `X-Request-Id: ${call.requestId}\r\nX-Credits-Cost: ${call.costCredits}\r\nX-Credits-Reset: ${call.resetSeconds}\r\n`
    if (call.remainingCredits !== undefined) text += `X-Credits-Remaining: ${call.remainingCredits}\r\n`
    if (call.servedBy.length > 0) text += `X-Served-By: ${call.servedBy.join(', ')}\r\n`
    if (call.isVerified) text += 'X-Verified: proof\r\n'
  }
  for (let at = 0; at < more.length; at += 2) text += `${more[at]}: ${more[at + 1]}\r\n`
  return text
}
