import { connect, isIP, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Fields of every request to an upstream, by name. Secrets: never log them. */
export type UpstreamHeaders = Readonly<Record<string, string>>

/**
 * Where an upstream listens and what every request to it carries. Holds credentials: never log it.
 */
export interface UpstreamAddress {
  readonly isSecure: boolean
  /** Name or IP address, IPv6 without brackets. */
  readonly host: string
  readonly port: number
  /** The Host header: with the port when it is not the scheme's own. */
  readonly hostHeader: string
  /** Path and query. */
  readonly path: string
  /** The configured ones, and Authorization from the URL's user and password. */
  readonly headers: UpstreamHeaders
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'wss:': 443, 'http:': 80, 'ws:': 80 }

/**
 * Takes an upstream's http(s) or ws(s) URL apart. Throws a TypeError when it is no URL; the
 * configuration was checked for that.
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

/** A password may hold a percent sign that begins no escape: then it is meant as it stands. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Opens a connection to it, which reads as `onread` says. */
export const openSocket = ({ isSecure, host, port }: UpstreamAddress, onread: OnReadOpts): Socket => {
  const options = { host, port, noDelay: true, onread }
  if (!isSecure) return connect(options)
  // SNI takes names only (RFC 6066, section 3).
  const servername = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ ...options, ...servername, ALPNProtocols: ['http/1.1'] })
}
