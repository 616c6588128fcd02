import axios from 'axios'
import type { Platform } from './family-client.js'
import { findGlobalWebSocket } from './fetch-platform.js'
import type { HttpPost } from './http-transport.js'
import { TransportError } from './rpc-error.js'

/**
 * Shares nothing with the application's axios: the headers, interceptors and limits that are set
 * there, before or after this import, are not meant for the gateway.
 */
const http = new axios.Axios({
  adapter: ['xhr', 'http', 'fetch'],
  maxRedirects: 0,
  responseType: 'text',
  validateStatus: () => true,
  headers: { 'content-type': 'application/json', accept: 'application/json' },
})

/** Posts with axios; its Node agent, or the browser, keeps connections alive. */
const axiosPost: HttpPost = async (url, body, signal) => {
  try {
    const { status, headers, data } = await http.post<string>(url, body, { signal })
    return { status, text: data, header: (name) => headers[name] as string | undefined }
  } catch (error) {
    if (!axios.isAxiosError(error)) throw new TransportError('the request could not be sent', 'connection')
    throw new TransportError(error.message || 'the connection failed', error.code ?? 'connection')
  }
}

const isNode = (): boolean => {
  const { process, Deno, Bun } = globalThis as {
    process?: { versions?: { node?: string } }
    Deno?: unknown
    Bun?: unknown
  }
  return process?.versions?.node !== undefined && Deno === undefined && Bun === undefined
}

/** axios, and in Node the package ws, which reports why a connection was refused. */
export const nodePlatform: Platform = {
  post: axiosPost,
  findWebSocket: async () => (isNode() ? ((await import('ws')).WebSocket as never) : findGlobalWebSocket()),
}
