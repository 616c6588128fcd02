import { nextMidnightMs } from '../credits/day.js'
import type { CallHead, HttpExchange, ReplyHead } from '../http/server/handler.js'
import type { BodyReply } from '../pipeline/batch.js'
import type { Route } from './route.js'

/** The origin that may read a network's reply when a page of `origin` asked for it; see ReplyHead. */
export const allowedOriginOf = (
  corsOrigins: readonly string[] | undefined,
  origin: string | undefined,
): string | undefined =>
  corsOrigins === undefined ? undefined : origin !== undefined && corsOrigins.includes(origin) ? origin : ''

/** Whose pages may read what is said at an address that leads to calls; what has no secret, every page may. */
export const originFor = (exchange: HttpExchange, route: Route): string | undefined =>
  route.kind === 'call' || route.kind === 'websocket'
    ? allowedOriginOf(route.network.corsOrigins, exchange.header('origin'))
    : undefined

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
