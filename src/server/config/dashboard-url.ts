import { isIPv6 } from 'node:net'
import type { Config } from './config.js'
import { isEveryInterface } from './public-url.js'

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
