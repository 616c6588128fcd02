import type { IncomingMessage, ServerResponse } from 'node:http'
import { type EncodedForms, lengthOf } from '../../contract/served/compressed-document.js'
import { exactJson } from '../../runtime/exact-json.js'
import { chosenForm, isKnown } from '../listeners/contract-reply.js'
import { sendPrivateJson } from '../listeners/private/send-json.js'

/**
 * Security headers: the pages load, run and contact nothing foreign, cannot be framed, and never
 * turn text into script.
 */
const PROTECTION = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export interface DashboardFile {
  readonly document: EncodedForms
  readonly contentType: string
  readonly cacheControl: string
}

/** Sends JSON that no cache may keep. `body` is a value, or the bytes of its JSON. */
export const sendJson = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: object | Buffer,
  headers: Record<string, string> = {},
): void => {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(exactJson(body))
  sendPrivateJson(request, response, status, bytes, { ...PROTECTION, ...headers })
}

/** Sends a file in a form that the client accepts; 304 if the client has it. */
export const sendFile = (request: IncomingMessage, response: ServerResponse, file: DashboardFile): void => {
  const form = chosenForm(file.document, String(request.headers['accept-encoding'] ?? ''))
  const { encoding, pieces, etag } = form
  const shared = { ...PROTECTION, ETag: etag, 'Cache-Control': file.cacheControl, Vary: 'Accept-Encoding' }
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, shared).end()
    return
  }
  response.writeHead(200, {
    ...shared,
    'Content-Type': file.contentType,
    'Content-Length': lengthOf(form),
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
  })
  if (request.method !== 'HEAD') for (const piece of pieces) response.write(piece)
  response.end()
}

/** Redirects the browser. The address is relative, because a proxy in front may add a path. */
export const sendElsewhere = (response: ServerResponse, location: string): void => {
  response.writeHead(308, { ...PROTECTION, Location: location, 'Content-Length': 0 }).end()
}

export const beginEvents = (response: ServerResponse): void => {
  response.writeHead(200, {
    ...PROTECTION,
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  })
}
