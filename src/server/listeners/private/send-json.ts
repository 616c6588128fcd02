import type { IncomingMessage, ServerResponse } from 'node:http'

/** Sends the bytes of JSON that no cache may keep. */
export const sendPrivateJson = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: Buffer,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    // Replies contain key texts, once.
    'Cache-Control': 'no-store',
    ...headers,
    // Unread body bytes would be taken for the next request.
    ...(request.complete ? {} : { Connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
