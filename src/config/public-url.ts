import { isIPv6 } from 'node:net'
import type { Config } from './config.js'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443 }
const EVERY_INTERFACE = new Set(['0.0.0.0', '::'])

/** The base URL of the listener under one of its host names; `port` is what it really listens on, where that is known. */
const baseFor = ({ tls, port: configured }: Config['listen'], host: string, port = configured): string => {
  const scheme = tls === undefined ? 'http' : 'https'
  // Port 0 is a free one, which only the running gateway knows.
  const place = port === 0 ? ':PORT' : port === DEFAULT_PORTS[scheme] ? '' : `:${port}`
  return `${scheme}://${isIPv6(host) ? `[${host}]` : host}${place}`
}

/**
 * Where callers reach the gateway, without a slash at the end: `listen.publicUrl`, or the listener as this machine reaches it. Behind it
 * come `/<network>/v3/<API_KEY>` and `/<network>/ws/v3/<API_KEY>`. `listeningUrl` has the port of a running gateway.
 */
export const publicUrlOf = ({ listen }: Pick<Config, 'listen'>, listeningUrl?: string): string =>
  listen.publicUrl === undefined
    ? baseFor(listen, EVERY_INTERFACE.has(listen.host) ? 'localhost' : listen.host, portOf(listeningUrl))
    : listen.publicUrl.replace(/\/+$/, '')

/** Undefined for the scheme's own port: then it is the configured one too. */
const portOf = (url: string | undefined): number | undefined =>
  url === undefined ? undefined : Number(new URL(url).port) || undefined

/** The base URL under a network's own host name: scheme and port are those of `listen.publicUrl` where it is set. */
export const hostUrlOf = ({ listen }: Pick<Config, 'listen'>, host: string): string => {
  if (listen.publicUrl === undefined) return baseFor(listen, host)
  const { protocol, port } = new URL(listen.publicUrl)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}
