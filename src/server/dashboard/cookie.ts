import type { IncomingMessage } from 'node:http'

/**
 * The cookie of a session, or of a sign-in. Browsers send it to every port of the host, so its name
 * is that of the listener with the port that the page has: of two gateways under one host name,
 * neither signs out of the other.
 */
export interface SessionCookie {
  read(request: IncomingMessage): string | undefined
  /** The Set-Cookie value that keeps a session for this time; 0 deletes it. */
  write(request: IncomingMessage, sessionText: string, maxAgeSeconds: number): string
}

/**
 * Over TLS the name's prefix makes browsers refuse cookies set by another host or by a page without
 * TLS (RFC 6265bis, section 4.1.3.2). Without TLS the cookie has the dashboard's path.
 */
export const sessionCookie = (name: string, isSecure: () => boolean): SessionCookie => {
  const nameIn = ({ headers }: IncomingMessage) => {
    const [, port] = /:(\d{1,5})$/.exec(headers.host ?? '') ?? []
    return `${isSecure() ? '__Host-' : ''}${name}${port === undefined ? '' : `_${port}`}`
  }
  return {
    read: (request) => {
      const start = `${nameIn(request)}=`
      const found = (request.headers.cookie ?? '')
        .split(';')
        .map((part) => part.trim())
        .filter((part) => part.startsWith(start))
      // If there are two, another page of this host set one: trust neither.
      return found.length === 1 ? found[0]!.slice(start.length) : undefined
    },
    write: (request, sessionText, maxAgeSeconds) =>
      [
        `${nameIn(request)}=${sessionText}`,
        `Max-Age=${maxAgeSeconds}`,
        `Path=${isSecure() ? '/' : '/dashboard'}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure() ? ['Secure'] : []),
      ].join('; '),
  }
}
