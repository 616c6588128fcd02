import { axiosPost } from './axios-post.js'
import type { Platform } from './family-client.js'
import { findGlobalWebSocket } from './fetch-platform.js'

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
