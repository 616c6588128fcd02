import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * A body to send to an address of the operator's, in how long at most. Headers may hold secrets.
 */
export interface PostRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeoutMs: number
}

/**
 * Posts JSON and resolves with the status; what is answered besides is thrown away, and a redirect
 * is an answer like others.
 *
 * Errors  rejects when the connection fails or no status came in time; no message names the address
 */
export const postJson = ({ url, headers, body, timeoutMs }: PostRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = send(url, {
      method: 'POST',
      // A connection of its own: the rest of the answer is not waited for.
      agent: false,
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    })
    const limit = setTimeout(() => {
      reject(new Error('no answer in time'))
      sent.destroy()
    }, timeoutMs)
    sent.on('response', (response) => {
      clearTimeout(limit)
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(limit)
      reject(new Error(error.code ?? 'connection failed'))
    })
    sent.end(body)
  })
