import { nextMidnightMs } from '../credits/day.js'
import type { CallHead, ReplyHead } from '../http/server/handler.js'
import type { BodyReply } from '../pipeline/batch.js'

/** The origin that may read a network's reply when a page of `origin` asked for it; see ReplyHead. */
export const allowedOriginOf = (
  corsOrigins: readonly string[] | undefined,
  origin: string | undefined,
): string | undefined =>
  corsOrigins === undefined ? undefined : origin !== undefined && corsOrigins.includes(origin) ? origin : ''

/** The answer to a preflight request, for what `allow` lists. */
export const preflightHead = (
  allow: string,
  asked: string | undefined,
  allowedOrigin: string | undefined,
): ReplyHead => ({
  status: 204,
  call: undefined,
  allowedOrigin,
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
