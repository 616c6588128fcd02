import { isIP } from 'node:net'

/** A browser binds a passkey to these: a host name, and the origin of the page that asks. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/**
 * The relying party for a page under this Host header: that of `publicUrl`, or localhost if no
 * `publicUrl` is set. Undefined where browsers have no passkeys: without TLS, and for addresses.
 */
export const relyingPartyOf = (publicUrl: string | undefined, host: string | undefined): RelyingParty | undefined => {
  const asked = urlOf(`http://${host ?? ''}`)
  const own = publicUrl === undefined ? asked : urlOf(publicUrl)
  if (own === undefined || asked === undefined || isIP(own.hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  if (own.protocol !== 'https:' && own.hostname !== 'localhost') return undefined
  // A default port is left out of an origin, and some proxies write it into Host.
  const askedHost = urlOf(`${own.protocol}//${host}`)?.host
  return askedHost === own.host ? { id: own.hostname, origin: own.origin } : undefined
}
