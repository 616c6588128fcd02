// @generated from openrpc.json by scripts/generate — do not edit

import type { Platform } from './family-client.js'
import type { HttpPost } from './http-transport.js'
import { TransportError } from './rpc-error.js'
import type { WebSocketFinder } from './websocket-transport.js'

/**
 * Posts with the platform's fetch: browsers, edge runtimes, Deno, Bun, Node. It takes no URL with a
 * password, so that goes into a header.
 */
export const fetchPost: HttpPost = async (url, body, signal) => {
  try {
    const address = new URL(url)
    const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' }
    if (address.password) headers.authorization = `Basic ${btoa(`:${address.password}`)}`
    address.username = address.password = ''
    const answer = await fetch(address, {
      method: 'POST',
      body,
      headers,
      signal,
      redirect: 'manual',
      credentials: 'omit',
    })
    return { status: answer.status, text: await answer.text(), header: (name) => answer.headers.get(name) }
  } catch (error) {
    const { code = 'connection' } = ((error as Error).cause ?? {}) as { code?: string }
    throw new TransportError('the connection failed', String(code))
  }
}

/** The global WebSocket: of browsers, edge runtimes, Deno, Bun, and Node from 22 on. */
export const findGlobalWebSocket: WebSocketFinder = async () => {
  const { WebSocket } = globalThis as { WebSocket?: unknown }
  if (WebSocket === undefined)
    throw new TransportError('there is no WebSocket here: give the option webSocket', 'connection')
  return WebSocket as never
}

/** The platform's built-in functions, without any package. */
export const fetchPlatform: Platform = { post: fetchPost, findWebSocket: findGlobalWebSocket }
