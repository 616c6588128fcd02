import { nextMidnightMs } from '../credits/day.js'
import type { BodyReply } from '../pipeline/answer-body.js'

const EXPOSED = 'X-Credits-Cost, X-Credits-Remaining, X-Credits-Reset, X-Request-Id, X-Served-By, X-Verified'

/** CORS for everybody: the key is in the path, so no cookie is at stake. */
export const CORS_HEADERS = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', EXPOSED]

/** The answer to a preflight request, for what `allow` lists. */
export const preflightHeaders = (allow: string, asked: string | undefined): string[] => [
  ...CORS_HEADERS,
  'Access-Control-Allow-Methods',
  allow,
  'Access-Control-Allow-Headers',
  // Clients send headers of their own (`solana-client`); echoing the list allows them all, which `*` does only in newer browsers.
  asked ?? 'Content-Type',
  'Access-Control-Max-Age',
  '86400',
]

/** What a reply says of the caller's credits; name and value in turn, as node:http takes them. */
export const replyHeaders = (
  requestId: string,
  reply: Pick<BodyReply, 'costCredits' | 'servedBy'> & Partial<Pick<BodyReply, 'isVerified'>>,
  remainingCredits: number | undefined,
  nowMs: number,
): string[] => {
  const headers = [
    ...CORS_HEADERS,
    'X-Request-Id',
    requestId,
    'X-Credits-Cost',
    String(reply.costCredits),
    'X-Credits-Reset',
    String(nextMidnightMs(nowMs) / 1000),
  ]
  if (remainingCredits !== undefined) headers.push('X-Credits-Remaining', String(remainingCredits))
  if (reply.servedBy.length > 0) headers.push('X-Served-By', reply.servedBy.join(', '))
  if (reply.isVerified) headers.push('X-Verified', 'proof')
  return headers
}
