import { type AcceptedCoding, acceptedCoding, NO_CODING } from '../codings/accept-encoding.js'
import { Framing, isNamed, tokensOf } from '../fields.js'
import type { RequestHead } from './handler.js'
import type { HeadScanner } from './head-scanner.js'

/** `bodyLength` of a chunked body. */
export const CHUNKED = -1

/** A request's head, parsed and unambiguous; a repeated head is not parsed again. */
export interface ParsedHead extends RequestHead {
  readonly isHttp10: boolean
  /** Bytes, or CHUNKED; 0 for no body. */
  readonly bodyLength: number
  /** True if the client wants to keep the connection. */
  readonly keepsAlive: boolean
  readonly expects: 'nothing' | 'continue' | 'unknown'
  readonly accepts: AcceptedCoding
  /** Asks to upgrade to a WebSocket. RFC 9110, section 7.8: other protocols may be ignored. */
  readonly isUpgrade: boolean
}

/** Facts from the fields read so far. */
class RequestFields extends Framing {
  hosts = 0
  host: string | undefined
  origin: string | undefined
  isHostBroken = false
  isWebSocket = false
  expects: ParsedHead['expects'] = 'nothing'
  acceptEncoding: string | undefined
  hasCredentials = false
  hasTrace = false
}

/**
 * Interprets a scanned head; undefined if it could be read in two ways, because smuggling relies on
 * it.
 *
 * Refused: whatever Framing refuses; no Host or two of them in HTTP/1.1; a malformed Host; a target
 * that is neither a path nor an http(s) URL.
 * Source  RFC 9112, section 3.2
 */
export const readHead = (bytes: Buffer, scanner: HeadScanner): ParsedHead | undefined => {
  const { start, methodEnd, targetEnd, isHttp10 } = scanner
  const method = methodOf(bytes, start, methodEnd)
  const target = bytes.toString('latin1', methodEnd + 1, targetEnd)
  if (target.charCodeAt(0) !== 0x2f && !isOtherTarget(method, target)) return undefined
  const facts = readFacts(bytes, scanner.fields)
  facts.finish(isHttp10)
  if (facts.fault !== undefined || facts.isHostBroken) return undefined
  if (facts.hosts > 1 || (facts.hosts === 0 && !isHttp10)) return undefined
  const bodyLength = facts.isChunked ? CHUNKED : (facts.byteLength ?? 0)
  return {
    method,
    target,
    isHttp10,
    bodyLength,
    keepsAlive: facts.keepsAlive(isHttp10),
    // RFC 9110, section 10.1.1: an HTTP/1.0 client cannot expect anything.
    expects: isHttp10 ? 'nothing' : facts.expects,
    isEncoded: facts.isEncoded,
    isGzip: facts.isGzip,
    // An HTTP/1.0 client knows no chunks, which a compressed reply needs.
    accepts: facts.acceptEncoding === undefined || isHttp10 ? NO_CODING : acceptedCoding(facts.acceptEncoding),
    hasCredentials: facts.hasCredentials,
    hasTrace: facts.hasTrace,
    host: facts.host,
    origin: facts.origin,
    isUpgrade: facts.isWebSocket && facts.hasUpgrade && method === 'GET' && !isHttp10 && bodyLength === 0,
  }
}

/** The values of all fields of a (lower-case) name, joined; undefined without any. */
export const fieldValue = (bytes: Buffer, fields: readonly number[], name: string): string | undefined => {
  let value: string | undefined
  for (let at = 0; at < fields.length; at += 4) {
    if (isNamed(bytes, fields[at]!, fields[at + 1]!, name))
      value = joinedWith(value, bytes, fields[at + 2]!, fields[at + 3]!)
  }
  return value
}

/** RFC 9110, section 5.3: repeated fields are joined with a comma. */
const joinedWith = (before: string | undefined, bytes: Buffer, value: number, end: number): string => {
  const text = bytes.toString('latin1', value, end)
  return before === undefined ? text : `${before}, ${text}`
}

const methodOf = (bytes: Buffer, start: number, end: number): string => {
  const isPost =
    end - start === 4 &&
    bytes[start] === 0x50 &&
    bytes[start + 1] === 0x4f &&
    bytes[start + 2] === 0x53 &&
    bytes[start + 3] === 0x54
  return isPost ? 'POST' : bytes.toString('latin1', start, end)
}

/** RFC 9112, section 3.2: the forms of a target other than the path. */
const isOtherTarget = (method: string, target: string): boolean => {
  if (method === 'CONNECT') return /^[\w.[\]:-]+$/.test(target)
  return /^https?:\/\/[^/?@]+(?:[/?]|$)/i.test(target) || (target === '*' && method === 'OPTIONS')
}

const readFacts = (bytes: Buffer, fields: readonly number[]): RequestFields => {
  const facts = new RequestFields()
  for (let at = 0; at < fields.length; at += 4) {
    const [name, nameEnd, value, end] = [fields[at]!, fields[at + 1]!, fields[at + 2]!, fields[at + 3]!]
    facts.note(bytes, name, nameEnd, value, end)
    readField(facts, bytes, name, nameEnd, value, end)
  }
  return facts
}

/**
 * Records a field that only requests have. Grouped by the length of the name, so that most fields
 * cost one comparison.
 */
const readField = (
  facts: RequestFields,
  bytes: Buffer,
  name: number,
  nameEnd: number,
  value: number,
  end: number,
): void => {
  switch (nameEnd - name) {
    case 4:
      if (!isNamed(bytes, name, nameEnd, 'host')) return
      facts.hosts++
      facts.host = bytes.toString('latin1', value, end)
      if (!isHost(bytes, value, end)) facts.isHostBroken = true
      break
    case 6:
      if (isNamed(bytes, name, nameEnd, 'expect'))
        facts.expects =
          facts.expects === 'nothing' && isNamed(bytes, value, end, '100-continue') ? 'continue' : 'unknown'
      else if (isNamed(bytes, name, nameEnd, 'origin')) facts.origin = joinedWith(facts.origin, bytes, value, end)
      break
    case 7:
      if (isNamed(bytes, name, nameEnd, 'upgrade'))
        facts.isWebSocket ||= tokensOf(bytes, value, end).includes('websocket')
      break
    case 9:
      facts.hasCredentials ||= isNamed(bytes, name, nameEnd, 'x-api-key')
      break
    case 11:
      facts.hasTrace ||= isNamed(bytes, name, nameEnd, 'traceparent')
      break
    case 13:
      facts.hasCredentials ||= isNamed(bytes, name, nameEnd, 'authorization')
      break
    case 15:
      if (isNamed(bytes, name, nameEnd, 'accept-encoding'))
        facts.acceptEncoding = joinedWith(facts.acceptEncoding, bytes, value, end)
  }
}

/**
 * The characters that RFC 3986 allows in a host and port: a second parser must not find a path, a
 * user or a list in it.
 */
const isHost = (bytes: Buffer, value: number, end: number): boolean => {
  for (let at = value; at < end; at++) {
    const byte = bytes[at]!
    const isPlain = (byte >= 0x30 && byte <= 0x3a) || byte === 0x2d || byte === 0x2e || byte === 0x5f
    const isLetter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
    if (!isPlain && !isLetter && !RARE_IN_HOSTS.includes(byte)) return false
  }
  return true
}

const RARE_IN_HOSTS = Buffer.from("[]%~!$&'()*+;=")
