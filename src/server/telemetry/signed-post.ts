import { createHmac } from 'node:crypto'
import { postJson } from './post.js'

/** The address of an operator's program that takes posts; both values are secret. */
export interface SignedPostTarget {
  readonly url: string
  readonly secret: string
}

const TIMEOUT_MS = 10_000

/**
 * The signature header's value: `t=` seconds since 1970, `v1=` HMAC-SHA256, in hexadecimal, of
 * `SECONDS.BODY`.
 */
const signature = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** Posts JSON with a signature; takes 10 s at most. Result and errors are those of `postJson`. */
export const postSigned = ({ url, secret }: SignedPostTarget, body: string, nowMs: number): Promise<number> => {
  const headers = {
    'Tollgate-Signature': signature(secret, Math.floor(nowMs / 1000), body),
    'User-Agent': 'tollgate',
  }
  return postJson({ url, headers, body, timeoutMs: TIMEOUT_MS })
}

/** True for a status that accepts a post. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300
