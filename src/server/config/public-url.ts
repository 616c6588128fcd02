import { isIPv6 } from 'node:net'
import type { Config } from './config.js'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }
const EVERY_INTERFACE: readonly unknown[] = ['0.0.0.0', '::']

/** True if a listener with this host listens on all addresses of its machine. */
export const isEveryInterface = (host: unknown): boolean => EVERY_INTERFACE.includes(host)

/** The listener's base URL for one of its host names; `port` is the actual port, if known. */
const baseFor = ({ tls, port: configured }: Config['listen'], host: string, port = configured): string => {
  const scheme = tls === undefined ? 'http' : 'https'
  // Port 0 means a free port, known only to the running gateway.
  const place = port === 0 ? ':PORT' : port === DEFAULT_PORTS[scheme] ? '' : `:${port}`
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}${place}`
}

/**
 * The gateway's URL for callers, without a final slash: `listen.publicUrl`, or the listener as seen
 * from this machine. `/<network>/v3/<API_KEY>` and `/<network>/ws/v3/<API_KEY>` follow it.
 * `listeningUrl` has the port of a running gateway.
 */
export const publicUrlOf = ({ listen }: Pick<Config, 'listen'>, listeningUrl?: string): string =>
  listen.publicUrl === undefined
    ? baseFor(listen, isEveryInterface(listen.host) ? 'localhost' : listen.host, portOf(listeningUrl))
    : listen.publicUrl.replace(/\/+$/, '')

/**
 * A Host header that may be put into a URL: a name or an IP address, and a port (RFC 9110, section
 * 7.2).
 */
const HOST = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::\d{1,5})?$/i

/**
 * The gateway's URL for the sender of a request: `listen.publicUrl`, or the address in the Host
 * header. The header is trusted only for its sender: `isShared` is true if other callers may be
 * given the same URL.
 */
export const requestUrlOf = (
  config: Pick<Config, 'listen'>,
  listeningUrl: string,
  host: string | undefined,
): { readonly url: string; readonly isShared: boolean } => {
  const { publicUrl, tls } = config.listen
  if (publicUrl !== undefined || host === undefined || !HOST.test(host))
    return { url: publicUrlOf(config, listeningUrl), isShared: true }
  return { url: `${tls === undefined ? 'http' : 'https'}://${host.toLowerCase()}`, isShared: false }
}

/** Undefined for the scheme's default port, which is then the configured one too. */
const portOf = (url: string | undefined): number | undefined =>
  url === undefined ? undefined : Number(new URL(url).port) || undefined

/**
 * The base URL for a network's own host name, with the scheme and port of `listen.publicUrl` if
 * that is set.
 */
export const hostUrlOf = ({ listen }: Pick<Config, 'listen'>, host: string): string => {
  if (listen.publicUrl === undefined) return baseFor(listen, host)
  const { protocol, port } = new URL(listen.publicUrl)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

/** A listener's address as seen from this machine; undefined if its free port is unknown. */
const addressOf = ({ host, port }: { readonly host: string; readonly port: number }, url: string | undefined) => {
  const known = url === undefined ? port : Number(new URL(url).port)
  const name = isEveryInterface(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return known === 0 ? undefined : `http://${name}:${known}`
}

/**
 * The dashboard's URL, ending with a slash: for account holders on their separate listener if there
 * is one, for the operator on the private one. `listening` has the actual addresses of a running
 * gateway; undefined if those are needed but unknown.
 */
export const dashboardUrlOf = (
  { dashboard, admin }: Pick<Config, 'dashboard' | 'admin'>,
  isOperator: boolean,
  listening?: { readonly privateUrl: string; readonly dashboardUrl: string | undefined },
): string | undefined => {
  const { host, port, publicUrl } = dashboard
  if (!isOperator && publicUrl !== undefined) return `${publicUrl.replace(/\/+$/, '')}/dashboard/`
  const address =
    isOperator || port === undefined
      ? addressOf(admin, listening?.privateUrl)
      : addressOf({ host, port }, listening?.dashboardUrl)
  return address === undefined ? undefined : `${address}/dashboard/`
}
