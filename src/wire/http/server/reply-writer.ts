import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type HeaderName, headerNames } from '../../../../generated/headers.js'
import type { AnsweredBy } from '../../jsonrpc/reply.js'
import { lengthOf, piecesText, type Written } from '../../jsonrpc/write-reply.js'
import { compressedReply } from '../codings/compressed-reply.js'
import type { ReplyHead } from './handler.js'
import { writeLargeReply } from './large-reply.js'
import type { ServerConnection } from './server-connection.js'
import type { ServerExchange } from './server-exchange.js'

/**
 * Up to this size head and body form one string, which node passes to the system without an extra
 * object.
 */
const TEXT_BELOW_BYTES = 8_192
/**
 * Up to this size the pieces are joined before they leave; larger replies are written as the client
 * reads.
 */
const TOGETHER_BELOW_BYTES = 65_536
/** RFC 9110, section 12.5.5. */
const VARY = 'Vary: Accept-Encoding\r\n'
const JSON_TYPE = 'Content-Type: application/json\r\n'

/** A contract header as a line without its end. */
export const fieldLine = (name: HeaderName, value: string | number): string => `${name}: ${value}`

const field = (name: HeaderName, value: string | number): string => `${fieldLine(name, value)}\r\n`

const EXPOSED = headerNames.join(', ')
const SERVED_BY: Readonly<Record<AnsweredBy, string>> = {
  upstream: field('X-Served-By', 'upstream'),
  cache: field('X-Served-By', 'cache'),
  partner: field('X-Served-By', 'partner'),
}

/**
 * CORS fields, alternating names and values. `*` unless the network lists origins: the key is in
 * the path or in a header that the page must set, so no cookie is exposed.
 *
 * Source  the Fetch standard, "CORS protocol and HTTP caches", which requires `Vary: Origin`
 */
export const corsFields = (allowedOrigin: string | undefined): readonly string[] => {
  if (allowedOrigin === '') return ['Vary', 'Origin']
  const fields = ['Access-Control-Allow-Origin', allowedOrigin ?? '*', 'Access-Control-Expose-Headers', EXPOSED]
  return allowedOrigin === undefined ? fields : ['Vary', 'Origin', ...fields]
}

/** Formats alternating names and values as lines. */
const linesOf = (fields: readonly string[]): string => {
  let text = ''
  for (let at = 0; at < fields.length; at += 2) text += `${fields[at]}: ${fields[at + 1]}\r\n`
  return text
}

/** The first lines of replies that pages of every origin may read, by status. */
const starts = new Map<number, string>()

/** The status line and the fields of every reply. */
export const startOf = ({ status, allowedOrigin }: Pick<ReplyHead, 'status' | 'allowedOrigin'>): string => {
  const known = allowedOrigin === undefined ? starts.get(status) : undefined
  if (known !== undefined) return known
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${linesOf(corsFields(allowedOrigin))}`
  if (allowedOrigin === undefined) starts.set(status, start)
  return start
}

/** The fields of a call, and those that the handler adds. */
const fieldsOf = ({ call, moreFields }: ReplyHead): string => {
  let text = ''
  if (call !== undefined) {
    text = field('X-Request-Id', call.requestId) + priceText(call.costCredits, call.resetSeconds)
    if (call.remainingCredits !== undefined) text += field('X-Credits-Remaining', creditsText(call.remainingCredits))
    if (call.servedBy.length === 1) text += SERVED_BY[call.servedBy[0]!]
    else if (call.servedBy.length > 1) text += field('X-Served-By', call.servedBy.join(', '))
    if (call.isVerified) text += field('X-Verified', 'proof')
  }
  return moreFields.length === 0 ? text : text + linesOf(moreFields)
}

const THOUSAND = 1_000
const lastDigits = Array.from({ length: THOUSAND }, (_, digits) => String(digits).padStart(3, '0'))
let lastThousands = -1
let thousandsText = ''

/**
 * Whole credits as digits. They change with every call. V8 needs a thirtieth of a call's time to
 * format a number of more than 31 bits, most of whose digits stay the same.
 */
export const creditsText = (credits: number): string => {
  if (credits < THOUSAND) return String(credits)
  const thousands = Math.floor(credits / THOUSAND)
  if (thousands !== lastThousands) {
    lastThousands = thousands
    thousandsText = String(thousands)
  }
  return thousandsText + lastDigits[credits - thousands * THOUSAND]!
}

let price = { costCredits: 0, resetSeconds: 0, text: '' }

/** Cached until a call has another price or the day ends. */
const priceText = (costCredits: number, resetSeconds: number): string => {
  if (costCredits !== price.costCredits || resetSeconds !== price.resetSeconds) {
    const text = field('X-Credits-Cost', costCredits) + field('X-Credits-Reset', resetSeconds)
    price = { costCredits, resetSeconds, text }
  }
  return price.text
}

/** A reply's head up to its content type. */
const headOf = (
  { connectionDeps: parts, isAuthenticated }: ServerConnection,
  { head, replyHead }: ServerExchange,
  closes: boolean,
): string => {
  const { dateField } = parts
  const keepAliveField = isAuthenticated ? parts.keepAliveField : parts.unauthenticatedKeepAliveField
  const fields = startOf(replyHead!) + fieldsOf(replyHead!) + dateField
  if (closes) return `${fields}Connection: close\r\n`
  return head.isHttp10 ? `${fields}Connection: keep-alive\r\n${keepAliveField}` : fields + keepAliveField
}

/** The end of the head of a reply that is still arriving. HTTP/1.0 has no chunks. */
const openEnd = ({ head }: ServerExchange): string =>
  head.isHttp10 ? `${JSON_TYPE}\r\n` : `${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n`

const typeOf = ({ replyHead }: ServerExchange): string => {
  const contentType = replyHead?.contentType
  return contentType === undefined ? JSON_TYPE : `Content-Type: ${contentType}\r\n`
}

/** True if only closing the connection can mark the reply's end. */
export const endsByClosing = ({ head, written }: ServerExchange): boolean =>
  head.isHttp10 && written?.rest !== undefined

/** Ends a connection at once, even within the answer to `exchange`. */
export const cutOff = (socket: Socket, exchange: ServerExchange | undefined): void => {
  // Only a reset shows that such an answer is incomplete; over TLS, the missing close_notify does.
  if (exchange?.isBegun && endsByClosing(exchange) && !('encrypted' in socket)) socket.resetAndDestroy()
  else socket.destroy()
}

/**
 * Writes an exchange's reply; a small one in one system call. Returns a promise if it takes longer,
 * which never rejects.
 *
 * Errors  cuts the connection if the reply breaks off, or the client does not read for too long
 */
export const sendReply = (
  connection: ServerConnection,
  exchange: ServerExchange,
  closes: boolean,
): Promise<void> | undefined => {
  const { responses } = connection
  const { written } = exchange
  let head = headOf(connection, exchange, closes)
  const { traffic, compressFromBytes } = connection.connectionDeps
  traffic.responses[exchange.replyHead!.status]!++
  if (written === undefined) {
    responses.add(`${head}\r\n`)
    return undefined
  }
  const length = lengthOf(written.chunks)
  if (written.rest !== undefined || length >= compressFromBytes || exchange.head.accepts.refusesIdentity) {
    if (isVaried(connection, exchange)) head += VARY
    const begun = writeCompressed(connection, exchange, written, head)
    if (begun !== undefined) return begun
  }
  if (exchange.head.method !== 'HEAD') traffic.sentBodyBytes += length
  if (written.rest !== undefined) return writeLargeReply(connection, exchange, written, head + openEnd(exchange))
  const text = `${head}${typeOf(exchange)}Content-Length: ${length}\r\n\r\n`
  if (exchange.head.method === 'HEAD') responses.add(text)
  else if (length <= TEXT_BELOW_BYTES) responses.add(text + piecesText(written.chunks))
  else if (length <= TOGETHER_BELOW_BYTES) {
    responses.addPieces(text, written.chunks, () => {
      written.release()
      written.reuse?.()
    })
    return undefined
  } else return writeLargeReply(connection, exchange, written, text)
  written.release()
  return undefined
}

/**
 * True if replies of this kind are compressed for clients that accept it: those to calls are.
 * Documents are compressed in advance.
 */
const isVaried = ({ connectionDeps: parts }: ServerConnection, { replyHead, head }: ServerExchange): boolean =>
  parts.compressFromBytes !== Number.POSITIVE_INFINITY && replyHead?.call !== undefined && head.method !== 'HEAD'

/** Writes a reply in the accepted coding; undefined if it has to leave uncompressed. */
const writeCompressed = (
  connection: ServerConnection,
  exchange: ServerExchange,
  written: Written,
  head: string,
): Promise<void> | undefined => {
  const { traffic } = connection.connectionDeps
  const { coding } = exchange.head.accepts
  if (coding === undefined || !isVaried(connection, exchange)) return undefined
  const compressed = compressedReply(written, coding, exchange.owner, (bytes) => {
    traffic.plainBytes += bytes
  })
  traffic.encodings[compressed === undefined ? 'none' : coding]++
  if (compressed === undefined) return undefined
  const end = `Content-Encoding: ${coding}\r\n${openEnd(exchange)}`
  return writeLargeReply(connection, exchange, compressed, head + end)
}
