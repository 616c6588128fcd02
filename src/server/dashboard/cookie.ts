import type { IncomingMessage } from 'node:http'

/** The cookie of a session: one name for each listener, for cookies know no ports. */
export interface SessionCookie {
  read(request: IncomingMessage): string | undefined
  /** The value of Set-Cookie that keeps a session for so long; 0 takes it away. */
  write(sessionText: string, maxAgeSeconds: number): string
}

/**
 * Over TLS the name's prefix has browsers refuse what another host, or a page without TLS, sets
 * (RFC 6265bis, section 4.1.3.2). Without TLS the cookie goes to the dashboard's own path alone.
 */
export const sessionCookie = (name: string, isSecure: () => boolean): SessionCookie => {
  const nameNow = () => (isSecure() ? `__Host-${name}` : name)
  return {
    read: (request) => {
      const found = (request.headers.cookie ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(`${nameNow()}=`))
      // Of two, one was set by another page of this host: neither is believed.
      return found.length === 1 ? found[0]!.slice(nameNow().length + 1) : undefined
    },
    write: (sessionText, maxAgeSeconds) =>
      [
        `${nameNow()}=${sessionText}`,
        `Max-Age=${maxAgeSeconds}`,
        `Path=${isSecure() ? '/' : '/dashboard'}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure() ? ['Secure'] : []),
      ].join('; '),
  }
}
