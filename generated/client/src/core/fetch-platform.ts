// @generated from openrpc.json by scripts/generate — do not edit

import type { Platform } from './family-client.js'
import { fetchPost } from './fetch-post.js'
import { TransportError } from './rpc-error.js'
import type { WebSocketFinder } from './websocket-transport.js'

/** The global WebSocket: of browsers, edge runtimes, Deno, Bun, and Node from 22 on. */
export const findGlobalWebSocket: WebSocketFinder = async () => {
  const { WebSocket } = globalThis as { WebSocket?: unknown }
  if (WebSocket === undefined)
    throw new TransportError('there is no WebSocket here: give the option webSocket', 'connection')
  return WebSocket as never
}

/** The platform's built-in functions, without any package. */
export const fetchPlatform: Platform = { post: fetchPost, findWebSocket: findGlobalWebSocket }
