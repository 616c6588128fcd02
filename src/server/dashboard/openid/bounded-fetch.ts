import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { CustomFetch, CustomFetchOptions } from 'openid-client'

/** Documents and tokens of providers are a few kilobytes long. */
const MAX_BYTES = 1_048_576

/**
 * A request without a whole answer. `isSilent`: the provider was not reached, or took too long. The
 * message omits the address.
 */
export class UnansweredRequest extends Error {
  constructor(
    message: string,
    readonly isSilent: boolean,
  ) {
    super(message)
  }
}

const ask = (url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<[IncomingMessage, Buffer]> =>
  new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? requestHttps : requestHttp
    const sent = send(url, { method, headers, agent: false, ...(signal && { signal }) })
    let isConnected = false
    sent.on('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        signal?.aborted
          ? new UnansweredRequest('no answer in time', true)
          : new UnansweredRequest(error.code ?? 'connection failed', !isConnected),
      )
    sent.on('error', fail)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', fail)
      response.on('end', () => resolve([response, Buffer.concat(chunks)]))
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= MAX_BYTES) return void chunks.push(chunk)
        reject(new UnansweredRequest(`an answer of more than ${MAX_BYTES} bytes`, false))
        sent.destroy()
      })
    })
    sent.end(body == null ? undefined : String(body))
  })

/**
 * Asks an identity provider. Follows no redirect, and uses a connection once.
 *
 * Bounds  1 MiB of an answer; the time that `signal` gives
 * Errors  UnansweredRequest
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  const [{ statusCode, headers }, bytes] = await ask(url, options)
  return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), {
    status: statusCode!,
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
}
