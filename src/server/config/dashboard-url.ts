import { isIPv6 } from 'node:net'
import type { Config } from './config.js'
import { isEveryInterface } from './public-url.js'

/**
 * The address of a listener as this machine reaches it; undefined for a free port that is not
 * known.
 */
const addressOf = ({ host, port }: { readonly host: string; readonly port: number }, url: string | undefined) => {
  const known = url === undefined ? port : Number(new URL(url).port)
  const name = isEveryInterface(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host
  return known === 0 ? undefined : `http://${name}:${known}`
}

/**
 * Where the dashboard is, with a slash at the end: for account holders on their own listener where
 * there is one, for the operator on the private one. `listening`: where these really are, in a
 * running gateway; undefined when that is needed and not known.
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
