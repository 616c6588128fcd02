import { connect, isIP, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { sharedLookup } from '../../../runtime/dns/shared-lookup.js'

/** Fields of every request to an upstream, by name. Secrets: never log them. */
export type UpstreamHeaders = Readonly<Record<string, string>>

/** An upstream's address and the headers of its requests. Holds credentials: never log it. */
export interface UpstreamAddress {
  readonly isSecure: boolean
  /** Name or IP address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** The Host header, with the port unless it is the scheme's default. */
  readonly hostHeader: string
  readonly path: string
  /** The configured headers, and Authorization from the URL's user and password. */
  readonly headers: UpstreamHeaders
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 }

/**
 * Parses an upstream's http(s) or ws(s) URL. Throws a TypeError if it is not a URL, which the check
 * of the configuration rules out.
 */
export const readAddress = (url: string, headers: UpstreamHeaders = {}): UpstreamAddress => {
  const { protocol, hostname, port, host, pathname, search, username, password } = new URL(url)
  const credentials = `${decode(username)}:${decode(password)}`
  return {
    isSecure: protocol === 'https:' || protocol === 'wss:',
    host: hostname.startsWith('[') ? hostname.slice(1, -1) : hostname,
    port: port === '' ? DEFAULT_PORTS[protocol]! : Number(port),
    hostHeader: host,
    path: pathname + search,
    headers:
      credentials === ':'
        ? headers
        : { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, ...headers },
  }
}

/** Decodes a password. A percent sign that begins no escape stands for itself. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Opens a connection to the address, read through `onread`. */
export const openSocket = ({ isSecure, host, port }: UpstreamAddress, onread: OnReadOpts): Socket => {
  const options = { host, port, noDelay: true, onread, lookup: sharedLookup }
  if (!isSecure) return connect(options)
  // SNI takes names only (RFC 6066, section 3).
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ ...options, ...servername, ALPNProtocols: ['http/1.1'] })
}
