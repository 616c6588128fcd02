import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { sharedLookup } from '../../runtime/dns/shared-lookup.js'

/**
 * A body for an address that the operator configured, with a time limit. Headers may hold secrets.
 */
export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
  /** Ends the request, which then rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/**
 * Posts JSON and resolves with the status; ignores the reply's body and follows no redirect.
 *
 * Errors  rejects if the connection fails, no status arrives in time or the signal ends it;
 *         messages omit the address
 */
export const postJson = ({ url, headers, body, timeoutMs, signal }: PostRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = send(url, {
      method: 'POST',
      lookup: sharedLookup,
      // A separate connection, because the rest of the reply is not awaited.
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    const giveUp = (why: Error) => {
      reject(why)
      sent.destroy()
    }
    const limit = setTimeout(() => giveUp(new Error('no answer in time')), timeoutMs)
    const onAbort = () => giveUp(signal.reason)
    signal.addEventListener('abort', onAbort)
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? 'connection failed')))
    sent.on('close', () => {
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
    })
    sent.end(body)
  })

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
export const postSigned = (
  { url, secret }: SignedPostTarget,
  body: string,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<number> => {
  const headers = {
    'Tollgate-Signature': signature(secret, Math.floor(nowMs / 1000), body),
    'User-Agent': 'tollgate',
  }
  return postJson({ url, headers, body, timeoutMs: TIMEOUT_MS, signal })
}

/** True for a status that accepts a post. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300
