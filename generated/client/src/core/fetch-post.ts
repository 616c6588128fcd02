// @generated from openrpc.json by scripts/generate — do not edit

import type { HttpPost } from './http-transport.js'
import { TransportError } from './rpc-error.js'

/** Posts with the platform's fetch: browsers, edge runtimes, Deno, Bun, Node. */
export const fetchPost: HttpPost = async (url, body, signal) => {
  try {
    const headers = { 'content-type': 'application/json', accept: 'application/json' }
    const answer = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual', credentials: 'omit' })
    return { status: answer.status, text: await answer.text(), header: (name) => answer.headers.get(name) }
  } catch (error) {
    const { code = 'connection' } = ((error as Error).cause ?? {}) as { code?: string }
    throw new TransportError('the connection failed', String(code))
  }
}
